// The WebAssembly module as embind exposes it. Only native-world.ts and load.ts use it.

import type { Vec3 } from './types.js';

/** The last refusal. */
export interface RawError {
  code: string;
  path: string;
  value: unknown;
  /** Index of the rule in the core. */
  rule: number;
  /** Parameters, in the order of the rule's text. */
  parameters: (number | string | string[])[];
}

export type RawView = Float32Array | Float64Array | Uint32Array;

export interface RawWorld {
  add(kind: number, description: object): number;
  remove(kind: number, id: number): boolean;
  alive(kind: number, id: number): boolean;
  get(kind: number, id: number, field: string): unknown;
  set(kind: number, id: number, field: string, value: unknown): boolean;
  describe(kind: number, id: number): object | undefined;
  step(dt: number, substeps: number): boolean;
  openStep(dt: number, substeps: number): number;
  substep(): boolean;
  closeStep(): boolean;
  load(scene: object): boolean;
  save(): object;
  clear(): void;
  count(kind: number): number;
  handleAt(kind: number, index: number): number;
  indexOf(kind: number, id: number): number;
  view(kind: number, id: number, name: string): RawView | undefined;
  bodyStates(): Float32Array;
  bodyState(id: number): number;
  instances(type: number, name: string): RawView;
  vertices(body: number, part: number): Float32Array;
  indices(body: number, part: number): Uint32Array;
  hullDeviation(body: number, part: number): number;
  setNote(index: number, numbers: Float64Array): boolean;
  note(index: number): Float64Array;
  split(kind: number, id: number, particle: number, triangles: readonly number[]): number;
  moveTo(id: number, target: object): boolean;
  applyForce(id: number, ...force: Vec3): boolean;
  applyForceAt(id: number, ...forceAndPoint: [...Vec3, ...Vec3]): boolean;
  applyTorque(id: number, ...torque: Vec3): boolean;
  applyImpulse(id: number, ...impulse: Vec3): boolean;
  applyImpulseAt(id: number, ...impulseAndPoint: [...Vec3, ...Vec3]): boolean;
  rayBlock(): Float64Array;
  rayCast(): number;
  castShape(
    query: object,
    ...args: [
      ...Vec3,
      maxDistance: number,
      stopAtPenetration: boolean,
      all: boolean,
      margin: number,
    ]
  ): number;
  proximity(query: object, maxDistance: number): number;
  hits(): Float64Array;
  overlap(description: object): Float64Array | undefined;
  bodiesAt(...args: [...Vec3, mask: number, sensors: boolean]): Float64Array | undefined;
  exclude(bodies: number[]): boolean;
  typeOf(kind: number, id: number): string;
  addUserConstraint(
    members: Float64Array,
    ofBodies: boolean,
    lower: number,
    upper: number,
    compliance: number,
    inequality: boolean,
    key: number,
    hasGradient: boolean,
  ): number;
  removeUserConstraint(id: number): boolean;
  setUserCompliance(id: number, compliance: number): boolean;
  userConstraint(id: number): Float64Array;
  snapshot(): Uint8Array;
  stateRoom(size: number): Uint8Array;
  restore(): boolean;
  leaveFuture(): void;
  setDebug(flags: number): void;
  hash(): string;
  delete(): void;
  /** Set when a changing call was aborted; see traps.ts. */
  broken?: boolean | undefined;
}

export interface RawModule {
  readonly World: { readonly prototype: RawWorld };
  createWorld(settings: object): RawWorld | null;
  convertRotation(rotation: unknown, form: unknown, order: unknown): unknown;
  massProperties(solid: object): unknown;
  /** Called by a world during a step: value or gradient of the user constraint with a key. */
  answer?:
    | ((key: number, positions: Float64Array, wantsGradient: boolean) => number | ArrayLike<number>)
    | undefined;
  /** Returns and clears the last refusal; undefined if there was none. */
  takeError(): RawError | undefined;
  /** Reads and restores the stack pointer of the module. */
  stackSave(): number;
  stackRestore(stack: number): void;
  /** Thrown by the module when an allocation fails. */
  outOfMemory?: unknown;
  /** The trap after which the module can't be used. */
  broken?: Error | undefined;
}

/** Hook of the glue for an instance made elsewhere. */
export type Instantiate = (
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => object;

/** Default export of the glue that the Emscripten linker writes. */
export type RawModuleFactory = (options: {
  instantiateWasm: Instantiate;
  printErr: () => void;
}) => Promise<RawModule>;
