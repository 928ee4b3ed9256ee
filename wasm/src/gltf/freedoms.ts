// Degrees of freedom of a glTF joint, and the joint type with the same ones.
import type { Notes } from './notes.js';
import type { Place } from './place.js';

/** Range of a coordinate; infinite if unlimited. Unit: m, or rad for rotations. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Degrees of freedom of the connected node relative to the joint's node. */
export interface Freedoms {
  /** Translations along x, y, z. */
  readonly linear: Range[];
  /** Rotations about x, y, z. */
  readonly angular: Range[];
  /** Distance of the two nodes. */
  reach?: Range;
  /** Half opening angle of a cone about an axis. */
  cone?: { readonly axis: number; readonly half: number };
}

/** Joint type, its axis in the file, and its range. */
export type Kind =
  | { readonly type: 'fixed' | 'distance'; readonly axis: 0; readonly range?: undefined }
  | { readonly type: 'hinge' | 'prismatic'; readonly axis: number; readonly range?: Range }
  | {
      readonly type: 'ball';
      readonly axis: number;
      readonly range?: Range;
      readonly swing?: number;
    };

const free: Range = { least: -Infinity, most: Infinity };
const locked: Range = { least: 0, most: 0 };

const isLocked = ({ least, most }: Range): boolean => least === 0 && most === 0;
const isFree = ({ least, most }: Range): boolean => least === -Infinity && most === Infinity;

export function freedomsOf(description: Place, notes: Notes): Freedoms {
  const freedoms: Freedoms = { linear: [free, free, free], angular: [free, free, free] };
  for (const limit of description.at('limits').items()) {
    const turns = limit.at('angularAxes').given;
    const given = limit.at(turns ? 'angularAxes' : 'linearAxes');
    const axes = given.items().map((axis) => axis.count(2));
    if (axes.length === 0 || new Set(axes).size < axes.length) given.refuse('different-axes');
    const range: Range = {
      least: limit.at('min').numberOr(-Infinity),
      most: limit.at('max').numberOr(Infinity),
    };
    if (range.least > range.most)
      limit.at('min').refuse(['most-max', { high: range.most }], 'range');
    if (limit.at('stiffness').given)
      notes.add(limit.at('stiffness'), 'limits do not give: its softness is left out');
    restrict(freedoms, turns, axes, range, limit, notes);
  }
  return freedoms;
}

function restrict(
  freedoms: Freedoms,
  turns: boolean,
  axes: readonly number[],
  range: Range,
  limit: Place,
  notes: Notes,
): void {
  const of = turns ? freedoms.angular : freedoms.linear;
  const [axis = 0] = axes;
  if (axes.length === 1) of[axis] = range;
  else if (range.most === 0) for (const each of axes) of[each] = locked;
  else if (range.most === Infinity && range.least <= 0) return;
  else if (!turns && axes.length === 3) freedoms.reach = range;
  else if (turns && axes.length === 2) {
    const about = 3 - axes.reduce((sum, each) => sum + each, 0);
    freedoms.cone = { axis: about, half: Math.min(range.most, Math.PI) };
    if (range.least > 0) notes.add(limit.at('min'), 'a cone is full: its inner angle is left out');
  } else notes.add(limit, 'there is no joint with this limit: it is left out');
}

/** Omits a range that does not limit: an infinite one, or a whole turn. */
const limited = (range: Range, turns: boolean): { range?: Range } =>
  isFree(range) || (turns && range.most - range.least >= 2 * Math.PI) ? {} : { range };

export function kindOf(freedoms: Freedoms, place: Place, notes: Notes): Kind | undefined {
  const { linear, angular, cone, reach } = freedoms;
  const moves = [0, 1, 2].filter((axis) => !isLocked(linear[axis] as Range));
  const turns = [0, 1, 2].filter((axis) => !isLocked(angular[axis] as Range));
  if (reach) {
    const alone = linear.every(isFree) && angular.every(isFree) && !cone;
    if (!alone || reach.most === Infinity) return undefined;
    if (reach.least > 0 && reach.least < reach.most)
      notes.add(place, 'a rope has no least length: that of the limit is left out');
    return { type: 'distance', axis: 0 };
  }
  const [slide = 0] = moves;
  if (moves.length === 1 && turns.length === 0)
    return { type: 'prismatic', axis: slide, ...limited(linear[slide] as Range, false) };
  if (moves.length > 0) return undefined;
  if (turns.length === 0) return { type: 'fixed', axis: 0 };
  const [turn = 0] = turns;
  if (turns.length === 1)
    return { type: 'hinge', axis: turn, ...limited(angular[turn] as Range, true) };
  return ball(freedoms, place, notes);
}

/** Ball joint with twist about one axis and swing of it. The limits of the other two axes must be a cone. */
function ball({ angular, cone }: Freedoms, place: Place, notes: Notes): Kind {
  const bounded = [0, 1, 2].filter((axis) => limited(angular[axis] as Range, true).range);
  const twist = (axis: number) => limited(angular[axis] as Range, true);
  if (cone) {
    if (bounded.some((axis) => axis !== cone.axis))
      notes.add(place, 'limits beside a cone are left out');
    return { type: 'ball', axis: cone.axis, swing: cone.half, ...twist(cone.axis) };
  }
  const [axis = 0] = bounded;
  if (bounded.length <= 1) return { type: 'ball', axis, ...twist(axis) };
  for (const about of [0, 1, 2]) {
    const [one, other] = [0, 1, 2].filter((each) => each !== about).map((each) => angular[each]);
    const even = one && other && one.most === other.most && one.least === other.least;
    if (!even || one.most !== -one.least || !(one.most > 0 && one.most < Math.PI)) continue;
    notes.add(place, 'two equal angles become a cone');
    return { type: 'ball', axis: about, swing: one.most, ...twist(about) };
  }
  const tightest = bounded.find((each) => isLocked(angular[each] as Range)) ?? axis;
  notes.add(place, 'a ball joint limits a cone and the twist in it: other angles are left out');
  return { type: 'ball', axis: tightest, ...twist(tightest) };
}
