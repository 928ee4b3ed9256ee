// Spatial queries: ray casts, overlaps, shape casts, proximity and points.
import type { Body } from './body.js';
import type { ShapeDescription } from './definitions.generated.js';
import { reading, typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';
import {
  isMarked,
  kMostItems,
  plainDescription,
  plainField,
  plainVector,
  tooLong,
} from './plain.js';
import type { RotationLike, Vec3, Vec3Like } from './types.js';
import { vectorAt } from './views.js';

/** Filter of a query. */
export interface QueryOptions {
  /**
   * Groups to find, one bit per group. A body is found if its `collisionGroups` share a bit with it.
   * @default 0xffffffff
   */
  readonly mask?: number | undefined;
  /**
   * Whether sensors are found.
   * @default false
   */
  readonly sensors?: boolean | undefined;
  /** Body to exclude, usually the one casting the ray, or a list of bodies. */
  readonly exclude?: Body | Iterable<Body> | undefined;
}

/** Options of {@link World.raycast}. */
export interface RaycastOptions extends QueryOptions {
  /**
   * Maximum distance. Unit: m.
   * @default Infinity
   */
  readonly maxDistance?: number | undefined;
  /**
   * Whether to return every body on the ray, nearest first, instead of the nearest one.
   * @default false
   */
  readonly all?: boolean | undefined;
}

/** Options of {@link World.overlap}. */
export interface OverlapOptions extends QueryOptions {
  /** Position of the shape's origin, in world axes. Default: the origin. Unit: m. */
  readonly position?: Vec3Like | undefined;
  /** Rotation from the shape's axes to world axes. Default: none. */
  readonly rotation?: RotationLike | undefined;
}

/** Options of {@link World.proximity}. */
export interface ProximityOptions extends OverlapOptions {
  /**
   * Maximum distance at which a body is reported. Unit: m.
   * @default Infinity
   */
  readonly maxDistance?: number | undefined;
}

/** Options of {@link World.castShape}. */
export interface ShapeCastOptions extends OverlapOptions {
  /**
   * Maximum distance of the cast. Unit: m.
   * @default Infinity
   */
  readonly maxDistance?: number | undefined;
  /**
   * Whether to return every body on the way, nearest first, instead of the nearest one.
   * @default false
   */
  readonly all?: boolean | undefined;
  /**
   * Whether to report a body that overlaps the shape at the start and that the cast moves away from.
   * @default true
   */
  readonly stopAtPenetration?: boolean | undefined;
  /**
   * Gap at which a body is hit: the shape is cast as if inflated by it. Unit: m.
   * @default 0
   */
  readonly margin?: number | undefined;
}

/** Hit of a ray. */
export interface RayHit {
  /** Body hit. */
  readonly body: Body;
  /** Distance from the origin of the ray. Unit: m. */
  readonly distance: number;
  /** Point of the hit, in world axes. Unit: m. */
  readonly point: Vec3;
  /** Unit normal of the surface, against the ray, in world axes. */
  readonly normal: Vec3;
}

/** Hit of a shape cast. */
export interface ShapeCastHit extends RayHit {
  /** Distance moved until the hit; 0 if they overlap at the start. Unit: m. */
  readonly distance: number;
  /** Penetration depth at the start: the smallest translation along the normal that separates them. Unit: m. */
  readonly depth: number;
}

/** Body near a shape, with its nearest point. */
export interface ProximityHit extends RayHit {
  /** Distance between the surfaces. If they overlap, the negative penetration depth. Unit: m. */
  readonly distance: number;
}

const hitStride = 8;

/** Returns only the nearest hit, unless the options ask for all. */
export function raycast(
  native: NativeWorld,
  origin: Vec3Like,
  direction: Vec3Like,
  options: RaycastOptions,
): RayHit[] | RayHit | undefined {
  const given = knownOptions(options, rayOptions);
  const { maxDistance = Number.POSITIVE_INFINITY, all = false } = given;
  meters(maxDistance);
  const { mask, sensors, exclude } = filterOf(native, given);
  const [ox, oy, oz] = plainVector('origin', origin);
  const [dx, dy, dz] = plainVector('direction', direction);
  // Before the block is filled: a long list may move it.
  if (exclude.length > 1) native.check(native.raw.exclude(exclude));
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
  block[10] = exclude.length > 1 ? -1 : (exclude[0] ?? 0);
  const count = native.raw.rayCast();
  if (count < 0) native.check(false, { ...given, origin, direction, maxDistance });
  if (!all) return count > 0 ? hitAt(native, native.rayBlock, 0) : undefined;
  return hitsOf(native, count);
}

function hitsOf(native: NativeWorld, count: number): RayHit[] {
  const found = count > 0 ? native.raw.hits() : new Float64Array();
  return Array.from({ length: count }, (_, hit) => hitAt(native, found, hit * hitStride));
}

/** Returns only the nearest hit, unless the options ask for all. */
export function castShape(
  native: NativeWorld,
  shape: ShapeDescription,
  direction: Vec3Like,
  options: ShapeCastOptions,
): ShapeCastHit[] | ShapeCastHit | undefined {
  const known = knownOptions(options, castOptions);
  const {
    maxDistance = Number.POSITIVE_INFINITY,
    all = false,
    stopAtPenetration = true,
    margin = 0,
    ...place
  } = known;
  const query = shapeQuery(native, shape, place);
  const args = [
    ...plainVector('direction', direction),
    meters(maxDistance),
    flag('stopAtPenetration', stopAtPenetration),
    flag('all', all),
    meters(margin, 'margin'),
  ] as const;
  const count = native.raw.castShape(query, ...args);
  if (count < 0) native.check(false, { ...known, shape, direction, maxDistance, margin });
  const hits = hitsOf(native, count).map((hit) => ({
    ...hit,
    distance: Math.max(0, hit.distance),
    depth: Math.max(0, -hit.distance),
  }));
  return all ? hits : hits[0];
}

export function proximity(
  native: NativeWorld,
  shape: ShapeDescription,
  options: ProximityOptions,
): ProximityHit[] {
  const known = knownOptions(options, proximityOptions);
  const { maxDistance = Number.POSITIVE_INFINITY, ...place } = known;
  const query = shapeQuery(native, shape, place);
  const count = native.raw.proximity(query, meters(maxDistance));
  if (count < 0) native.check(false, { ...known, shape, maxDistance });
  return hitsOf(native, count);
}

function meters(length: unknown, name = 'maxDistance'): number {
  if (typeof length === 'number') return length;
  throw typeError(name, length, 'meters');
}

const queryFields = { shape: { union: 'shape' } };

/** Query of a shape in a pose, as the core reads it. */
function shapeQuery(native: NativeWorld, shape: ShapeDescription, place: OverlapOptions): object {
  if (shape === undefined) throw typeError('shape', shape, 'shape-needed');
  const destination = { world: native.world, fields: queryFields };
  const exclude = excluded(native, place.exclude);
  return plainDescription({ ...place, exclude, shape }, destination, 'shape-description');
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
  const given = knownOptions(options, overlapOptions);
  const query = shapeQuery(native, shape, given);
  const found = native.raw.overlap(query);
  native.check(found !== undefined, { ...given, shape });
  return bodiesOf(native, found as Float64Array);
}

export function bodiesAt(native: NativeWorld, point: Vec3Like, options: QueryOptions): Body[] {
  const { mask, sensors, exclude } = filterOf(native, knownOptions(options, queryOptions));
  const place = plainVector('point', point);
  native.check(native.raw.exclude(exclude));
  const found = native.raw.bodiesAt(...place, mask, sensors);
  native.check(found !== undefined, { point });
  return bodiesOf(native, found as Float64Array);
}

function bodiesOf(native: NativeWorld, ids: Float64Array): Body[] {
  return Array.from(ids.slice(), (id) => native.object('body', id) as Body);
}

const queryOptions = ['mask', 'sensors', 'exclude'];
const rayOptions = ['all', 'maxDistance', ...queryOptions];
const overlapOptions = ['position', 'rotation', ...queryOptions];
const proximityOptions = ['maxDistance', ...overlapOptions];
const castOptions = ['all', 'margin', 'maxDistance', 'stopAtPenetration', ...overlapOptions];

function filterOf(native: NativeWorld, options: QueryOptions) {
  const { mask = 0xffffffff, sensors = false } = options;
  if (typeof mask !== 'number' || mask >>> 0 !== mask) {
    throw typeError('mask', mask, ['integer-from-to', { low: 0, high: 0xffffffff }]);
  }
  const exclude = excluded(native, options.exclude);
  return { mask, sensors: flag('sensors', sensors), exclude };
}

/** Handles of one body of this world or a list of them. */
function excluded(native: NativeWorld, exclude: QueryOptions['exclude']): number[] {
  if (exclude === undefined) return [];
  return reading('exclude', exclude, () => {
    if (typeof exclude !== 'object' || exclude === null)
      throw typeError('exclude', exclude, 'bodies');
    if (isMarked(exclude)) return [handleOf(native, exclude, 'exclude')];
    if (!(Symbol.iterator in exclude)) throw typeError('exclude', exclude, 'bodies');
    const handles: number[] = [];
    for (const body of exclude) {
      // An iterator may be infinite.
      if (handles.length === kMostItems) throw tooLong('exclude', exclude, kMostItems);
      handles.push(handleOf(native, body, `exclude[${handles.length}]`));
    }
    return handles;
  });
}

function handleOf(native: NativeWorld, body: unknown, path: string): number {
  if (typeof body !== 'object' || body === null || !isMarked(body))
    throw typeError(path, body, ['object-of-kind', { kind: 'body' }]);
  const fields = { [path]: { handle: 'body' } };
  return plainField(path, body, { world: native.world, fields }) as number;
}

function flag(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw typeError(name, value, 'boolean');
  return value;
}
