// Every scene in this folder, by the name of its file. A new scene is a new file.
import type { SceneDefinition } from './scene.js';

const files = import.meta.glob<{ default: SceneDefinition }>(
  ['./*.ts', '!./scene.ts', '!./index.ts'],
  { eager: true },
);

/** The scenes in the order they are listed, by name. */
export const scenes: ReadonlyMap<string, SceneDefinition> = new Map(
  Object.entries(files)
    .map(([path, file]): [string, SceneDefinition] => [path.slice(2, -3), file.default])
    .sort(
      ([a, first], [b, second]) => (first.order ?? 99) - (second.order ?? 99) || a.localeCompare(b),
    ),
);
