// How a world stands after a step: what goes from the sandbox to the page for each picture.
import { bodyState, type ParticleObject, Rod, type SpringNetwork, type World } from 'holonom';
import { softObjectsOf } from '../../site/soft-objects.js';
import { CodeError } from './code-error.js';
import { type Names, placeOf, type Thing } from './names.js';
import { isReading, readingOf } from './readings.js';

/** What somebody on the page reads: a name, and the readings of that object. */
export type Wanted = readonly (readonly [name: number, readings: readonly string[]])[];

/** Numbers and lists that a state tells at most besides motions; what is beyond is left out. */
const mostTold = 40_000;

/** How things stand. */
export interface State {
  readonly time: number;
  readonly stepCount: number;
  /** What the world says of its last step. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** What else is told, as far as it was asked for. */
  readonly told: readonly (readonly [name: number, told: Record<string, unknown>])[];
  /** Names of bodies, with the numbers of `World.bodyStates` for each. */
  readonly bodies: Int32Array;
  readonly motions: Float32Array;
  /** Names of cloths, ropes, grains, soft bodies, rods and spring networks, with what moves in them. */
  readonly soft: readonly (readonly [
    name: number,
    positions: Float32Array,
    velocities: Float32Array,
    rotations: Float32Array,
    angularVelocities: Float32Array,
  ])[];
  /** Names of what no longer exists, such as joints that broke. */
  readonly gone: readonly number[];
}

/** Reads how a world stands. @param nameOf names what has no name yet. */
export function stateOf(
  world: World,
  names: Names,
  nameOf: (thing: object) => number,
  wanted: Wanted,
): State {
  const bodies = Int32Array.from(world.bodies, nameOf);
  const soft = softObjectsOf(world).map((thing) => motionOf(thing, nameOf(thing)));
  const { time, stepCount, energy, momentum, statistics, timings, diagnostics } = world;
  const readings = { energy, momentum, statistics, timings, diagnostics: diagnostics.slice() };
  const gone = [...names].filter(([, thing]) => !thing.alive).map(([name]) => name);
  const told = toldOf(world, names, wanted);
  return { time, stepCount, readings, told, bodies, motions: world.bodyStates.slice(), soft, gone };
}

function motionOf(thing: ReturnType<typeof softObjectsOf>[number], name: number): State['soft'][0] {
  const { positions, velocities } = thing;
  const { rotations = [], angularVelocities = [] } = thing instanceof Rod ? thing : {};
  const [at, v] = [positions.slice(), Float32Array.from(velocities)];
  return [name, at, v, Float32Array.from(rotations), Float32Array.from(angularVelocities)];
}

/** A state as far as it makes sense for a world; of single readings that is not known before they are read. */
export function checkedState(said: unknown, world: World): State {
  const { time, stepCount, readings, told, bodies, motions, soft, gone } = Object(said);
  if (!(bodies instanceof Int32Array) || !(motions instanceof Float32Array)) throw senseless();
  if (motions.length !== bodyState.stride * bodies.length) throw senseless();
  const { energy, momentum, statistics, timings, diagnostics } = world;
  const own = { energy, momentum, statistics, timings, diagnostics: diagnostics.slice() };
  return {
    time: Number(time),
    stepCount: Number(stepCount),
    readings: numbersLike(readings, own) as State['readings'],
    told: listOf(told).map((entry) => {
      const [name, readings] = listOf(entry);
      return [Number(name), { ...Object(readings) }];
    }),
    bodies,
    motions,
    soft: listOf(soft).map((entry) => {
      const [name, ...lists] = listOf(entry);
      const [positions, velocities, rotations, angularVelocities] = [0, 1, 2, 3].map((list) =>
        floatsOf(lists[list]),
      ) as [Float32Array, Float32Array, Float32Array, Float32Array];
      return [Number(name), positions, velocities, rotations, angularVelocities];
    }),
    gone: listOf(gone).map(Number),
  };
}

const floatsOf = (said: unknown): Float32Array =>
  said instanceof Float32Array ? said : new Float32Array();
const senseless = (): CodeError => new CodeError('code-state');

const listOf = (said: unknown): readonly unknown[] => (Array.isArray(said) ? said : []);

/** The numbers of something in the form of another. */
function numbersLike(said: unknown, form: unknown): unknown {
  if (typeof form === 'number') return Number(said);
  if (ArrayBuffer.isView(form))
    return said instanceof Float64Array && said.byteLength === form.byteLength ? said : form;
  const parts = Object(said) as Record<string, unknown>;
  const entries = Object.entries(form as object);
  if (Array.isArray(form)) return entries.map(([key, one]) => numbersLike(parts[key], one));
  return Object.fromEntries(entries.map(([key, one]) => [key, numbersLike(parts[key], one)]));
}

/** The buffers of a state, which are handed over and not copied. */
export const buffersOf = ({ bodies, motions, soft }: State): ArrayBuffer[] =>
  [bodies, motions, ...soft.flatMap(([, ...parts]) => parts)].map(
    (list) => list.buffer as ArrayBuffer,
  );

function toldOf(world: World, names: Names, wanted: Wanted): State['told'] {
  let room = mostTold;
  const plain = (value: unknown): unknown => {
    room--;
    if (typeof value !== 'object' || value === null) return value;
    if (ArrayBuffer.isView(value)) return (value as Float32Array).slice();
    const name = names.nameOf(value);
    if (name !== undefined) return { '@': name };
    if ('alive' in value) {
      const place = placeOf(world, value);
      return place && { '@': place.list, index: place.index };
    }
    if (Array.isArray(value)) {
      const told: unknown[] = [];
      for (const one of value) if (room > 0) told.push(plain(one));
      return told;
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  };
  const told: [number, Record<string, unknown>][] = [];
  for (const [name, readings] of wanted) {
    const thing = names.thing(name);
    if (!thing || room <= 0 || (name !== 0 && !thing.alive)) continue;
    const said: Record<string, unknown> = {};
    for (const reading of readings)
      if (reading in thing && isReading(thing, reading))
        said[reading] = plain(readingOf(thing as Record<string, unknown>, reading));
    told.push([name, said]);
  }
  return told;
}

const fields = [
  ['position', bodyState.position, 3],
  ['rotation', bodyState.rotation, 4],
  ['linearVelocity', bodyState.linearVelocity, 3],
  ['angularVelocity', bodyState.angularVelocity, 3],
] as const;

/** Puts the objects of a world on the page where those in the sandbox are. */
export class Stand {
  readonly #names: Names;
  /** What was set last, by name: what rests is not set again. */
  readonly #last = new Map<number, Float32Array>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** Sets everything again the next time, as after the world was changed otherwise. */
  forget(): void {
    this.#last.clear();
  }

  /** @throws what the world says against numbers of no sense. */
  take({ bodies, motions, soft, gone }: State): void {
    const { stride } = bodyState;
    for (const name of gone) this.#remove(name);
    for (let i = 0; i < bodies.length; i++) {
      const name = bodies[i] as number;
      const body = this.#names.thing(name);
      if (body?.alive && 'angularVelocity' in body)
        this.#move(name, body, motions.subarray(stride * i, stride * (i + 1)));
    }
    for (const [name, positions, velocities, rotations, angularVelocities] of soft) {
      const thing = this.#names.thing(name);
      if (!thing?.alive || !('positions' in thing)) continue;
      const own = thing as unknown as ParticleObject | SpringNetwork;
      if (own.positions.length !== positions.length) continue;
      own.positions = positions;
      own.velocities = velocities;
      if (!(own instanceof Rod)) continue;
      own.rotations = rotations;
      own.angularVelocities = angularVelocities;
    }
  }

  #remove(name: number): void {
    const thing = this.#names.thing(name);
    if (thing?.alive === true && typeof thing.remove === 'function') thing.remove();
  }

  #move(name: number, body: Thing, motion: Float32Array): void {
    const last = this.#last.get(name);
    for (const [field, from, count] of fields) {
      let k = from;
      while (last && k < from + count && last[k] === motion[k]) k++;
      if (last && k === from + count) continue;
      body[field] = Array.from(motion.subarray(from, from + count));
    }
    if (last) last.set(motion);
    else this.#last.set(name, motion.slice());
  }
}
