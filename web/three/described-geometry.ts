// Geometry of shapes that are not scaled unit shapes.
import type { Body } from 'holonom';
import { BufferAttribute, BufferGeometry, CapsuleGeometry } from 'three';

/** Shapes drawn with a geometry of their own. */
export const describedShapes = ['capsule', 'hull', 'mesh'] as const;
/** Name of such a shape. */
export type DescribedShape = (typeof describedShapes)[number];

/** A capsule along y, with positions and normals only and without an index. Unit: m. */
export function capsuleGeometry(radius: number, halfHeight: number): BufferGeometry {
  const indexed = new CapsuleGeometry(radius, 2 * halfHeight, 6, 20);
  const geometry = indexed.toNonIndexed();
  indexed.dispose();
  geometry.deleteAttribute('uv');
  return geometry;
}

/** A hull or mesh with flat-shaded triangles, equal to the collision shape. */
export function facetsOf(body: Body, part: number): BufferGeometry {
  const { vertices, indices } = body.geometry(part);
  const positions = new Float32Array(3 * indices.length);
  indices.forEach((vertex, i) => {
    positions.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}
