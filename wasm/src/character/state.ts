// State of a character between moves, as numbers in the state of its world: it is part of snapshots and recordings.
import type { Body } from '../body.js';
import type { Vec3 } from '../types.js';
import type { World } from '../world.js';
import type { CharacterHit } from './character-controller.js';

/** Point of a body the character stands on, in body axes: the body carries it along. */
export interface Footing {
  readonly body: Body;
  readonly local: Vec3;
}

export interface CharacterState {
  /** Position of the shape's origin. Unit: m. */
  position: Vec3;
  /** Velocity of the ground it left, reduced by later hits. Unit: m/s. */
  drift: Vec3;
  /** Distance of the ground below the position. Unit: m. */
  drop: number;
  /** Half of the length of the capsule's middle segment; undefined for other shapes. Unit: m. */
  halfHeight: number | undefined;
  ground: CharacterHit | undefined;
  footing: Footing | undefined;
}

const counts = new WeakMap<World, number>();

/** Index of a new character's numbers, in the order in which the characters of a world are created. */
export function nextNote(world: World): number {
  const index = counts.get(world) ?? 0;
  counts.set(world, index + 1);
  return index;
}

const nothing = [0, 0, 0] as const;

export function writeState(world: World, index: number, state: CharacterState): void {
  const { position, drift, drop, halfHeight, ground, footing } = state;
  const numbers = Float64Array.of(
    ...position,
    ...drift,
    drop,
    halfHeight ?? -1,
    ground?.body.id ?? 0,
    ...(ground?.point ?? nothing),
    ...(ground?.normal ?? nothing),
    footing?.body.id ?? 0,
    ...(footing?.local ?? nothing),
  );
  world.noteStore().write(index, numbers);
}

/** Returns undefined if the state of the world is older than the character. */
export function readState(world: World, index: number): CharacterState | undefined {
  const store = world.noteStore();
  const numbers = store.read(index);
  if (numbers.length === 0) return undefined;
  const number = (at: number) => numbers[at] as number;
  const vector = (at: number): Vec3 => [number(at), number(at + 1), number(at + 2)];
  const body = (at: number) => store.body(number(at));
  return {
    position: vector(0),
    drift: vector(3),
    drop: number(6),
    halfHeight: number(7) < 0 ? undefined : number(7),
    ground: number(8) ? { body: body(8), point: vector(9), normal: vector(12) } : undefined,
    footing: number(15) ? { body: body(15), local: vector(16) } : undefined,
  };
}
