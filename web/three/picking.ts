import {
  type BufferAttribute,
  type BufferGeometry,
  type Camera,
  type Intersection,
  type Object3D,
  type PerspectiveCamera,
  type Raycaster,
  Vector2,
  Vector3,
} from 'three';

const vertex = new Vector3();

// Pick distance of thin lines and dots. Unit: pixels.
const reach = 6;

/** Aims a ray at a point of the window as seen through an element. Lines are hit within a few pixels. */
export function aim(
  raycaster: Raycaster,
  camera: Camera,
  element: Element,
  clientX: number,
  clientY: number,
): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
  raycaster.setFromCamera(at, camera);
  // Converted at the distance of the origin, around which scenes are built.
  const distance = camera.position.length();
  const angle = ((camera as PerspectiveCamera).fov ?? 40) * (Math.PI / 180);
  const pixel = (2 * Math.tan(angle / 2) * distance) / height;
  raycaster.params.Line.threshold = reach * pixel;
  raycaster.params.Points.threshold = reach * pixel;
}

/** Vertex nearest to a hit, among those of the triangle or line that was hit. */
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
