// Questions about where bodies are: rays, shapes that rest and that move, and points.
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
  /** A body to leave out, such as the one that casts the ray, or a list of them. */
  readonly exclude?: Body | Iterable<Body> | undefined;
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

/** How far from a shape bodies are meant. */
export interface ProximityOptions extends OverlapOptions {
  /**
   * Unit: m.
   * @default Infinity
   */
  readonly maxDistance?: number | undefined;
}

/** Where a shape begins its way, how far it goes and what it may meet. */
export interface ShapeCastOptions extends OverlapOptions {
  /**
   * Of the way. Unit: m.
   * @default Infinity
   */
  readonly maxDistance?: number | undefined;
  /**
   * Whether to give every body on the way, nearest first, rather than the nearest.
   * @default false
   */
  readonly all?: boolean | undefined;
  /**
   * Whether a body counts that overlaps the shape at the start and that the way leads out of.
   * @default true
   */
  readonly stopAtPenetration?: boolean | undefined;
  /**
   * Gap at which the shape meets a body: the shape is cast as if it were rounded outward by this. Unit: m.
   * @default 0
   */
  readonly margin?: number | undefined;
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

/** Where a shape that moves along a line meets a body. */
export interface ShapeCastHit extends RayHit {
  /** Of the way; 0 where they overlap at the start. Unit: m. */
  readonly distance: number;
  /** How deep they overlap at the start: the least move along the normal that parts them. Unit: m. */
  readonly depth: number;
}

/** Where a body is nearest to a shape. */
export interface ProximityHit extends RayHit {
  /** Between the surfaces; where they overlap minus the least move along the normal that parts them. Unit: m. */
  readonly distance: number;
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

/** Only the nearest, unless the options ask for all. */
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

/** A shape at a place, as the core reads it. */
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
      // An iterator may never end.
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
