import type { BufferAttribute, BufferGeometry, Intersection, Object3D } from 'three';
import { Vector3 } from 'three';

const vertex = new Vector3();

/** The vertex nearest to a hit, among those of the triangle or line that was hit. */
export function nearestOf(object: Object3D, hit: Intersection): number {
  const { geometry } = object as Object3D & { geometry: BufferGeometry };
  const position = geometry.attributes.position as BufferAttribute;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates(geometry, hit)) {
    const distance = object
      .localToWorld(vertex.fromBufferAttribute(position, candidate))
      .distanceToSquared(hit.point);
    if (distance < least) [least, nearest] = [distance, candidate];
  }
  return nearest;
}

function candidates(geometry: BufferGeometry, hit: Intersection): number[] {
  if (hit.face) return [hit.face.a, hit.face.b, hit.face.c];
  const start = hit.index ?? 0;
  return [start, start + 1].map((at) => geometry.index?.getX(at) ?? at);
}
