// Base of a world and its objects: fields that are read and written through the core.
import type { FieldTraits } from './definitions.js';
import { refusal } from './errors.js';
import type { KindName, NativeWorld } from './native-world.js';
import { kindOf } from './plain.js';

export abstract class FieldOwner<Kind extends KindName = KindName> {
  /** @internal */
  readonly [kindOf]: Kind;
  /** @internal */
  declare protected readonly native: NativeWorld;

  protected constructor(kind: Kind, native: NativeWorld) {
    this[kindOf] = kind;
    // Not enumerable: consoles and JSON show the object without its world.
    Object.defineProperty(this, 'native', { value: native });
  }

  /** @internal */
  protected abstract readField(name: string): unknown;
  /** @internal */
  protected abstract writeField(name: string, value: unknown): void;

  /** Defines a getter and a setter for each field; also for fixed ones, so that the core explains the refusal. */
  static defineFields(prototype: FieldOwner, fields: FieldTraits): void {
    for (const name of Object.keys(fields)) {
      Object.defineProperty(prototype, name, {
        get(this: FieldOwner) {
          return this.readField(name);
        },
        set(this: FieldOwner, value: unknown) {
          this.writeField(name, value);
        },
        configurable: true,
      });
    }
  }

  /** Makes an assignment to a read-only property throw a `HolonomError`. */
  static refuseAssignments(prototype: object): void {
    const parent = Object.getPrototypeOf(prototype);
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (!property.get || property.set) continue;
      const set = function (this: object, value: unknown) {
        // For a field, the core explains why it can't change.
        if (name in parent) return void Reflect.set(parent, name, value, this);
        throw refusal('fixed', name, value, 'read-only');
      };
      Object.defineProperty(prototype, name, { ...property, set });
    }
  }
}
