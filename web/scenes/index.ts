// Every scene in this folder, by the name of its file. A new scene is a new file.
import { type SceneDefinition, sceneGroups } from './scene.js';

const files = import.meta.glob<{ default: SceneDefinition }>(
  ['./*.ts', '!./scene.ts', '!./index.ts'],
  { eager: true },
);

const place = ({ group, order = 99 }: SceneDefinition): number =>
  1000 * (group ? sceneGroups.indexOf(group) : sceneGroups.length) + order;

/** The scenes in the order they are listed, by name. */
export const scenes: ReadonlyMap<string, SceneDefinition> = new Map(
  Object.entries(files)
    .map(([path, file]): [string, SceneDefinition] => [path.slice(2, -3), file.default])
    .sort(([a, first], [b, second]) => place(first) - place(second) || a.localeCompare(b)),
);
