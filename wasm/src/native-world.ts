// The one place that talks to a world of the WebAssembly module: turns refusals into errors and ids into objects.
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
import { shortestFloat } from './shortest.js';
import { refuseBroken } from './traps.js';

/** Kinds of things in a world; `world` is the world itself. */
export type KindName = keyof typeof kindNumbers;
/** Kinds of objects in a world. */
export type ObjectKind = Exclude<KindName, 'world'>;

/** The rules of the core in its own order, each with the names of its parameters in the order of its text. */
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
  // Of a list the core may name a part or the length: that says more than the list.
  const isList = typeof found === 'object' && found !== null && !isMarked(found);
  const isPart = code !== 'unknown-field' && isList && isSimple(error.value);
  const value = found === undefined || isPart ? error.value : found;
  if (code === 'stale' && Object.hasOwn(kindNumbers, path))
    return stale(path as ObjectKind, error.value as number, value);
  // The core keeps single precision, in which a number too large is infinite.
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
  const reason: Reason =
    kind === 'attachment' ? ['existing-attachment', { id }] : ['existing-kind', { kind, id }];
  return refusal('stale', kind, value, reason);
}

const isSimple = (value: unknown) => typeof value === 'number' || typeof value === 'string';

/** Functions of the user that the module asks while it steps: a value, or a gradient of as many numbers as positions. */
export type Answer = NonNullable<RawModule['answer']>;

/** What a force generator may not do within a step. */
const settledCalls = [
  'add',
  'remove',
  'set',
  'load',
  'clear',
  'moveTo',
  'setNote',
  'addUserConstraint',
  'removeUserConstraint',
  'setUserCompliance',
  'setDebug',
  'snapshot',
  'stateRoom',
  'restore',
  'leaveFuture',
] as const;

type Make = (kind: ObjectKind, id: number) => object;

/** The world as a force generator meets it. */
function withinStep(raw: RawWorld): RawWorld {
  const within: RawWorld = Object.create(raw);
  for (const name of settledCalls)
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
  /** What was removed: events name it once more, and a restored world has it again. Weak: what nobody keeps may be made anew. */
  readonly #removed = new Map<ObjectKind, Map<number, WeakRef<object>>>();
  /** Names at removal: events tell of what was removed. */
  readonly #names = new WeakMap<object, string>();
  /** The same of what was removed since the last step, and before it, by kind and id: nobody need keep the objects. */
  #leaving: [Map<string, string>, Map<string, string>] = [new Map(), new Map()];
  readonly #make: Make;
  #raw: RawWorld | undefined;
  #recorder: RawWorld | undefined;
  #within: RawWorld | undefined;
  #answering = false;
  // Windows on the module's memory, which lose their length when it grows.
  #rayBlock: Float64Array = new Float64Array();
  #floats: Float32Array = new Float32Array();
  /** The public object in front of this one, which sets it as soon as it can. */
  world: object = this;

  constructor(module: RawModule, raw: RawWorld, make: Make) {
    this.#module = module;
    this.#raw = raw;
    this.#make = make;
  }

  /** The world behind embind; an error after `dispose()`, and for functions that it asks in the midst of a step. */
  get raw(): RawWorld {
    this.refuseDisposed();
    this.refuseAnswering('world');
    refuseBroken(this.#module, this.#raw as RawWorld);
    return this.#within ?? this.#recorder ?? (this.#raw as RawWorld);
  }

  /** Runs what pushes bodies within a step, and can do nothing else to the world. */
  whileWithin(run: () => void): void {
    this.#within = withinStep(this.raw);
    try {
      run();
    } finally {
      this.#within = undefined;
    }
  }

  /** From now on calls go to one that writes them down. */
  record(wrap: (raw: RawWorld) => RawWorld): void {
    this.refuseDisposed();
    this.#recorder = wrap(this.#raw as RawWorld);
  }

  /** Calls go to `recorder` no more, if they did; in the midst of a step too. */
  endRecord(recorder: RawWorld | undefined): void {
    if (this.#recorder === recorder) this.#recorder = undefined;
  }

  /** Throws after `dispose()`, for calls that the core need not hear of. */
  refuseDisposed(): void {
    if (this.#raw) return;
    throw refusal('disposed', '', undefined, 'not-disposed');
  }

  /** Throws for functions that are asked in the midst of a step. */
  refuseAnswering(path: string): void {
    if (!this.#answering) return;
    throw refusal('busy', path, undefined, 'after-constraint');
  }

  /** Runs what may step this world, while `answer` is asked; it may step other worlds of the module. */
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
    // They would reach what now belongs to others.
    this.#rayBlock = new Float64Array();
    this.#floats = new Float32Array();
    // A module that failed is dropped as a whole.
    if (!this.#module.broken) raw?.delete();
    this.#objects.clear();
    this.#removed.clear();
  }

  /** Throws what the core said about a refused call, with the value out of what was given. */
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

  remove(kind: ObjectKind, id: number): void {
    this.#keepName(kind, id);
    if (!this.raw.remove(kindNumbers[kind], id)) throw stale(kind, id);
    const object = this.#objects.get(kind)?.get(id);
    if (object) this.#setAside(kind, id, object);
  }

  /** The name that an object had when it was removed. */
  lastName(object: object): string {
    this.refuseDisposed();
    return this.#names.get(object) ?? '';
  }

  /** Before all objects go. */
  keepNames(): void {
    for (const [kind, objects] of this.#objects)
      for (const id of objects.keys()) this.#keepName(kind, id);
  }

  #keepName(kind: ObjectKind, id: number): void {
    const object = this.#objects.get(kind)?.get(id);
    if (!object || !('name' in kindFields[kind]) || !this.alive(kind, id)) return;
    const name = this.get(kind, id, 'name') as string;
    this.#names.set(object, name);
    if (name !== '') this.#leaving[0].set(`${kind} ${id}`, name);
  }

  /** Events of a step name what was removed since the step before, and in it. */
  forgetLeft(): void {
    this.#leaving = [new Map(), this.#leaving[0]];
  }

  alive(kind: ObjectKind, id: number): boolean {
    if (this.#module.broken) return false;
    return this.#raw?.alive(kindNumbers[kind], id) ?? false;
  }

  /** Place of a live object in the order of its kind. */
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

  /** Where arguments of a ray are put and its hit is found: see `rayBlock` of the module. */
  get rayBlock(): Float64Array {
    this.refuseDisposed();
    if (this.#rayBlock.length === 0) this.#rayBlock = this.raw.rayBlock();
    return this.#rayBlock;
  }

  /** Where a body's record begins in {@link floats}, brought up to date. */
  bodyState(id: number): number {
    const at = this.raw.bodyState(id);
    if (at < 0) throw stale('body', id);
    return at;
  }

  /** All memory of the module. */
  get floats(): Float32Array {
    if (this.#floats.length === 0) this.#floats = new Float32Array(this.raw.bodyStates().buffer);
    return this.#floats;
  }

  /** A window on the memory of the module. Never stored: it detaches when the memory grows. */
  view(kind: KindName, id: number, name: string): RawView {
    const view = this.raw.view(kindNumbers[kind], id, name);
    if (view) return view;
    if (kind !== 'world') this.indexOf(kind, id);
    throw new Error(`The module has no view '${name}'`);
  }

  /** The object of an id, the same one each time. */
  object(kind: ObjectKind, id: number): object {
    const objects = mapOf(this.#objects, kind);
    const known = objects.get(id);
    if (known) return known;
    const removed = this.#removed.get(kind)?.get(id)?.deref();
    // One that is gone for good is only named.
    if (removed && !this.alive(kind, id)) return removed;
    this.#dropDead(kind, objects);
    const made = removed && this.isOfType(kind, id, removed) ? removed : this.#make(kind, id);
    for (const names of this.#leaving) {
      const name = names.size > 0 ? names.get(`${kind} ${id}`) : undefined;
      if (name !== undefined) this.#names.set(made, name);
    }
    objects.set(id, made);
    return made;
  }

  /** After many may have gone at once. */
  forget(): void {
    for (const [kind, objects] of this.#objects)
      for (const [id, object] of objects)
        if (!this.alive(kind, id)) this.#setAside(kind, id, object);
        else if (!this.isOfType(kind, id, object)) objects.delete(id);
  }

  /** Whether an object is of the type that now has its id: a snapshot of another world may bring another. */
  isOfType(kind: ObjectKind, id: number, object: object): boolean {
    if (kind !== 'joint' && kind !== 'force') return true;
    return (object as { type?: string }).type === this.#raw?.typeOf(kindNumbers[kind], id);
  }

  #setAside(kind: ObjectKind, id: number, object: object): void {
    this.#objects.get(kind)?.delete(id);
    const removed = mapOf(this.#removed, kind);
    removed.set(id, new WeakRef(object));
    // Those that nobody keeps are swept out as the map doubles.
    if (removed.size < 64 || (removed.size & (removed.size - 1)) !== 0) return;
    for (const [each, reference] of removed) if (!reference.deref()) removed.delete(each);
  }

  // Objects also go without a call from here (an attachment with its body), so the map is swept as it doubles.
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
