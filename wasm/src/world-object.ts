// An object of a world: an id and its world. It needs no disposal.
import { kindFields, structFields } from './definitions.generated.js';
import type { FieldTraits } from './definitions.js';
import { FieldOwner } from './field-owner.js';
import { type Inspect, inspected, inspectMethod } from './inspect.js';
import type { NativeWorld, ObjectKind } from './native-world.js';
import { kindOf } from './plain.js';
import type { RawView } from './raw.js';
import { shortestDescription } from './shortest.js';
import type { Id } from './types.js';
import type { World } from './world.js';

/** Freezes copies, in which an assignment would be lost. Lists of numbers stay as they are. */
function freezeParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof (value as unknown[])[0] === 'number')
    return value;
  Object.values(value).forEach(freezeParts);
  return Object.freeze(value);
}

/**
 * Common members of {@link Body}, {@link Joint}, {@link Force}, {@link Cloth}, {@link Rope}, {@link Grains},
 * {@link SoftBody}, {@link Rod}, {@link SpringNetwork}, {@link Attachment} and {@link Grab}.
 */
export abstract class WorldObject<
  Kind extends ObjectKind = ObjectKind,
  Description extends object = object,
> extends FieldOwner<Kind> {
  /** Id of the object in its world. It is not reused for a long time after removal. */
  readonly id: Id<Kind>;

  protected constructor(kind: Kind, native: NativeWorld, id: number) {
    super(kind, native);
    this.id = id as Id<Kind>;
    // A misspelled field is an error, not a new property.
    Object.freeze(this);
  }

  /** World of the object. */
  get world(): World {
    return this.native.world as World;
  }

  /**
   * Whether the object still exists. After removal, `id`, `world`, `name` and `userData` can still be read, for events.
   * Any other use throws a {@link HolonomError} with code `stale`.
   */
  get alive(): boolean {
    const { native, id } = this;
    return native.alive(this[kindOf], id) && native.isOfType(this[kindOf], id, this);
  }

  /**
   * Data of the application, such as the mesh that shows a body: any value, kept as it is. Default: `{}`, as in
   * Three.js. The same for every reference to the object. Not part of descriptions, scene files, snapshots and
   * recordings.
   * After removal it can still be read, but not assigned (code `stale`). It is freed with the last reference to the
   * object, at the earliest after the events of the next step. An object that {@link World.restore} or
   * {@link Recording.seek} brings back has its data again if your code kept a reference to the object; otherwise its
   * `userData` is `{}`.
   * @example
   * crate.userData.label = 'Crate 7';
   * world.on('contactBegin', ({ bodyA, bodyB }) => console.log(bodyA.userData.label, bodyB.userData.label));
   */
  // biome-ignore lint/suspicious/noExplicitAny: As in Three.js, whoever assigns it knows the type.
  get userData(): any {
    const { userData } = this.native;
    if (!userData.has(this)) userData.set(this, {});
    return userData.get(this);
  }
  set userData(value: unknown) {
    this.native.indexOf(this[kindOf], this.id);
    this.native.userData.set(this, value);
  }

  /**
   * Removes the object and the joints, forces, attachments and grabs connected to it.
   * @example crate.remove();
   */
  remove(): void {
    this.native.remove(this[kindOf], this.id);
  }

  /**
   * Returns the description of the object with its present state and every field. Adding it makes a copy.
   * @example const { mass } = crate.describe();
   */
  describe(): Description {
    return shortestDescription(
      this.native.describe(this[kindOf], this.id),
      kindFields[this[kindOf]],
    ) as Description;
  }

  /** What Node prints. @internal */
  [inspectMethod](depth: number, options: object, inspect: Inspect): string {
    return inspected(this, depth, options, inspect);
  }

  /** @internal */
  protected get fields(): FieldTraits {
    return kindFields[this[kindOf]];
  }

  /** @internal */
  protected readField(name: string): unknown {
    if (name === 'name' && !this.alive) return this.native.lastName(this);
    const value = this.native.get(this[kindOf], this.id, name);
    const kind = this.fields[name]?.handle as ObjectKind | undefined;
    if (!kind) return freezeParts(value) ?? undefined;
    return value ? this.native.object(kind, value as number) : undefined;
  }

  /** @internal */
  protected writeField(name: string, value: unknown): void {
    this.native.set(this[kindOf], this.id, name, value, this.fields);
  }

  /** @internal */
  protected view(name: string): RawView {
    return this.native.view(this[kindOf], this.id, name);
  }
}

/** Class of objects that only a world creates. */
type ObjectClass<Objects> = abstract new (native: NativeWorld, id: number) => Objects;

/**
 * Base class of a kind's objects, with the properties of its field table and the members of a parent class, which may
 * stand in for fields.
 */
export function objectsOf<
  Kind extends ObjectKind,
  Properties,
  Description extends object,
  Common extends WorldObject<Kind, Description> = WorldObject<Kind, Description>,
>(kind: Kind, Parent: object = WorldObject): ObjectClass<Common & Properties> {
  const Common = Parent as typeof WorldObject<Kind, Description>;
  abstract class Base extends Common {
    constructor(native: NativeWorld, id: number) {
      super(kind, native, id);
    }
  }
  const own = Object.entries(kindFields[kind]).filter(([name]) => !(name in Common.prototype));
  FieldOwner.defineFields(Base.prototype, Object.fromEntries(own));
  return Base as unknown as ObjectClass<Common & Properties>;
}

/** Base class of a kind's objects of one type, with the properties of the type's field table. */
export function typed<Objects extends WorldObject>(
  Parent: ObjectClass<WorldObject>,
  type: keyof typeof structFields,
): ObjectClass<Objects> {
  abstract class Base extends Parent {}
  Object.defineProperty(Base.prototype, 'type', { value: type });
  FieldOwner.defineFields(Base.prototype, structFields[type] as FieldTraits);
  return Base as unknown as ObjectClass<Objects>;
}
