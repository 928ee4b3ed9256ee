// What a character remembers between moves, as numbers in the state of its world: so it goes with snapshots and
// recordings.
import type { Body } from '../body.js';
import type { Vec3 } from '../types.js';
import type { World } from '../world.js';
import type { CharacterHit } from './character-controller.js';

/** Where it stands on a body, in the body's axes: so it is carried along. */
export interface Footing {
  readonly body: Body;
  readonly local: Vec3;
}

export interface CharacterState {
  /** Of the shape's origin. Unit: m. */
  position: Vec3;
  /** Velocity that it took from the ground it left, less what it met since. Unit: m/s. */
  drift: Vec3;
  /** How far below the position it stands. Unit: m. */
  drop: number;
  /** Half of the length of the capsule's middle segment; undefined for other shapes. Unit: m. */
  halfHeight: number | undefined;
  ground: CharacterHit | undefined;
  footing: Footing | undefined;
}

const counts = new WeakMap<World, number>();

/** The index of a new character's numbers, by the order in which a world's characters are made. */
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

/** Undefined where the world's state is of before the character was made. */
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
