import { typeError } from './errors.js';
import type { NativeWorld } from './native-world.js';
import { knownOptions } from './options.js';

// In the order of their bits.
const names = ['contacts', 'aabbs', 'axes', 'attachments', 'joints'] as const;

/** Content of the debug lines. */
export interface DebugSettings {
  /** Contact points with their normals. */
  contacts: boolean;
  /** Axis-aligned bounding boxes of the bodies. */
  aabbs: boolean;
  /** Axes of the bodies: x red, y green, z blue. */
  axes: boolean;
  /** Lines between the two points of attachments. */
  attachments: boolean;
  /** Anchors of joints, lines to their bodies, axes and limits. */
  joints: boolean;
}

/** Settings that take effect when assigned. */
export class DebugSwitches implements DebugSettings {
  readonly #native: NativeWorld;
  #flags = 0;

  constructor(native: NativeWorld) {
    this.#native = native;
    Object.freeze(this);
  }

  get contacts(): boolean {
    return this.#get(0);
  }
  set contacts(on: boolean) {
    this.#set(0, on);
  }

  get aabbs(): boolean {
    return this.#get(1);
  }
  set aabbs(on: boolean) {
    this.#set(1, on);
  }

  get axes(): boolean {
    return this.#get(2);
  }
  set axes(on: boolean) {
    this.#set(2, on);
  }

  get attachments(): boolean {
    return this.#get(3);
  }
  set attachments(on: boolean) {
    this.#set(3, on);
  }

  get joints(): boolean {
    return this.#get(4);
  }
  set joints(on: boolean) {
    this.#set(4, on);
  }

  /** Sets all settings; omitted ones are off. */
  assign(settings: Partial<DebugSettings>): void {
    let flags = 0;
    for (const [name, on] of Object.entries(knownOptions(settings, names, 'debug'))) {
      if (on !== undefined && typeof on !== 'boolean')
        throw typeError(`debug.${name}`, on, 'boolean');
      if (on) flags |= 1 << names.indexOf(name as (typeof names)[number]);
    }
    this.#apply(flags);
  }

  #get(bit: number): boolean {
    return (this.#flags & (1 << bit)) !== 0;
  }

  #set(bit: number, on: boolean): void {
    if (typeof on !== 'boolean') throw typeError(`debug.${names[bit]}`, on, 'boolean');
    this.#apply(on ? this.#flags | (1 << bit) : this.#flags & ~(1 << bit));
  }

  #apply(flags: number): void {
    this.#native.raw.setDebug(flags);
    this.#flags = flags;
  }
}
