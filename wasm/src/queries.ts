// Questions about where bodies are: rays, shapes and points.
import type { Body } from './body.js';
import type { ShapeDescription } from './definitions.generated.js';
import { HolonomError, typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { plainDescription, plainVector } from './plain.js';
import type { RotationLike, Vec3, Vec3Like } from './types.js';

/** Which bodies a question is about. */
export interface QueryOptions {
  /**
   * Bits of `collisionGroups`, of which a body must have one.
   * @default 0xffffffff
   */
  readonly mask?: number | undefined;
  /**
   * Whether sensors count.
   * @default false
   */
  readonly sensors?: boolean | undefined;
}

/** What a ray may meet, and how far. */
export interface RaycastOptions extends QueryOptions {
  /**
   * Unit: m.
   * @default Infinity
   */
  readonly maxDistance?: number | undefined;
  /**
   * Whether to give every body on the ray, nearest first, rather than the nearest.
   * @default false
   */
  readonly all?: boolean | undefined;
}

/** Where a shape is, and which bodies it may meet. */
export interface OverlapOptions extends QueryOptions {
  /** Of the shape's origin. Unit: m. */
  readonly position?: Vec3Like | undefined;
  /** From the shape's axes to world axes. */
  readonly rotation?: RotationLike | undefined;
}

/** Where a ray meets a body. */
export interface RayHit {
  readonly body: Body;
  /** From the origin of the ray. Unit: m. */
  readonly distance: number;
  /** In world axes. Unit: m. */
  readonly point: Vec3;
  /** Of the surface there, against the ray, of unit length. */
  readonly normal: Vec3;
}

const hitStride = 8;

export function raycast(
  native: NativeWorld,
  origin: Vec3Like,
  direction: Vec3Like,
  options: RaycastOptions,
): RayHit[] {
  const given = {
    origin,
    direction,
    maxDistance: Number.POSITIVE_INFINITY,
    ...known(options, 'all', 'maxDistance'),
  };
  const { maxDistance = Number.POSITIVE_INFINITY, all = false } = given;
  if (typeof maxDistance !== 'number')
    throw typeError('maxDistance', maxDistance, 'a number of metres');
  const [mask, sensors] = filterOf(options);
  const data = native.raw.rayCast(
    ...plainVector('origin', origin),
    ...plainVector('direction', direction),
    maxDistance,
    flag('all', all),
    mask,
    sensors,
  );
  native.check(data !== undefined, given);
  const found = (data as Float64Array).slice();
  return Array.from({ length: found.length / hitStride }, (_, hit) => {
    const [id = 0, distance = 0, px = 0, py = 0, pz = 0, nx = 0, ny = 0, nz = 0] = found.subarray(
      hit * hitStride,
    );
    return {
      body: native.object('body', id) as Body,
      distance,
      point: [px, py, pz],
      normal: [nx, ny, nz],
    };
  });
}

export function overlap(
  native: NativeWorld,
  shape: ShapeDescription,
  options: OverlapOptions,
): Body[] {
  if (shape === undefined)
    throw typeError('shape', shape, 'a shape, as in { sphere: { radius: 1 } }');
  const given = { ...known(options, 'position', 'rotation'), shape };
  const fields = { shape: { union: 'shape' } };
  const found = native.raw.overlap(plainDescription(given, { fields }, 'a shape'));
  native.check(found !== undefined, given);
  return bodiesOf(native, found as Float64Array);
}

export function bodiesAt(native: NativeWorld, point: Vec3Like, options: QueryOptions): Body[] {
  const found = native.raw.bodiesAt(...plainVector('point', point), ...filterOf(known(options)));
  native.check(found !== undefined, { point });
  return bodiesOf(native, found as Float64Array);
}

function bodiesOf(native: NativeWorld, ids: Float64Array): Body[] {
  return Array.from(ids.slice(), (id) => native.object('body', id) as Body);
}

/** The options, if all of them have a meaning. */
function known<Options extends QueryOptions>(options: Options, ...names: string[]): Options {
  if (typeof options !== 'object' || options === null)
    throw typeError('options', options, 'an object');
  const allowed = [...names, 'mask', 'sensors'];
  for (const [name, value] of Object.entries(options)) {
    if (allowed.includes(name)) continue;
    const list = `one of ${allowed.join(', ')}`;
    throw new HolonomError(`${name}: no such option, expected ${list}`, {
      code: 'unknown-field',
      path: name,
      value,
      allowed: list,
    });
  }
  return options;
}

function filterOf({ mask = 0xffffffff, sensors = false }: QueryOptions): [number, boolean] {
  if (typeof mask !== 'number' || mask >>> 0 !== mask) {
    const allowed = 'an integer from 0 to 4294967295';
    throw typeError('mask', mask, allowed);
  }
  return [mask, flag('sensors', sensors)];
}

function flag(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw typeError(name, value, 'true or false');
  return value;
}
