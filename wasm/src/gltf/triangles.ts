// Triangles and points of meshes in a glTF file.
import type { Vec3 } from '../types.js';
import {
  type GltfDocument,
  type GltfFile,
  type GltfNode,
  type GltfOptions,
  opened,
} from './document.js';
import { type Frame, isMirrored, place } from './frames.js';
import type { Place } from './place.js';

/** A triangle mesh as plain lists. */
export interface TriangleMesh {
  /** Vertices, x y z each. Unit: m. */
  readonly vertices: number[];
  /** Vertex indices, three per triangle. */
  readonly indices: number[];
}

const kTriangles = 4;
const kStrip = 5;
const kFan = 6;

/**
 * Reads the triangles of all meshes of a glTF file with the transforms of their nodes, in the file's world axes.
 * Skins and morph targets are not applied. Lines and points are ignored. Compressed meshes are refused.
 * @throws HolonomError that names the field.
 * @example
 * const mesh = readMesh(file);
 * world.addBody({ type: 'static', shape: { mesh } });
 */
export function readMesh(file: GltfFile, options?: GltfOptions): TriangleMesh {
  return opened(file, options, (document) => {
    const mesh: TriangleMesh = { vertices: [], indices: [] };
    for (const node of document.scene) {
      const drawn = meshOf(document, node);
      if (drawn) trianglesOf(document, drawn, node.frame, mesh);
    }
    return mesh;
  });
}

/** Mesh of a node; undefined if it has none. */
export function meshOf(document: GltfDocument, node: GltfNode): Place | undefined {
  const mesh = node.json.at('mesh');
  return mesh.given ? mesh.of(document.list('meshes'), 'meshes') : undefined;
}

/** Adds the triangles of a mesh, transformed by a frame. */
export function trianglesOf(
  document: GltfDocument,
  mesh: Place,
  frame: Frame,
  to: TriangleMesh,
): void {
  // A mirroring transform reverses the winding.
  const order = isMirrored(frame) ? [0, 2, 1] : [0, 1, 2];
  for (const primitive of mesh.at('primitives').items()) {
    const mode = primitive.at('mode').numberOr(kTriangles);
    if (mode !== kTriangles && mode !== kStrip && mode !== kFan) continue;
    const first = to.vertices.length / 3;
    const count = addPoints(document, primitive, frame, to.vertices);
    const corners = cornersOf(document, primitive, count);
    const triangles = mode === kTriangles ? Math.floor(corners.length / 3) : corners.length - 2;
    for (let i = 0; i < triangles; i++) {
      const [a, b, c] = triangle(mode, i);
      const three = [corners[a], corners[b], corners[c]] as Vec3;
      for (const k of order) to.indices.push(first + (three[k] as number));
    }
  }
}

/** Corner indices of a triangle. Every other triangle of a strip is reversed. */
function triangle(mode: number, i: number): Vec3 {
  if (mode === kTriangles) return [3 * i, 3 * i + 1, 3 * i + 2];
  if (mode === kFan) return [0, i + 1, i + 2];
  return i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2];
}

/** Adds the points of a mesh of any primitive type. */
export function pointsOf(document: GltfDocument, mesh: Place, frame: Frame, to: number[]): void {
  for (const primitive of mesh.at('primitives').items()) addPoints(document, primitive, frame, to);
}

function addPoints(document: GltfDocument, primitive: Place, frame: Frame, to: number[]): number {
  const packed = primitive.at('extensions').at('KHR_draco_mesh_compression');
  if (packed.given) packed.refuse('uncompressed-mesh');
  const position = primitive.at('attributes').at('POSITION');
  const numbers = document.numbers(position.of(document.list('accessors'), 'accessors'), 3);
  for (let i = 0; i < numbers.length; i += 3)
    to.push(...place(frame, numbers.slice(i, i + 3) as Vec3));
  return numbers.length / 3;
}

function cornersOf(document: GltfDocument, primitive: Place, count: number): number[] {
  const indices = primitive.at('indices');
  if (!indices.given) return Array.from({ length: count }, (_, i) => i);
  const accessor = indices.of(document.list('accessors'), 'accessors');
  const corners = document.numbers(accessor, 1);
  if (corners.some((corner) => corner >= count))
    accessor.refuse(['numbers-of-vertices', { count }], 'range');
  return corners;
}
