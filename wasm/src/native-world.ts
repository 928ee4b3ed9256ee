// The only access to a world of the WebAssembly module: turns refusals into errors and ids into objects.
import { coreRules, kindFields, kindNumbers } from './definitions.generated.js';
import type { FieldTraits } from './definitions.js';
import {
  HolonomError,
  type HolonomErrorCode,
  type HolonomErrorParameter,
  type Reason,
  refusal,
  typeError,
} from './errors.js';
import { isMarked, plainDescription, plainField, valueAt } from './plain.js';
import type { RawModule, RawView, RawWorld } from './raw.js';
import { betweenSteps } from './raw-methods.js';
import { shortestFloat } from './shortest.js';
import { refuseBroken } from './traps.js';

/** Kinds of field owners; `world` is the world itself. */
export type KindName = keyof typeof kindNumbers;
/** Kinds of objects in a world. */
export type ObjectKind = Exclude<KindName, 'world'>;

/** Rules in the order of the core, each with the names of its parameters in the order of its text. */
const ruleNames = Object.keys(coreRules) as (keyof typeof coreRules)[];
const parameterNames = (rule: keyof typeof coreRules): readonly string[] =>
  Array.from(coreRules[rule].matchAll(/\{(\w+)\}/g), ([, name]) => name as string);

/** The last refusal of a module as an error with the value that was given, or undefined if there was none. */
export function takeError(module: RawModule, given?: unknown): HolonomError | undefined {
  const error = module.takeError();
  if (!error) return undefined;
  const { path } = error;
  const code = error.code as HolonomErrorCode;
  const found = given === undefined ? undefined : valueAt(given, path);
  // For a list the core may report an item or the length, which says more than the list.
  const isList = typeof found === 'object' && found !== null && !isMarked(found);
  const isPart = code !== 'unknown-field' && isList && isSimple(error.value);
  const value = found === undefined || isPart ? error.value : found;
  if (code === 'stale' && Object.hasOwn(kindNumbers, path))
    return stale(path as ObjectKind, error.value as number, value);
  // In single precision, as in the core, too large a number is infinite.
  if (code === 'finite' && Number.isFinite(value))
    return refusal(code, path, value, 'single-precision');
  const rule = ruleNames[error.rule] as keyof typeof coreRules;
  const names = parameterNames(rule);
  const parameters: Record<string, HolonomErrorParameter> = Object.fromEntries(
    error.parameters.map((parameter, i) => [
      names[i],
      typeof parameter === 'number' ? shortestFloat(parameter) : parameter,
    ]),
  );
  if (code === 'unknown-field') parameters.field = error.value as string;
  if (code === 'stale') parameters.id = error.value as number;
  return new HolonomError({ code, path, value, rule, parameters });
}

/** The error for an object that was removed. */
export function stale(kind: ObjectKind, id: number, value: unknown = id): HolonomError {
  // Words that "a" does not suit have rules of their own.
  const reasons: Partial<Record<ObjectKind, Reason>> = {
    attachment: ['existing-attachment', { id }],
    grains: 'existing',
  };
  return refusal('stale', kind, value, reasons[kind] ?? ['existing-kind', { kind, id }]);
}

const isSimple = (value: unknown) => typeof value === 'number' || typeof value === 'string';

/** User functions that the module calls during a step: a value, or a gradient with as many numbers as positions. */
export type Answer = NonNullable<RawModule['answer']>;

type Make = (kind: ObjectKind, id: number) => object;

/** Wraps a world for a force generator within a step. */
function withinStep(raw: RawWorld): RawWorld {
  const within: RawWorld = Object.create(raw);
  for (const name of betweenSteps)
    Object.defineProperty(within, name, {
      value: (...args: unknown[]) => {
        // Forces on the nodes of a network act from the next substep on.
        if (name === 'set' && args[0] === kindNumbers.springNetwork && args[2] === 'forces')
          return raw.set(...(args as Parameters<RawWorld['set']>));
        throw refusal('busy', name, undefined, 'within-step');
      },
    });
  return within;
}

export class NativeWorld {
  readonly #module: RawModule;
  readonly #objects = new Map<ObjectKind, Map<number, object>>();
  /**
   * Removed objects: events refer to them, and a restored world has them again. Weak references: an object without
   * other references is recreated.
   */
  readonly #removed = new Map<ObjectKind, Map<number, WeakRef<object>>>();
  /** Names of removed objects, for events. */
  readonly #names = new WeakMap<object, string>();
  /** Values of `userData` that were read or assigned, by object. */
  readonly userData = new WeakMap<object, unknown>();
  /**
   * Objects removed since the last step, and during the one before, that have a name or user data: kept for the events
   * of the next step.
   */
  #leaving: [Set<object>, Set<object>] = [new Set(), new Set()];
  readonly #make: Make;
  #raw: RawWorld | undefined;
  #recorder: RawWorld | undefined;
  #within: RawWorld | undefined;
  #answering = false;
  // Views of the module's memory, which are detached when it grows.
  #rayBlock: Float64Array = new Float64Array();
  #floats: Float32Array = new Float32Array();
  /** The public world object, which sets itself in its constructor. */
  world: object = this;

  constructor(module: RawModule, raw: RawWorld, make: Make) {
    this.#module = module;
    this.#raw = raw;
    this.#make = make;
  }

  /** The embind world. Throws after `dispose()`, and inside user functions called during a step. */
  get raw(): RawWorld {
    this.refuseDisposed();
    this.refuseAnswering('world');
    refuseBroken(this.#module, this.#raw as RawWorld);
    return this.#within ?? this.#recorder ?? (this.#raw as RawWorld);
  }

  /** Module of the world, for functions that need no world. */
  get module(): RawModule {
    return this.#module;
  }

  /** Runs a force generator within a step: it can only apply forces. */
  whileWithin(run: () => void): void {
    this.#within = withinStep(this.raw);
    try {
      run();
    } finally {
      this.#within = undefined;
    }
  }

  /** Routes calls through a recorder. */
  record(wrap: (raw: RawWorld) => RawWorld): void {
    this.refuseDisposed();
    this.#recorder = wrap(this.#raw as RawWorld);
  }

  /** Stops routing calls through `recorder`, also during a step. */
  endRecord(recorder: RawWorld | undefined): void {
    if (this.#recorder === recorder) this.#recorder = undefined;
  }

  /** Throws after `dispose()`, for calls that don't reach the core. */
  refuseDisposed(): void {
    if (this.#raw) return;
    throw refusal('disposed', '', undefined, 'not-disposed');
  }

  /** Throws inside user functions called during a step. */
  refuseAnswering(path: string): void {
    if (!this.#answering) return;
    throw refusal('busy', path, undefined, 'after-constraint');
  }

  /**
   * Runs a function that may step this world, with `answer` for user functions. It may step other worlds of the
   * module.
   */
  whileAnswering<Result>(answer: Answer, run: () => Result): Result {
    const before = this.#module.answer;
    this.#module.answer = (...question) => {
      this.#answering = true;
      try {
        return answer(...question);
      } finally {
        this.#answering = false;
      }
    };
    try {
      return run();
    } finally {
      this.#module.answer = before;
    }
  }

  get disposed(): boolean {
    return this.#raw === undefined;
  }

  dispose(): void {
    this.refuseAnswering('dispose');
    if (this.#within) throw refusal('busy', 'dispose', undefined, 'within-step');
    const raw = this.#raw;
    this.#raw = this.#recorder = undefined;
    // Otherwise these views would access memory that belongs to other objects now.
    this.#rayBlock = new Float64Array();
    this.#floats = new Float32Array();
    // A failed module is dropped as a whole.
    if (!this.#module.broken) raw?.delete();
    this.#objects.clear();
    this.#removed.clear();
    this.#leaving = [new Set(), new Set()];
  }

  /** Throws the refusal of the core, with the value from the arguments. */
  check(accepted: boolean, given?: unknown): void {
    if (!accepted) throw this.#refusal(given);
  }

  get(kind: KindName, id: number, field: string): unknown {
    const value = this.raw.get(kindNumbers[kind], id, field);
    if (value !== undefined) return value;
    const error = takeError(this.#module);
    if (error) throw error;
    return undefined;
  }

  set(kind: KindName, id: number, field: string, value: unknown, fields: FieldTraits): void {
    if (value === undefined && !fields[field]?.optional) throw typeError(field, value, 'value');
    const plain = plainField(field, value ?? null, { world: this.world, fields });
    this.check(this.raw.set(kindNumbers[kind], id, field, plain), { [field]: value });
  }

  add(kind: ObjectKind, description: unknown): object {
    const destination = { world: this.world, fields: kindFields[kind] };
    const plain = plainDescription(description, destination, ['description', { kind }]);
    const id = this.raw.add(kindNumbers[kind], plain);
    this.check(id !== 0, description);
    return this.object(kind, id);
  }

  /** Splits a particle. Returns its copy in a cloth, or the id of the rope that goes on from there. */
  split(kind: 'cloth' | 'rope', id: number, particle: number, triangles: number[]): number {
    const made = this.raw.split(kindNumbers[kind], id, particle, triangles);
    this.check(made >= 0, { particle, triangles });
    return made;
  }

  remove(kind: ObjectKind, id: number): void {
    this.#keepName(kind, id);
    if (!this.raw.remove(kindNumbers[kind], id)) throw stale(kind, id);
    const object = this.#objects.get(kind)?.get(id);
    if (!object) return;
    this.#setAside(kind, id, object);
    if (this.#names.get(object) || this.userData.has(object)) this.#leaving[0].add(object);
  }

  /** The name that an object had when it was removed. */
  lastName(object: object): string {
    this.refuseDisposed();
    return this.#names.get(object) ?? '';
  }

  /** Stores the names of all objects, before many may be removed. */
  keepNames(): void {
    for (const [kind, objects] of this.#objects)
      for (const id of objects.keys()) this.#keepName(kind, id);
  }

  #keepName(kind: ObjectKind, id: number): void {
    const object = this.#objects.get(kind)?.get(id);
    if (!object || !('name' in kindFields[kind]) || !this.alive(kind, id)) return;
    this.#names.set(object, this.get(kind, id, 'name') as string);
  }

  /** Drops objects older than those that events of the last step may need. */
  forgetLeft(): void {
    this.#leaving = [new Set(), this.#leaving[0]];
  }

  alive(kind: ObjectKind, id: number): boolean {
    if (this.#module.broken) return false;
    return this.#raw?.alive(kindNumbers[kind], id) ?? false;
  }

  /** Index of a live object among those of its kind. */
  indexOf(kind: ObjectKind, id: number): number {
    const index = this.raw.indexOf(kindNumbers[kind], id);
    if (index >= 0) return index;
    throw stale(kind, id);
  }

  describe(kind: ObjectKind, id: number): object {
    const description = this.raw.describe(kindNumbers[kind], id);
    if (description) return description;
    throw this.#refusal();
  }

  /** Block for arguments and result of a ray cast: see `rayBlock` of the module. */
  get rayBlock(): Float64Array {
    this.refuseDisposed();
    if (this.#rayBlock.length === 0) this.#rayBlock = this.raw.rayBlock();
    return this.#rayBlock;
  }

  /** Offset of a body's state in {@link floats}, after an update of that state. */
  bodyState(id: number): number {
    const at = this.raw.bodyState(id);
    if (at < 0) throw stale('body', id);
    return at;
  }

  /** The whole memory of the module. */
  get floats(): Float32Array {
    if (this.#floats.length === 0) this.#floats = new Float32Array(this.raw.bodyStates().buffer);
    return this.#floats;
  }

  /** A view of the module's memory. Never store it: it is detached when the memory grows. */
  view(kind: KindName, id: number, name: string): RawView {
    const view = this.raw.view(kindNumbers[kind], id, name);
    if (view) return view;
    if (kind !== 'world') this.indexOf(kind, id);
    throw new Error(`The module has no view '${name}'`);
  }

  /** Returns the object with an id, the same one each time. */
  object(kind: ObjectKind, id: number): object {
    const objects = mapOf(this.#objects, kind);
    const known = objects.get(id);
    if (known) return known;
    const removed = this.#removed.get(kind)?.get(id)?.deref();
    // A removed object that does not exist again is only for reading its name and user data.
    if (removed && !this.alive(kind, id)) return removed;
    this.#dropDead(kind, objects);
    const made = this.#make(kind, id);
    objects.set(id, made);
    return made;
  }

  /** Matches the objects with the world, after many may have been removed or restored at once. */
  matchObjects(): void {
    for (const [kind, objects] of this.#objects)
      for (const [id, object] of objects)
        if (!this.alive(kind, id)) this.#setAside(kind, id, object);
        else if (!this.isOfType(kind, id, object)) objects.delete(id);
    for (const [kind, removed] of this.#removed)
      for (const [id, reference] of removed) {
        const object = reference.deref();
        if (!object || !this.alive(kind, id) || !this.isOfType(kind, id, object)) continue;
        removed.delete(id);
        mapOf(this.#objects, kind).set(id, object);
      }
  }

  /** Whether an object has the type that its id has now: a snapshot of another world may change it. */
  isOfType(kind: ObjectKind, id: number, object: object): boolean {
    if (kind !== 'joint' && kind !== 'force') return true;
    return (object as { type?: string }).type === this.#raw?.typeOf(kindNumbers[kind], id);
  }

  #setAside(kind: ObjectKind, id: number, object: object): void {
    this.#objects.get(kind)?.delete(id);
    const removed = mapOf(this.#removed, kind);
    removed.set(id, new WeakRef(object));
    // Objects without references are dropped whenever the map has doubled.
    if (removed.size < 64 || (removed.size & (removed.size - 1)) !== 0) return;
    for (const [each, reference] of removed) if (!reference.deref()) removed.delete(each);
  }

  // The core also removes connected objects (an attachment with its body), so the map is cleaned whenever it has doubled.
  #dropDead(kind: ObjectKind, objects: Map<number, object>): void {
    if (objects.size < 2 * this.raw.count(kindNumbers[kind]) + 64) return;
    for (const [id, object] of objects) if (!this.alive(kind, id)) this.#setAside(kind, id, object);
  }

  #refusal(given?: unknown): HolonomError {
    return takeError(this.#module, given) as HolonomError;
  }
}

function mapOf<Item>(maps: Map<ObjectKind, Map<number, Item>>, kind: ObjectKind) {
  let map = maps.get(kind);
  if (!map) {
    map = new Map();
    maps.set(kind, map);
  }
  return map;
}
