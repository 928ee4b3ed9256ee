import type { ConvexShapeDescription, ShapeDescription } from 'holonom';
import {
  checked,
  checkedNumber,
  knownOptions,
  type Reason,
  refusal,
  viewReason,
} from 'holonom/internal';
import {
  Box3,
  type BufferAttribute,
  type BufferGeometry,
  Matrix4,
  type Mesh,
  type Object3D,
  Vector3,
} from 'three';
import { scaleOf } from './world-scale.js';

const kinds = ['hull', 'box', 'sphere', 'mesh'] as const;

/** Options of {@link shapeFrom}. */
export interface ShapeFromOptions {
  /**
   * Shape to fit:
   * - `hull`: the convex hull of all vertices
   * - `box`: the box along the axes that contains all vertices
   * - `sphere`: a sphere about the center of that box that contains all vertices
   * - `mesh`: all triangles, for static bodies
   */
  readonly kind: (typeof kinds)[number];
}

/** Triangles of all meshes: vertices x y z, and three vertex indices each. */
interface Triangles {
  readonly vertices: number[];
  readonly indices: number[];
}

/** Tolerance for floating-point rounding: lengths below this fraction of the size count as 0. */
const rounding = 1e-6;
/** Least ratio of twice the area of a triangle to the square of its longest side, as the core accepts it. */
const thinnest = 1e-6;
const vertex = new Vector3();

/**
 * Returns a shape that fits a geometry, or all meshes of an object and its descendants.
 *
 * The shape of an object is in its axes, at its scale in the world. A body in the pose given by `getWorldPosition` and
 * `getWorldQuaternion` of the object collides where the object is drawn. A box or sphere with its center off the
 * origin is a compound of one part.
 *
 * `mesh` leaves out triangles without area. Refused are geometries without the vertices that the shape needs, NaN, a
 * scale of 0, and skinned, instanced and batched meshes: their vertices are moved on the GPU. The world refuses a hull
 * whose points lie in a plane.
 * @example
 * const mesh = new Mesh(new BoxGeometry(1, 2, 1), new MeshStandardMaterial());
 * mesh.position.set(0, 8, 0);
 * const pillar = world.addBody({
 *   shape: shapeFrom(mesh, { kind: 'box' }),
 *   position: mesh.getWorldPosition(new Vector3()),
 *   rotation: mesh.getWorldQuaternion(new Quaternion()),
 * });
 * view.bind(pillar, mesh);
 */
export function shapeFrom(
  source: BufferGeometry | Object3D,
  options: ShapeFromOptions,
): ShapeDescription {
  const { kind } = knownOptions(options, ['kind']);
  checked('kind', kind, ['one-word', { words: kinds }], (it) => kinds.includes(it));
  checked(
    'source',
    source,
    viewReason('geometry-or-object'),
    (it) => isGeometry(it) || it.isObject3D === true,
  );
  const { vertices, indices } = isGeometry(source) ? trianglesOf(source) : trianglesIn(source);
  const need = (reason: Reason, fits: boolean): void => {
    if (!fits) throw refusal('geometry', 'source', source, reason);
  };
  if (kind === 'mesh') {
    // In single precision, as the core has them.
    const rounded = Float32Array.from(vertices);
    const solid = withArea(rounded, indices);
    need('one-triangle', solid.length > 0);
    return { mesh: { vertices: rounded, indices: Uint32Array.from(solid) } };
  }
  if (kind === 'hull') {
    need('four-points', vertices.length >= 12);
    return { hull: { points: Float32Array.from(vertices) } };
  }
  need('points-apart', vertices.length > 0);
  const bounds = new Box3().setFromArray(vertices);
  const center = bounds.getCenter(new Vector3());
  const halfExtents = bounds.getSize(new Vector3()).multiplyScalar(0.5);
  if (kind === 'box') {
    need(
      'points-not-in-plane',
      Math.min(...halfExtents.toArray()) > rounding * halfExtents.length(),
    );
    return placed({ box: { halfExtents: halfExtents.toArray() } }, center, halfExtents.length());
  }
  let radius = 0;
  for (let i = 0; i < vertices.length; i += 3)
    radius = Math.max(radius, center.distanceTo(vertex.fromArray(vertices, i)));
  need('points-apart', radius > 0);
  return placed({ sphere: { radius } }, center, radius);
}

const isGeometry = (source: BufferGeometry | Object3D): source is BufferGeometry =>
  'isBufferGeometry' in source && source.isBufferGeometry === true;

function placed(shape: ConvexShapeDescription, center: Vector3, size: number): ShapeDescription {
  if (center.length() <= rounding * size) return shape;
  return { compound: { parts: [{ position: center.toArray(), shape }] } };
}

/** Triangles of all meshes under an object, in its axes and at its scale in the world. */
function trianglesIn(object: Object3D): Triangles {
  object.updateWorldMatrix(true, true);
  const scale = scaleOf('source', object.matrixWorld);
  const inverse = object.matrixWorld.clone().invert();
  const all: Triangles = { vertices: [], indices: [] };
  object.traverse((child) => {
    if (!('isMesh' in child) || child.isMesh !== true) return;
    for (const flag of ['isSkinnedMesh', 'isInstancedMesh', 'isBatchedMesh'])
      if (flag in child)
        throw refusal('geometry', `source.${flag}`, true, viewReason('plain-mesh'));
    const toObject = new Matrix4().multiplyMatrices(inverse, child.matrixWorld).premultiply(scale);
    const { vertices, indices } = trianglesOf((child as Mesh).geometry, toObject);
    const first = all.vertices.length / 3;
    for (const number of vertices) all.vertices.push(number);
    for (const index of indices) all.indices.push(first + index);
  });
  return all;
}

/** Triangles of a geometry, transformed by a matrix. */
function trianglesOf(geometry: BufferGeometry, matrix = new Matrix4()): Triangles {
  const position = geometry.attributes.position as BufferAttribute | undefined;
  const vertices: number[] = [];
  const count = position?.count ?? 0;
  for (let i = 0; i < count; i++) {
    vertex.fromBufferAttribute(position as BufferAttribute, i);
    for (const axis of ['x', 'y', 'z'] as const)
      checkedNumber(`source.attributes.position[${i}].${axis}`, vertex[axis]);
    vertices.push(...vertex.applyMatrix4(matrix).toArray());
  }
  const { index } = geometry;
  const corners = index?.count ?? count;
  const indices = Array.from({ length: corners - (corners % 3) }, (_, i) => index?.getX(i) ?? i);
  // A mirrored triangle turns its front, so it is drawn and collides from the other side.
  if (matrix.determinant() < 0)
    for (let i = 0; i < indices.length; i += 3)
      [indices[i], indices[i + 1]] = [indices[i + 1] as number, indices[i] as number];
  return { vertices, indices };
}

/** Leaves out triangles without area, which the core refuses. */
function withArea(vertices: Float32Array, indices: readonly number[]): number[] {
  const at = (corner: number) => new Vector3().fromArray(vertices, 3 * (indices[corner] as number));
  const solid: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    const longest = Math.max(
      a.distanceToSquared(b),
      b.distanceToSquared(c),
      c.distanceToSquared(a),
    );
    const area = b.sub(a).cross(c.sub(a)).length();
    if (area > thinnest * longest) solid.push(...indices.slice(i, i + 3));
  }
  return solid;
}
