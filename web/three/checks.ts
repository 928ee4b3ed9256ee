// What the arguments of this door must be: they are checked before anything is changed.
import { Attachment, World, WorldObject } from 'holonom';
import { checked, checkedNumber, knownOptions } from 'holonom/internal';
import type { Camera, Object3D, Ray, Raycaster, Vector3 } from 'three';
import type { DragOptions } from './drag.js';
import type { WebGpu } from './node-materials.js';
import type { Theme } from './palette.js';
import type { View } from './stage.js';
import type { Picked, WorldView } from './world-view.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const areNumbers = (values: readonly unknown[]) =>
  values.every((value) => typeof value === 'number');

export const checkedWorld = (world: World): World =>
  checked('world', world, 'a world', (it) => it instanceof World);

export const checkedAttachment = (tie: Attachment): Attachment =>
  checked('tie', tie, 'an attachment', (it) => it instanceof Attachment);

export const checkedTheme = (theme: Theme): Theme =>
  checked('theme', theme, 'light or dark', (it) => it === 'light' || it === 'dark');

export function checkedFlag(path: string, on: boolean): boolean {
  return checked(path, on, 'true or false', (it) => typeof it === 'boolean');
}

export function checkedText(path: string, text: string): string {
  return checked(path, text, 'a text', (it) => typeof it === 'string');
}

/** Three finite numbers x, y, z of an object. */
export function checkedVector(path: string, vector: Vector3): Vector3 {
  checked(path, vector, 'a Vector3', ({ x, y, z, clone }) =>
    typeof clone === 'function' ? areNumbers([x, y, z]) : false,
  );
  for (const axis of ['x', 'y', 'z'] as const) checkedNumber(`${path}.${axis}`, vector[axis]);
  return vector;
}

/** A list of three finite numbers. */
export function checkedPoint<Point extends readonly [number, number, number]>(
  path: string,
  point: Point,
): Point {
  checked(path, point, '[x, y, z]', (it) => it.length === 3 && areNumbers(Array.from(it)));
  point.forEach((value, axis) => {
    checkedNumber(`${path}[${axis}]`, value);
  });
  return point;
}

/** As Three.js tells its things apart, also those of another copy of it. */
export const checkedCamera = (camera: Camera): Camera =>
  checked('camera', camera, 'a camera of Three.js', (it) => it.isCamera === true);

export const checkedObject = (object: Object3D): Object3D =>
  checked('object', object, 'an object of Three.js', (it) => it.isObject3D === true);

export const checkedRay = (path: string, ray: Ray): Ray =>
  checked(path, ray, 'a Ray', ({ intersectPlane, origin, direction }) => {
    if (typeof intersectPlane !== 'function') return false;
    checkedVector(`${path}.origin`, origin);
    return checkedVector(`${path}.direction`, direction);
  });

export const checkedRaycaster = (raycaster: Raycaster): Raycaster =>
  checked('raycaster', raycaster, 'a Raycaster', ({ intersectObject, params, ray }) =>
    typeof intersectObject === 'function' && isObject(params)
      ? checkedRay('raycaster.ray', ray)
      : false,
  );

const kinds = ['body', 'cloth', 'springNetwork'] as const;

/** Something of a world; whether it is there still, and has such a point, the world says. */
export const checkedPicked = (picked: Picked): Picked =>
  checked('picked', picked, 'a body, or a cloth or spring network with a point', (it) => {
    const [kind, more] = kinds.filter((name) => it[name] !== undefined);
    if (!kind || more || !(it[kind] instanceof WorldObject)) return false;
    return kind === 'body' || typeof it.point === 'number';
  });

/** Options of a pull, and others whose names are given. */
export function checkedDragOptions<Options extends DragOptions>(
  options: Options,
  others: readonly string[] = [],
): Options {
  const given = knownOptions(options, ['frequency', 'maxForce', ...others]);
  const { frequency = 1, maxForce = 1 } = given;
  checkedNumber('frequency', frequency, 'above 0, at most 10000', (it) => it > 0 && it <= 1e4);
  checkedNumber('maxForce', maxForce, 'a number above 0', (it) => it > 0);
  return given;
}

export const checkedWebGpu = (webgpu: WebGpu | undefined): WebGpu | undefined =>
  checked(
    'webgpu',
    webgpu,
    'the module three/webgpu',
    (it) =>
      it === undefined || (isObject(it.TSL) && typeof it.MeshStandardNodeMaterial === 'function'),
  );

/** Something of the page that hears of events, and has a method of this name. */
export function checkedElement<Item extends EventTarget>(
  path: string,
  element: Item,
  method: keyof Item = 'addEventListener',
): Item {
  return checked(
    path,
    element,
    path === 'canvas' ? 'a canvas' : 'an element of the page',
    (it) => typeof it.addEventListener === 'function' && typeof it[method] === 'function',
  );
}

export const checkedControls = (controls: { enabled: boolean } | undefined) =>
  checked(
    'controls',
    controls,
    'controls with a switch enabled',
    (it) => it === undefined || typeof it.enabled === 'boolean',
  );

export const checkedView = (view: WorldView): WorldView =>
  checked('view', view, 'a WorldView', (it) => it.world instanceof World && checkedObject(it));

export function checkedViewpoint(view: View): View {
  return checked('view', view, '{ position, target }', ({ position, target }) => {
    checkedPoint('view.position', position);
    return checkedPoint('view.target', target);
  });
}
