// Files of the reader: meshes become a scene of cloth or springs, scene files and glTF with physics are shown as they are.

import type { Holonom, Scene, World } from 'holonom';
import { readGltf, readMesh, readObj } from 'holonom/gltf';
import { SiteError } from '../language/site-error.js';
import { meshScene } from '../scenes/parts/mesh-scene.js';
import { type SceneDefinition, sceneOfFile } from '../scenes/scene.js';
import { softObjectsOf } from '../site/soft-objects.js';
import { addMesh, cleanMesh } from './meshes.js';

/** Whether a large scene file is to be built. */
type IsWanted = (scene: unknown) => Promise<boolean>;

/**
 * The scene of a file, by the ending of its name; undefined if it is not wanted.
 * @throws with the reason when the file can't be used.
 */
export async function sceneOf(
  file: File,
  holonom: Holonom,
  isWanted: IsWanted = async () => true,
): Promise<SceneDefinition | undefined> {
  const ending = file.name.split('.').at(-1)?.toLowerCase();
  if (ending === 'obj') return sceneOfMesh(file.name, readObj(await file.text()));
  if (ending === 'glb') return sceneOfGltf(file.name, await file.arrayBuffer(), holonom, isWanted);
  if (ending === 'json') return sceneOfJson(file.name, await file.text(), holonom, isWanted);
  throw new SiteError('file-ending', { name: file.name });
}

/** What moves by physics, or else the mesh of all that is drawn. */
async function sceneOfGltf(
  name: string,
  data: ArrayBuffer,
  holonom: Holonom,
  isWanted: IsWanted,
): Promise<SceneDefinition | undefined> {
  const { scene } = readGltf(data);
  if (!scene.bodies?.length) return sceneOfMesh(name, readMesh(data));
  return sceneOfJson(name, JSON.stringify(scene), holonom, isWanted);
}

function sceneOfMesh(name: string, mesh: Parameters<typeof cleanMesh>[0]): SceneDefinition {
  const cleaned = cleanMesh(mesh);
  addMesh(name, cleaned);
  const [vertices, triangles] = [cleaned.vertices.length / 3, cleaned.indices.length / 3];
  return meshScene(name, {
    title: name,
    description: `Your mesh, ${vertices} vertices and ${triangles} triangles, one meter high. Choose whether it is cloth or springs.`,
    tags: ['imported'],
  });
}

/** Loads the file into a world of its own first: a mistake is found before anything on the page changes. */
async function sceneOfJson(
  name: string,
  text: string,
  holonom: Holonom,
  isWanted: IsWanted,
): Promise<SceneDefinition | undefined> {
  using trial = holonom.createWorld();
  // What is no JSON is refused by the library, which says where.
  const scene = asScene(text);
  if (scene && !(await isWanted(scene))) return undefined;
  trial.load(text);
  return sceneOfFile(name, scene as Scene, cameraFor(trial));
}

function asScene(text: string): Scene | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many times as far from the middle as most things are is still in the picture. */
const reach = 4;

/** A place from which what lies near the middle of all but the planes is seen: one ball that rolled away makes nothing small. */
export function cameraFor(world: World): SceneDefinition['camera'] {
  const points: number[] = [];
  for (const body of world.bodies) if (!('plane' in body.shape)) points.push(...body.position);
  for (const { positions } of softObjectsOf(world)) points.push(...positions);
  if (points.length === 0) return { position: [4, 3, 6], target: [0, 1, 0] };
  const sides = [0, 1, 2].map((axis) => points.filter((_, i) => i % 3 === axis));
  const middles = sides.map(median);
  const spread = Math.max(
    ...sides.map((side, axis) => median(side.map((value) => Math.abs(value - at(middles, axis))))),
  );
  const far = Math.max(0.5, reach * spread);
  const ends = sides.map((side, axis) => {
    const middle = at(middles, axis);
    const near = side.filter((value) => Math.abs(value - middle) <= far);
    const [low, high] = [Math.min, Math.max].map((end) => near.reduce((a, b) => end(a, b), middle));
    return [low as number, high as number] as const;
  });
  const [x, y, z] = ends.map(([low, high]) => (low + high) / 2) as [number, number, number];
  const size = Math.max(1, ...ends.map(([low, high]) => high - low));
  return { position: [x + 0.8 * size, y + 0.6 * size, z + 1.9 * size], target: [x, y, z] };
}

const at = (list: readonly number[], i: number): number => list[i] as number;

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

/** Tells of files that are picked or dropped on the page. */
export function listenForFiles(
  input: HTMLInputElement,
  cover: HTMLElement,
  opened: (file: File) => void,
): void {
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) opened(file);
    // The same file may be picked again after it was changed.
    input.value = '';
  });
  const carriesFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    cover.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) cover.hidden = true;
  });
  addEventListener('drop', (event) => {
    cover.hidden = true;
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) opened(file);
  });
}
