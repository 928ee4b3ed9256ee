// Checks of the arguments of this entry point, made before any change.
import { Attachment, Body, World, WorldObject } from 'holonom';
import {
  checked,
  checkedNumber,
  knownOptions,
  reading,
  refusal,
  viewReason,
} from 'holonom/internal';
import type { BufferGeometry, Camera, Material, Object3D, Ray, Raycaster, Vector3 } from 'three';
import type { DragOptions } from './drag.js';
import type { WebGpu } from './node-materials.js';
import type { Theme } from './palette.js';
import type { Picked } from './picked.js';
import type { View } from './stage.js';
import type { WorldView } from './world-view.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const areNumbers = (values: readonly unknown[]) =>
  values.every((value) => typeof value === 'number');

export const checkedWorld = (world: World): World =>
  checked('world', world, 'world', (it) => it instanceof World);

export const checkedAttachment = (tie: Attachment): Attachment =>
  checked('tie', tie, viewReason('attachment'), (it) => it instanceof Attachment);

/** Returns a body of a world; otherwise throws. */
export function checkedBody(path: string, body: Body, world: World): Body {
  checked(path, body, ['object-of-kind', { kind: 'body' }], (it) => it instanceof Body);
  if (body.world !== world) throw refusal('stale', path, body, 'this-world');
  if (body.alive) return body;
  throw refusal('stale', path, body, ['existing-kind', { kind: 'body', id: body.id }]);
}

/** Returns a list of bodies of a world, each once. */
export function checkedBodies(
  path: string,
  bodies: Iterable<Body>,
  world: World,
  check: (path: string, body: Body) => void,
): Body[] {
  checked(path, bodies, 'object-array', (it) => isObject(it) && Symbol.iterator in it);
  const found = new Set<Body>();
  reading(path, bodies, () => {
    for (const body of bodies) {
      const at = `${path}[${found.size}]`;
      check(at, checkedBody(at, body, world));
      if (found.has(body)) throw refusal('range', at, body, 'new-body');
      found.add(body);
    }
  });
  if (found.size === 0) throw refusal('missing', path, bodies, 'body-needed');
  return [...found];
}

export const checkedTheme = (theme: Theme): Theme =>
  checked(
    'theme',
    theme,
    ['one-word', { words: ['light', 'dark'] }],
    (it) => it === 'light' || it === 'dark',
  );

export function checkedFlag(path: string, on: boolean): boolean {
  return checked(path, on, 'boolean', (it) => typeof it === 'boolean');
}

export function checkedText(path: string, text: string): string {
  return checked(path, text, 'string', (it) => typeof it === 'string');
}

/** Returns an object with three finite numbers x, y, z; otherwise throws. */
export function checkedVector(path: string, vector: Vector3): Vector3 {
  checked(path, vector, viewReason('vector3'), ({ x, y, z, clone }) =>
    typeof clone === 'function' ? areNumbers([x, y, z]) : false,
  );
  for (const axis of ['x', 'y', 'z'] as const) checkedNumber(`${path}.${axis}`, vector[axis]);
  return vector;
}

/** Returns a list of three finite numbers; otherwise throws. */
export function checkedPoint<Point extends readonly [number, number, number]>(
  path: string,
  point: Point,
): Point {
  checked(path, point, 'three-numbers', (it) => it.length === 3 && areNumbers(Array.from(it)));
  point.forEach((value, axis) => {
    checkedNumber(`${path}[${axis}]`, value);
  });
  return point;
}

/** By type flags, as Three.js does: works also with another copy of it. */
export const checkedCamera = (camera: Camera): Camera =>
  checked('camera', camera, viewReason('camera'), (it) => it.isCamera === true);

export const checkedObject = (object: Object3D): Object3D =>
  checked('object', object, viewReason('object-3d'), (it) => it.isObject3D === true);

export const checkedGeometry = (path: string, geometry: BufferGeometry): BufferGeometry =>
  checked(path, geometry, viewReason('buffer-geometry'), (it) => it.isBufferGeometry === true);

export const checkedMaterial = (material: Material | Material[]): Material | Material[] =>
  checked('material', material, viewReason('material'), (it) =>
    [it].flat().every(({ isMaterial }) => isMaterial === true),
  );

export const checkedRay = (path: string, ray: Ray): Ray =>
  checked(path, ray, viewReason('ray'), ({ intersectPlane, origin, direction }) => {
    if (typeof intersectPlane !== 'function') return false;
    checkedVector(`${path}.origin`, origin);
    return checkedVector(`${path}.direction`, direction);
  });

export const checkedRaycaster = (raycaster: Raycaster): Raycaster =>
  checked('raycaster', raycaster, viewReason('raycaster'), ({ intersectObjects, params, ray }) =>
    typeof intersectObjects === 'function' && isObject(params)
      ? checkedRay('raycaster.ray', ray)
      : false,
  );

const kinds = ['body', 'cloth', 'rope', 'grains', 'softBody', 'rod', 'springNetwork'] as const;

/** Returns an object or point of a world; the world checks that it exists. */
export const checkedPicked = (picked: Picked): Picked =>
  checked('picked', picked, viewReason('picked'), (it) => {
    const [kind, more] = kinds.filter((name) => it[name] !== undefined);
    if (!kind || more || !(it[kind] instanceof WorldObject)) return false;
    return kind === 'body' || typeof it.point === 'number';
  });

/** Returns the options of a drag and others with given names. */
export function checkedDragOptions<Options extends DragOptions>(
  options: Options,
  others: readonly string[] = [],
): Options {
  const given = knownOptions(options, ['frequency', 'maxForce', ...others]);
  const { frequency = 1, maxForce = 1 } = given;
  checkedNumber(
    'frequency',
    frequency,
    ['number-above-to', { low: 0, high: 10_000 }],
    (it) => it > 0 && it <= 1e4,
  );
  checkedNumber('maxForce', maxForce, ['number-above', { low: 0 }], (it) => it > 0);
  return given;
}

export const checkedWebGpu = (webgpu: WebGpu | undefined): WebGpu | undefined =>
  checked(
    'webgpu',
    webgpu,
    viewReason('webgpu'),
    (it) =>
      it === undefined || (isObject(it.TSL) && typeof it.MeshStandardNodeMaterial === 'function'),
  );

/** Returns an event target that has a method of this name; otherwise throws. */
export function checkedElement<Item extends EventTarget>(
  path: string,
  element: Item,
  method: keyof Item = 'addEventListener',
): Item {
  return checked(
    path,
    element,
    viewReason(path === 'canvas' ? 'canvas' : 'element'),
    (it) => typeof it.addEventListener === 'function' && typeof it[method] === 'function',
  );
}

export const checkedControls = (controls: { enabled: boolean } | undefined) =>
  checked(
    'controls',
    controls,
    viewReason('controls'),
    (it) => it === undefined || typeof it.enabled === 'boolean',
  );

export const checkedView = (view: WorldView): WorldView =>
  checked('view', view, viewReason('view'), (it) => it.world instanceof World && checkedObject(it));

export function checkedViewpoint(view: View): View {
  return checked('view', view, viewReason('viewpoint'), ({ position, target }) => {
    checkedPoint('view.position', position);
    return checkedPoint('view.target', target);
  });
}
