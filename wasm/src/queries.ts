// Questions about where bodies are: rays, shapes and points.
import type { Body } from './body.js';
import type { ShapeDescription } from './definitions.generated.js';
import { typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';
import { plainDescription, plainVector } from './plain.js';
import type { RotationLike, Vec3, Vec3Like } from './types.js';
import { vectorAt } from './views.js';

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
  /** What it meets. */
  readonly body: Body;
  /** From the origin of the ray. Unit: m. */
  readonly distance: number;
  /** In world axes. Unit: m. */
  readonly point: Vec3;
  /** Of the surface there, against the ray, of unit length. */
  readonly normal: Vec3;
}

const hitStride = 8;

/** Only the nearest, unless the options ask for all. */
export function raycast(
  native: NativeWorld,
  origin: Vec3Like,
  direction: Vec3Like,
  options: RaycastOptions,
): RayHit[] | RayHit | undefined {
  const given = knownOptions(options, rayOptions);
  const { maxDistance = Number.POSITIVE_INFINITY, all = false } = given;
  if (typeof maxDistance !== 'number')
    throw typeError('maxDistance', maxDistance, 'a number of metres');
  const { mask, sensors } = filterOf(given);
  const [ox, oy, oz] = plainVector('origin', origin);
  const [dx, dy, dz] = plainVector('direction', direction);
  const block = native.rayBlock;
  block[0] = ox;
  block[1] = oy;
  block[2] = oz;
  block[3] = dx;
  block[4] = dy;
  block[5] = dz;
  block[6] = maxDistance;
  block[7] = mask;
  block[8] = Number(sensors);
  block[9] = Number(flag('all', all));
  const count = native.raw.rayCast();
  if (count < 0) native.check(false, { ...given, origin, direction, maxDistance });
  if (!all) return count > 0 ? hitAt(native, block, 0) : undefined;
  const found = native.raw.hits();
  return Array.from({ length: count }, (_, hit) => hitAt(native, found, hit * hitStride));
}

function hitAt(native: NativeWorld, data: Float64Array, at: number): RayHit {
  return {
    body: native.object('body', data[at] as number) as Body,
    distance: data[at + 1] as number,
    point: vectorAt(data, at + 2),
    normal: vectorAt(data, at + 5),
  };
}

export function overlap(
  native: NativeWorld,
  shape: ShapeDescription,
  options: OverlapOptions,
): Body[] {
  if (shape === undefined)
    throw typeError('shape', shape, 'a shape, as in { sphere: { radius: 1 } }');
  const given = { ...knownOptions(options, overlapOptions), shape };
  const fields = { shape: { union: 'shape' } };
  const plain = plainDescription(given, { fields }, 'a shape');
  const found = native.raw.overlap(plain);
  native.check(found !== undefined, given);
  return bodiesOf(native, found as Float64Array);
}

export function bodiesAt(native: NativeWorld, point: Vec3Like, options: QueryOptions): Body[] {
  const { mask, sensors } = filterOf(knownOptions(options, queryOptions));
  const place = plainVector('point', point);
  const found = native.raw.bodiesAt(...place, mask, sensors);
  native.check(found !== undefined, { point });
  return bodiesOf(native, found as Float64Array);
}

function bodiesOf(native: NativeWorld, ids: Float64Array): Body[] {
  return Array.from(ids.slice(), (id) => native.object('body', id) as Body);
}

const queryOptions = ['mask', 'sensors'];
const rayOptions = ['all', 'maxDistance', ...queryOptions];
const overlapOptions = ['position', 'rotation', ...queryOptions];

function filterOf({ mask = 0xffffffff, sensors = false }: QueryOptions) {
  if (typeof mask !== 'number' || mask >>> 0 !== mask) {
    const allowed = 'an integer from 0 to 4294967295';
    throw typeError('mask', mask, allowed);
  }
  return { mask, sensors: flag('sensors', sensors) };
}

function flag(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw typeError(name, value, 'true or false');
  return value;
}
