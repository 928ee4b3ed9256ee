// Meshes that scenes ask for by name: those of the site, and those the reader has opened.
import { SiteError } from '../language/site-error.js';
import type { Mesh } from '../scenes/scene.js';

const loaders: Record<string, () => Promise<Mesh>> = {
  async bunny() {
    const { default: bunny } = await import('bunny');
    return { vertices: bunny.positions.flat(), indices: bunny.cells.flat() };
  },
};
const known = new Map<string, Mesh>();

/** Makes a mesh known under a name. */
export function addMesh(name: string, mesh: Mesh): void {
  known.set(name, mesh);
}

/** The meshes of these names, fetched if needed. */
export async function loadMeshes(names: readonly string[]): Promise<Record<string, Mesh>> {
  const entries = names.map(async (name): Promise<[string, Mesh]> => {
    const mesh = known.get(name) ?? (await loaders[name]?.());
    if (!mesh) throw new SiteError('mesh-unknown', { name });
    known.set(name, mesh);
    return [name, mesh];
  });
  return Object.fromEntries(await Promise.all(entries));
}

// Beyond this a step takes longer than a frame on ordinary machines.
const mostVertices = 20_000;

/**
 * A mesh of a file made fit for simulation: equal places become one vertex (files repeat them along
 * seams), triangles without area and vertices without triangles go.
 * @throws when nothing useful is left.
 */
export function cleanMesh({ vertices, indices }: Mesh): Mesh {
  const merged = new Map<string, number>();
  const points: number[] = [];
  const place = (index: number): number => {
    const point = [0, 1, 2].map((axis) => vertices[3 * index + axis] ?? Number.NaN);
    if (!point.every(Number.isFinite)) throw new SiteError('mesh-vertex', { vertex: index + 1 });
    const key = point.map((value) => Math.fround(value)).join(' ');
    const found = merged.get(key);
    if (found !== undefined) return found;
    const next = points.length / 3;
    points.push(...point);
    merged.set(key, next);
    return next;
  };
  const triangles: number[] = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => place(indices[i + k] as number)) as [
      number,
      number,
      number,
    ];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  if (triangles.length === 0) throw new SiteError('file-empty');
  const count = points.length / 3;
  if (count > mostVertices) throw new SiteError('mesh-size', { count, most: mostVertices });
  return { vertices: points, indices: triangles };
}
