/// <reference lib="esnext.disposable" preserve="true" />
import { Attachment } from './attachment.js';
import { Body } from './body.js';
import { checkedCount } from './checks.js';
import { Cloth } from './cloth.js';
import { Collection } from './collection.js';
import { type Contact, type ContactEvent, readContactEvents, readContacts } from './contacts.js';
import { type DebugSettings, DebugSwitches } from './debug-lines.js';
import type {
  AttachmentDescription,
  BodyDescription,
  ClothDescription,
  ForceDescription,
  ForceType,
  GrabDescription,
  GrainsDescription,
  JointDescription,
  JointType,
  RodDescription,
  RopeDescription,
  Scene,
  SceneBody,
  SceneCloth,
  SceneGrains,
  SceneRod,
  SceneRope,
  SceneSoftBody,
  SceneSpringNetwork,
  ShapeDescription,
  SoftBodyDescription,
  SpringNetworkDescription,
  Timings,
  WorldProperties,
  WorldSettings,
} from './definitions.generated.js';
import { kindFields, kindNumbers } from './definitions.generated.js';
import {
  diagnosticIndex,
  type Energy,
  type Momentum,
  type Statistics,
  timingsOf,
} from './diagnostics.js';
import { type HolonomError, reading, refusal, typeError } from './errors.js';
import {
  Listeners,
  type ListenOptions,
  type ObjectEvent,
  readObjectEvents,
  type WorldEvents,
} from './events.js';
import { FieldOwner } from './field-owner.js';
import {
  type DragForce,
  type FieldForce,
  type Force,
  type ForceDescriptionOf,
  forceClasses,
  type PointForce,
  type SpringForce,
  type TorqueForce,
} from './force.js';
import { Grab } from './grab.js';
import { Grains } from './grains.js';
import {
  type BallJoint,
  type DistanceJoint,
  type FixedJoint,
  type GearJoint,
  type HingeJoint,
  type Joint,
  type JointDescriptionOf,
  JointObject,
  jointClasses,
  type PrismaticJoint,
  type PulleyJoint,
  type RackAndPinionJoint,
} from './joint.js';
import { parseJson } from './json.js';
import { watchersOf } from './motion.js';
import { NativeWorld, type ObjectKind, stale, takeError } from './native-world.js';
import { knownOptions } from './options.js';
import { ParticleObject } from './particle-object.js';
import { plainDescription } from './plain.js';
import {
  bodiesAt,
  castShape,
  type OverlapOptions,
  overlap,
  type ProximityHit,
  type ProximityOptions,
  proximity,
  type QueryOptions,
  type RaycastOptions,
  type RayHit,
  raycast,
  type ShapeCastHit,
  type ShapeCastOptions,
} from './queries.js';
import type { RawModule } from './raw.js';
import { Recording, type RecordOptions } from './recording.js';
import { Rod } from './rod.js';
import { Rope } from './rope.js';
import { shortestScene } from './shortest.js';
import { bytesOf, restoreTo, snapshotOf } from './snapshot.js';
import { SoftBody } from './soft-body.js';
import { SpringNetwork } from './spring-network.js';
import type { IdLike, Vec3Like } from './types.js';
import { forgetUndisposed, warnIfDropped } from './undisposed.js';
import {
  UserConstraint,
  type UserConstraintDescription,
  UserConstraints,
} from './user-constraint.js';
import { type InstanceShape, type Instances, shapeNames } from './views.js';
import { WorldObject } from './world-object.js';

/** @internal Lists of numbers by index, and the bodies whose ids are among them. */
export interface NoteStore {
  readonly read: (index: number) => Float64Array;
  readonly write: (index: number, numbers: Float64Array) => void;
  readonly body: (id: number) => Body;
}

const classes = {
  body: Body,
  cloth: Cloth,
  rope: Rope,
  grains: Grains,
  softBody: SoftBody,
  rod: Rod,
  springNetwork: SpringNetwork,
  attachment: Attachment,
  grab: Grab,
} as const;

// In single precision, as the core compares it.
const shortestStep = Math.fround(1e-6);

/**
 * Applies forces; see {@link World.addForceGenerator}.
 * @param dt time that the forces act: the length of the substep, or of the step. Unit: s.
 */
export type ForceGenerator = (world: World, dt: number) => void;

/** Options of {@link World.addForceGenerator}. */
export interface ForceGeneratorOptions {
  /**
   * When to call it. `'substep'`: in each substep, with bodies and `time` of that substep. `'step'`: once before each
   * step.
   * Default: `'substep'`.
   */
  readonly every?: 'substep' | 'step' | undefined;
}

type Every = NonNullable<ForceGeneratorOptions['every']>;

abstract class WorldFields extends FieldOwner<'world'> {
  constructor(native: NativeWorld) {
    super('world', native);
  }
  protected readField(name: string): unknown {
    return this.native.get('world', 0, name);
  }
  protected writeField(name: string, value: unknown): void {
    this.native.set('world', 0, name, value, kindFields.world);
  }
}
FieldOwner.defineFields(WorldFields.prototype, kindFields.world);
const WorldBase = WorldFields as unknown as abstract new (
  native: NativeWorld,
) => WorldFields & WorldProperties;

// Older engines have no Symbol.dispose.
const disposeSymbol: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/**
 * A simulation: bodies, cloths, ropes, grains, soft bodies, rods and spring networks that interact. Made by
 * {@link Holonom.createWorld}.
 * It holds memory of the WebAssembly module until `dispose()`.
 * SI units, right-handed axes, Y up. A refused call throws a {@link HolonomError} and changes nothing.
 */
export class World extends WorldBase {
  readonly #debug: DebugSwitches;
  readonly #listeners = new Listeners();
  readonly #userConstraints: UserConstraints;
  #events: readonly ContactEvent[] | undefined;
  #forceGenerators: readonly { readonly apply: ForceGenerator; readonly every: Every }[] = [];
  #generating = false;
  #recording: Recording | undefined;
  /** The rigid bodies. */
  readonly bodies: Collection<Body>;
  /** The joints. */
  readonly joints: Collection<Joint>;
  /** The forces. */
  readonly forces: Collection<Force>;
  /** The cloths. */
  readonly cloths: Collection<Cloth>;
  /** The ropes. */
  readonly ropes: Collection<Rope>;
  /** The objects made of grains. */
  readonly grains: Collection<Grains>;
  /** The soft bodies. */
  readonly softBodies: Collection<SoftBody>;
  /** The rods. */
  readonly rods: Collection<Rod>;
  /** The spring networks. */
  readonly springNetworks: Collection<SpringNetwork>;
  /** The attachments. */
  readonly attachments: Collection<Attachment>;
  /** The grabs. */
  readonly grabs: Collection<Grab>;

  /** @internal */
  constructor(module: RawModule, settings: WorldSettings = {}) {
    const plain = plainDescription(settings, { fields: kindFields.world }, 'world-settings');
    const raw = module.createWorld(plain);
    if (!raw) throw takeError(module, settings) as HolonomError;
    const native: NativeWorld = new NativeWorld(module, raw, (kind, id) => {
      const type = () => raw.typeOf(kindNumbers[kind], id);
      if (kind === 'joint') return new jointClasses[type() as JointType](native, id);
      if (kind === 'force') return new forceClasses[type() as ForceType](native, id);
      return new classes[kind](native, id);
    });
    super(native);
    native.world = this;
    this.#debug = new DebugSwitches(native);
    this.#userConstraints = new UserConstraints(native);
    this.bodies = new Collection(native, 'body');
    this.joints = new Collection(native, 'joint');
    this.forces = new Collection(native, 'force');
    this.cloths = new Collection(native, 'cloth');
    this.ropes = new Collection(native, 'rope');
    this.grains = new Collection(native, 'grains');
    this.softBodies = new Collection(native, 'softBody');
    this.rods = new Collection(native, 'rod');
    this.springNetworks = new Collection(native, 'springNetwork');
    this.attachments = new Collection(native, 'attachment');
    this.grabs = new Collection(native, 'grab');
    warnIfDropped(this);
    // A misspelled setting is an error, not a new property.
    Object.freeze(this);
  }

  /**
   * Adds a rigid body.
   * @example const crate = world.addBody({ position: [0, 5, 0], shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } });
   */
  addBody(description: BodyDescription): Body {
    return this.native.add('body', description) as Body;
  }

  /**
   * Adds a joint between two bodies, or between a body and the world.
   * @example world.addJoint({ hinge: { bodyA: door, bodyB: frame, anchor: [0, 1, 0], axis: [0, 1, 0] } })
   */
  addJoint(description: JointDescriptionOf<'fixed'>): FixedJoint;
  addJoint(description: JointDescriptionOf<'ball'>): BallJoint;
  addJoint(description: JointDescriptionOf<'hinge'>): HingeJoint;
  addJoint(description: JointDescriptionOf<'prismatic'>): PrismaticJoint;
  addJoint(description: JointDescriptionOf<'distance'>): DistanceJoint;
  addJoint(description: JointDescriptionOf<'gear'>): GearJoint;
  addJoint(description: JointDescriptionOf<'rackAndPinion'>): RackAndPinionJoint;
  addJoint(description: JointDescriptionOf<'pulley'>): PulleyJoint;
  addJoint(description: JointDescription): Joint;
  addJoint(description: JointDescription): Joint {
    return this.native.add('joint', description) as Joint;
  }

  /**
   * Adds a force that acts in every step until it is removed.
   * @example world.addForce({ spring: { bodyA: crate, anchorB: [0, 5, 0], stiffness: 200, damping: 5 } })
   */
  addForce(description: ForceDescriptionOf<'point'>): PointForce;
  addForce(description: ForceDescriptionOf<'torque'>): TorqueForce;
  addForce(description: ForceDescriptionOf<'field'>): FieldForce;
  addForce(description: ForceDescriptionOf<'spring'>): SpringForce;
  addForce(description: ForceDescriptionOf<'drag'>): DragForce;
  addForce(description: ForceDescription): Force;
  addForce(description: ForceDescription): Force {
    return this.native.add('force', description) as Force;
  }

  /**
   * Calls a function in each substep. The function applies forces by {@link Body.applyForce} and
   * {@link Body.applyTorque}, or sets {@link SpringNetwork.forces}; they act in that substep alone. Forces that
   * depend on positions or velocities are thus integrated like the built-in ones.
   * With `every: 'step'` the function is called once before each step and its forces act through the whole step. It
   * may then add, change and remove objects.
   * If the function throws before the first substep, the step is not made. If it throws later, the step ends after
   * the substeps made so far, as with the `substeps` of {@link World.step}. `step` throws the same error. Forces
   * applied before the error stay for the next step.
   * The function must not call `step`. Generators are not saved.
   * @returns a function that removes the generator
   * @example const stop = world.addForceGenerator(() => buoy.applyForce([0, -500 * buoy.position[1], 0]));
   */
  addForceGenerator(generator: ForceGenerator, options: ForceGeneratorOptions = {}): () => void {
    if (typeof generator !== 'function') throw typeError('generator', generator, 'function');
    const { every = 'substep' } = knownOptions(options, ['every']);
    if (every !== 'substep' && every !== 'step')
      throw typeError('every', every, ['one-word', { words: ['substep', 'step'] }]);
    this.native.refuseDisposed();
    const entry = { apply: generator, every };
    this.#forceGenerators = [...this.#forceGenerators, entry];
    return () => {
      this.#forceGenerators = this.#forceGenerators.filter((other) => other !== entry);
    };
  }

  /**
   * Adds a cloth from a grid or a triangle mesh.
   * @example const cloth = world.addCloth({ grid: { size: [2, 2], segments: [20, 20] }, pins: ['corners'] });
   */
  addCloth(description: ClothDescription): Cloth {
    return this.native.add('cloth', description) as Cloth;
  }

  /**
   * Adds a rope.
   * @example const rope = world.addRope({ length: 2, segments: 40, position: [0, 3, 0], pins: ['left'] });
   */
  addRope(description: RopeDescription): Rope {
    return this.native.add('rope', description) as Rope;
  }

  /**
   * Adds grains, stacked in layers.
   * @example const grains = world.addGrains({ base: [6, 6], layers: 6, radius: 0.05, position: [0, 1, 0] });
   */
  addGrains(description: GrainsDescription): Grains {
    return this.native.add('grains', description) as Grains;
  }

  /**
   * Adds a soft body from a lattice of cells or a tetrahedral mesh.
   * @example const softBody = world.addSoftBody({ lattice: { size: [1, 1, 1] }, youngsModulus: 2e4, position: [0, 3, 0] });
   */
  addSoftBody(description: SoftBodyDescription): SoftBody {
    return this.native.add('softBody', description) as SoftBody;
  }

  /**
   * Adds an elastic rod: straight, or along `points`.
   * @example const rod = world.addRod({ length: 1, radius: 0.01, clamps: ['left'], position: [0, 2, 0] });
   */
  addRod(description: RodDescription): Rod {
    return this.native.add('rod', description) as Rod;
  }

  /**
   * Adds a spring network from a grid, a triangle mesh, a tetrahedral mesh or lists.
   * @example const net = world.addSpringNetwork({ grid: { size: [1, 1], segments: [8, 8] }, pins: ['top'], stiffness: 500 });
   */
  addSpringNetwork(description: SpringNetworkDescription): SpringNetwork {
    return this.native.add('springNetwork', description) as SpringNetwork;
  }

  /**
   * Attaches a particle or node to a body or to the world, or a particle or point of a cloth to another one.
   * @example const tie = world.addAttachment({ cloth, point: 0, body: crate });
   */
  addAttachment(description: AttachmentDescription): Attachment {
    return this.native.add('attachment', description) as Attachment;
  }

  /**
   * Constrains particles or rigid bodies so that a function of their positions or poses is zero.
   * On particles it is projected by XPBD after the particles' other constraints in every particle iteration, under every
   * `particleSolver`. On bodies it is one row of the equations that `solver` solves, as those of joints; its gradient is
   * found at the start of each substep.
   * The functions must not use the world. If one throws or returns a number that is not finite, the constraint is
   * left out for the rest of the step, and `step` throws an error that names `value` or `gradient` after the step is
   * done.
   * Removing one of its objects disables the constraint. Not saved.
   * @example
   * // Keeps a particle on a sphere of 1 m.
   * const value = ([x = 0, y = 0, z = 0]: Float64Array) => Math.hypot(x, y, z) - 1;
   * const constraint = world.addUserConstraint({ particles: [{ cloth, point: 0 }], value });
   * world.step(1 / 60);
   * console.log(constraint.force);
   * @example
   * // Three bodies whose heights add up to 11 m, held with at most 500 N.
   * const sum = (p: Float64Array) => (p[1] ?? 0) + (p[8] ?? 0) + (p[15] ?? 0) - 11;
   * const bounds = { lower: -500, upper: 500 };
   * world.addUserConstraint({ bodies: [crate, buoy, body], value: sum, bounds });
   */
  addUserConstraint(description: UserConstraintDescription): UserConstraint {
    return this.#userConstraints.add(description);
  }

  /**
   * Pulls a point of a body, a particle or a node to a target, as for dragging with a pointer.
   * @example const grab = world.grab({ body: crate, target: [0, 2, 0] });
   */
  grab(description: GrabDescription): Grab {
    return this.native.add('grab', description) as Grab;
  }

  /**
   * Removes an object and the joints, forces, attachments and grabs connected to it.
   * @example world.remove(crate);
   */
  remove(object: WorldObject): void {
    this.#own(object).remove();
  }

  /**
   * Removes every object and resets the time to 0. Settings stay. Contacts end without events.
   * @example world.clear();
   */
  clear(): void {
    this.native.keepNames();
    this.native.raw.clear();
    this.#forget();
  }

  /**
   * Returns the description of an object with its present state and every field. Adding it makes a copy.
   * @example const copy = world.addBody(world.describe(crate));
   */
  describe(object: Body): SceneBody;
  describe(object: Joint): JointDescription;
  describe(object: Force): ForceDescription;
  describe(object: Cloth): SceneCloth;
  describe(object: Rope): SceneRope;
  describe(object: Grains): SceneGrains;
  describe(object: SoftBody): SceneSoftBody;
  describe(object: Rod): SceneRod;
  describe(object: SpringNetwork): SceneSpringNetwork;
  describe(object: Attachment): AttachmentDescription;
  describe(object: Grab): GrabDescription;
  describe(object: WorldObject): object;
  describe(object: WorldObject): object {
    return this.#own(object).describe();
  }

  /**
   * Advances the world by one step, then calls the listeners of {@link on}.
   * An error thrown by a listener, or by a function of a user constraint, is thrown after all listeners were called;
   * the step is done then. Refused with code `busy` inside a force generator.
   * @param dt length of the step, from 1e-6 to 1; `1 / 60` suits most pages. It is divided into `substeps`. Spring
   *   networks and `time` use it in double precision, the rest in single precision. Unit: s.
   * @param substeps number of substeps after which to end the step, at least 1. Restitution, sleep and breaking of
   *   joints belong to a whole step and are left out. Default, or if greater than the number of substeps: the whole
   *   step.
   * @example world.step(1 / 60);
   */
  step(dt: number, substeps?: number): void {
    if (typeof dt !== 'number') throw typeError('dt', dt, 'seconds');
    if (substeps !== undefined) checkedCount('substeps', substeps);
    this.#refuseBusy('step');
    // No generator is called for a step that will be refused. The core checks its length in single precision.
    const seconds = Math.fround(dt);
    if (seconds >= shortestStep && seconds <= 1) this.#generateForces('step', dt);
    const failures: unknown[] = [];
    this.native.check(
      this.#userConstraints.whileAsked(() => this.#advance(dt, substeps ?? 0, failures)),
      { dt, substeps },
    );
    this.native.forgetLeft();
    this.#events = undefined;
    for (const watch of watchersOf(this)) watch();
    this.#listeners.tell(this, [...failures, ...this.#userConstraints.takeFailures()]);
  }

  /**
   * Contact events of the last step: pairs of bodies that began or ceased to touch. In a fixed order.
   * @example for (const { type, bodyA, bodyB } of world.contactEvents) console.log(type, bodyA.name, bodyB.name);
   */
  get contactEvents(): readonly ContactEvent[] {
    this.#events ??= readContactEvents(this.native);
    return this.#events;
  }

  /**
   * Contacts after the last step, with their forces.
   * @example for (const { points } of world.contacts) console.log(points[0]?.normalForce);
   */
  get contacts(): Contact[] {
    return readContacts(this.native);
  }

  /**
   * Bodies that fell asleep or woke, objects that blew up and joints that broke in the last step, in that order.
   * @example for (const event of world.objectEvents) if (event.type === 'jointBreak') console.log(event.joint.type);
   */
  get objectEvents(): readonly ObjectEvent[] {
    return readObjectEvents(this.native);
  }

  /**
   * Adds a listener of events. It is called once for each event after each step: contact events in the order of
   * {@link contactEvents}, then lasting contacts, then {@link objectEvents}.
   * Listeners may add, change and remove objects, and step the world. Removed objects are no longer `alive` in the
   * events still to come, but their `id`, `name` and `userData` can be read.
   * @param options `minSpeed` of `hit`. Unit: m/s.
   * @returns a function that removes the listener.
   * @example const stop = world.on('hit', ({ impulse }) => play(impulse), { minSpeed: 2 });
   */
  on<Type extends keyof WorldEvents>(
    type: Type,
    callback: (event: WorldEvents[Type]) => void,
    options: ListenOptions = {},
  ): () => void {
    this.native.refuseDisposed();
    return this.#listeners.add(type, callback, options);
  }

  /**
   * Returns the nearest body hit by a ray, or with `all` every body hit, nearest first. Uses the present poses of the
   * bodies. A ray that starts inside a body hits it at distance 0.
   * @param direction direction of the ray, in world axes, of any length but zero.
   * @example
   * const hit = world.raycast([0, 10, 0], [0, -1, 0], { maxDistance: 20 });
   * if (hit) console.log(hit.body.name, hit.distance);
   */
  raycast(
    origin: Vec3Like,
    direction: Vec3Like,
    options: RaycastOptions & { readonly all: true },
  ): RayHit[];
  raycast(
    origin: Vec3Like,
    direction: Vec3Like,
    options?: RaycastOptions & { readonly all?: false | undefined },
  ): RayHit | undefined;
  raycast(
    origin: Vec3Like,
    direction: Vec3Like,
    options: RaycastOptions = {},
  ): RayHit[] | RayHit | undefined {
    return raycast(this.native, origin, direction, options);
  }

  /**
   * Casts a shape along a line. Returns the first body hit, or with `all` every body hit, nearest first. Uses the
   * present poses of the bodies.
   * The shape does not rotate on its way. A body that overlaps it at the start is hit at distance 0, with a `depth`.
   * @param shape any shape but a plane.
   * @param direction direction of the cast, in world axes, of any length but zero.
   * @example
   * const foot = { capsule: { radius: 0.3, halfHeight: 0.5 } };
   * const hit = world.castShape(foot, [0, -1, 0], { position: [0, 5, 0], maxDistance: 10 });
   * if (hit) console.log(hit.body.name, hit.distance, hit.normal);
   */
  castShape(
    shape: ShapeDescription,
    direction: Vec3Like,
    options: ShapeCastOptions & { readonly all: true },
  ): ShapeCastHit[];
  castShape(
    shape: ShapeDescription,
    direction: Vec3Like,
    options?: ShapeCastOptions & { readonly all?: false | undefined },
  ): ShapeCastHit | undefined;
  castShape(
    shape: ShapeDescription,
    direction: Vec3Like,
    options: ShapeCastOptions = {},
  ): ShapeCastHit[] | ShapeCastHit | undefined {
    return castShape(this.native, shape, direction, options);
  }

  /**
   * Returns the bodies within a distance of a shape, nearest first, with the nearest point and the normal.
   * Overlapping bodies have a negative distance. Meshes count as surfaces, not as solids.
   * @param shape any shape but a plane.
   * @example for (const { body, distance } of world.proximity({ sphere: { radius: 1 } }, { maxDistance: 2 })) console.log(body.name, distance);
   */
  proximity(shape: ShapeDescription, options: ProximityOptions = {}): ProximityHit[] {
    return proximity(this.native, shape, options);
  }

  /**
   * Returns the bodies that overlap a shape, in the order of {@link bodies}.
   * @example const near = world.overlap({ sphere: { radius: 2 } }, { position: [0, 1, 0] });
   */
  overlap(shape: ShapeDescription, options: OverlapOptions = {}): Body[] {
    return overlap(this.native, shape, options);
  }

  /**
   * Returns the bodies that contain a point, in the order of {@link bodies}.
   * @example const inside = world.bodiesAt([0, 0.5, 0]);
   */
  bodiesAt(point: Vec3Like, options: QueryOptions = {}): Body[] {
    return bodiesAt(this.native, point, options);
  }

  /**
   * Replaces settings and content by those of a scene file, given as an object or as JSON text. All previous objects
   * are removed without events, as by {@link clear}. An invalid scene changes nothing.
   * @example world.load({ holonom: 3, bodies: [{ shape: { sphere: { radius: 1 } } }] });
   */
  load(scene: Scene | string | Readonly<Record<string, unknown>>): void {
    const document = typeof scene === 'string' ? parseJson(scene) : scene;
    const plain: Record<string, unknown> = {
      ...plainDescription(document, { fields: {} }, 'scene-description'),
    };
    // `$schema` is for editors only: the core refuses it.
    if (typeof plain.$schema === 'string') delete plain.$schema;
    this.native.keepNames();
    this.native.check(this.native.raw.load(plain), document);
    this.#forget();
  }

  /**
   * Returns settings and content as a scene file: a plain object for `JSON.stringify`. Loading it restores positions
   * and velocities, but not contact forces.
   * Not saved: grabs, time and step count, and which objects were stopped. Stopped objects start again, and blow up
   * again if nothing is changed. {@link World.snapshot} keeps all of it.
   * @example const text = JSON.stringify(world.save());
   */
  save(): Scene {
    return shortestScene(this.native.raw.save() as Record<string, unknown>) as unknown as Scene;
  }

  /**
   * Returns the complete state of the world as bytes. {@link World.restore} continues from it with the same bits, in
   * this or another world, on any machine, with the same version of the package. Not included: force generators, user
   * constraints and listeners.
   * @example const bytes = world.snapshot();
   */
  snapshot(): Uint8Array {
    return snapshotOf(this.native);
  }

  /**
   * Restores a snapshot. Objects that existed then are valid again, including removed ones; objects added later are
   * gone.
   * Bytes that are damaged, of another version or no snapshot are refused with code `type` or `version`, and nothing
   * changes. The check detects accidental damage, not malicious bytes. Refused inside a force generator.
   * @example
   * const bytes = world.snapshot();
   * world.step(1 / 60);
   * world.restore(bytes);
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const given = bytesOf(bytes);
    this.#refuseBusy('restore');
    this.native.keepNames();
    restoreTo(this.native, given);
    this.native.raw.leaveFuture();
    this.#events = undefined;
    if (this.#recording?.active) this.#recording.restart();
  }

  /**
   * Starts a recording, from which any later step can be restored: snapshots at intervals, and the calls in between.
   * A later call replaces the recording.
   * User constraints are not recorded: the present ones act when steps are repeated.
   * @example
   * const recording = world.record({ frames: 600 });
   * for (let i = 0; i < 100; i++) world.step(1 / 60);
   * recording.seek(recording.last - 60);
   */
  record(options: RecordOptions = {}): Recording {
    const world = {
      native: this.native,
      refuseBusy: (path: string) => this.#refuseBusy(path),
      stepping: (run: () => void) => this.#userConstraints.whileAsked(run),
      changed: () => {
        this.#events = undefined;
        this.#userConstraints.takeFailures();
      },
    };
    this.#refuseBusy('record');
    this.native.refuseDisposed();
    const recording = new Recording(world, options);
    this.#recording?.stop();
    this.#recording = recording;
    return recording;
  }

  /** The recording started by {@link record}, until it is stopped. */
  get recording(): Recording | undefined {
    return this.#recording?.active ? this.#recording : undefined;
  }

  /**
   * Returns a hash of all positions and velocities, as 16 hexadecimal digits. Equal states have equal hashes on every
   * machine.
   * @example const same = world.hash() === other.hash();
   */
  hash(): string {
    return this.native.raw.hash();
  }

  /** Storage for the state of objects built on the world: it is part of snapshots and recordings. @internal */
  noteStore(): NoteStore {
    const { native } = this;
    return {
      read: (index) => native.raw.note(index),
      write: (index, numbers) => void native.raw.setNote(index, numbers),
      body: (id) => native.object('body', id) as Body,
    };
  }

  /**
   * Returns the body with an id, such as one of {@link Instances.bodies}.
   * @example const body = world.bodyFromId(crate.id);
   */
  bodyFromId(id: IdLike<'body'>): Body {
    return this.#fromId('body', id) as Body;
  }

  /**
   * Returns the joint with an id.
   * @example const joint = world.jointFromId(hinge.id);
   */
  jointFromId(id: IdLike<'joint'>): Joint {
    return this.#fromId('joint', id) as Joint;
  }

  /**
   * Returns the force with an id.
   * @example const force = world.forceFromId(spring.id);
   */
  forceFromId(id: IdLike<'force'>): Force {
    return this.#fromId('force', id) as Force;
  }

  /**
   * Returns the cloth with an id.
   * @example const again = world.clothFromId(cloth.id);
   */
  clothFromId(id: IdLike<'cloth'>): Cloth {
    return this.#fromId('cloth', id) as Cloth;
  }

  /**
   * Returns the rope with an id.
   * @example const again = world.ropeFromId(rope.id);
   */
  ropeFromId(id: IdLike<'rope'>): Rope {
    return this.#fromId('rope', id) as Rope;
  }

  /**
   * Returns the grains with an id.
   * @example const again = world.grainsFromId(grains.id);
   */
  grainsFromId(id: IdLike<'grains'>): Grains {
    return this.#fromId('grains', id) as Grains;
  }

  /**
   * Returns the soft body with an id.
   * @example const again = world.softBodyFromId(softBody.id);
   */
  softBodyFromId(id: IdLike<'softBody'>): SoftBody {
    return this.#fromId('softBody', id) as SoftBody;
  }

  /**
   * Returns the rod with an id.
   * @example const again = world.rodFromId(rod.id);
   */
  rodFromId(id: IdLike<'rod'>): Rod {
    return this.#fromId('rod', id) as Rod;
  }

  /**
   * Returns the spring network with an id.
   * @example const again = world.springNetworkFromId(net.id);
   */
  springNetworkFromId(id: IdLike<'springNetwork'>): SpringNetwork {
    return this.#fromId('springNetwork', id) as SpringNetwork;
  }

  /**
   * Returns the attachment with an id.
   * @example const again = world.attachmentFromId(tie.id);
   */
  attachmentFromId(id: IdLike<'attachment'>): Attachment {
    return this.#fromId('attachment', id) as Attachment;
  }

  /**
   * Returns the grab with an id.
   * @example const again = world.grabFromId(grab.id);
   */
  grabFromId(id: IdLike<'grab'>): Grab {
    return this.#fromId('grab', id) as Grab;
  }

  /** Measurements of the last step, in the order of `diagnosticNames`. A view, valid until the next step. */
  get diagnostics(): Float64Array {
    return this.native.view('world', 0, 'diagnostics') as Float64Array;
  }

  /** Simulated time. Unit: s. */
  get time(): number {
    return this.#measured('time');
  }

  /** Number of steps made. */
  get stepCount(): number {
    return this.#measured('steps');
  }

  /**
   * Total energy of bodies, cloths, ropes, grains, soft bodies, rods and spring networks after the last step. Unit: J.
   */
  get energy(): Energy {
    const at = (name: 'kinetic' | 'potential' | 'elastic' | 'total') => this.#measured(name);
    return {
      kinetic: at('kinetic'),
      potential: at('potential'),
      elastic: at('elastic'),
      total: at('total'),
    };
  }

  /** Total momentum of everything that moves, after the last step. */
  get momentum(): Momentum {
    return {
      linear: [this.#measured('px'), this.#measured('py'), this.#measured('pz')],
      angular: [this.#measured('lx'), this.#measured('ly'), this.#measured('lz')],
    };
  }

  /** Statistics of contacts, solver and stopped objects after the last step. */
  get statistics(): Statistics {
    return {
      contacts: this.#measured('contacts'),
      deepestPenetration: this.#measured('deepestPenetration'),
      stoppedNetworks: this.#measured('stoppedNetworks'),
      stoppedBodies: this.#measured('stoppedBodies'),
      stoppedCloths: this.#measured('stoppedCloths'),
      residual: this.#measured('residual'),
      boundViolation: this.#measured('boundViolation'),
      solverIterations: this.#measured('solverIterations'),
      solverRows: this.#measured('solverRows'),
      solverFallbacks: this.#measured('solverFallbacks'),
      sleepingBodies: this.#measured('sleepingBodies'),
      islands: this.#measured('islands'),
    };
  }

  /** Times of the stages of the last step. Unit: ms. */
  get timings(): Timings {
    return timingsOf(this.diagnostics);
  }

  /**
   * State of all bodies, 16 floats each, in the order of {@link bodies}; {@link bodyState} gives the layout. A view,
   * valid until the next step.
   */
  get bodyStates(): Float32Array {
    return this.native.raw.bodyStates();
  }

  /**
   * Returns all shapes of one type for drawing, including child shapes of compounds.
   * @example const { matrices, bodies } = world.instances('box');
   */
  instances(shape: InstanceShape): Instances {
    const type = shapeNames.indexOf(shape);
    if (type < 0) throw typeError('shape', shape, ['one-word', { words: shapeNames }]);
    const { raw } = this.native;
    return {
      matrices: raw.instances(type, 'matrices') as Float32Array,
      sizes: raw.instances(type, 'sizes') as Float32Array,
      bodies: raw.instances(type, 'bodies') as Uint32Array,
      parts: raw.instances(type, 'parts') as Uint32Array,
    };
  }

  /**
   * Selects the content of {@link debugLines}. Everything is off by default.
   * @example world.debug = { contacts: true, joints: true };
   */
  get debug(): DebugSettings {
    return this.#debug;
  }
  set debug(settings: Partial<DebugSettings>) {
    this.#debug.assign(settings);
  }

  /**
   * Debug lines: x y z and r g b per vertex, two vertices per line, in world axes. A view, valid until the next step.
   */
  get debugLines(): Float32Array {
    return this.native.view('world', 0, 'debugLines') as Float32Array;
  }

  /** Whether `dispose()` was called. */
  get disposed(): boolean {
    return this.native.disposed;
  }

  /**
   * Frees the memory of the world. Any later use throws a {@link HolonomError} with code `disposed`; a second call
   * does nothing.
   * @example world.dispose();
   */
  dispose(): void {
    forgetUndisposed(this);
    this.native.dispose();
  }

  /** The same as `dispose()`, for `using`. */
  [disposeSymbol](): void {
    this.dispose();
  }

  #advance(dt: number, substeps: number, failures: unknown[]): boolean {
    const { raw } = this.native;
    if (!this.#forceGenerators.some(({ every }) => every === 'substep'))
      return raw.step(dt, substeps);
    const planned = raw.openStep(dt, substeps);
    if (planned === 0) return false;
    const h = dt / this.substeps;
    try {
      for (let done = 0; done < planned; done++) {
        try {
          this.native.whileWithin(() => this.#generateForces('substep', h));
        } catch (error) {
          if (done === 0) throw error;
          failures.push(error);
          return true;
        }
        raw.substep();
      }
      return true;
    } finally {
      if (!raw.broken) raw.closeStep();
    }
  }

  #generateForces(when: Every, dt: number): void {
    this.#generating = true;
    try {
      for (const { apply, every } of this.#forceGenerators) if (every === when) apply(this, dt);
    } finally {
      this.#generating = false;
    }
  }

  #refuseBusy(path: string): void {
    this.native.refuseAnswering(path);
    if (!this.#generating) return;
    throw refusal('busy', path, undefined, 'after-generator');
  }

  #forget(): void {
    this.native.matchObjects();
    this.#events = undefined;
  }

  #measured(name: Parameters<typeof diagnosticIndex>[0]): number {
    return this.diagnostics[diagnosticIndex(name)] as number;
  }

  #own(object: WorldObject): WorldObject {
    const owner = reading('object', object, () => object instanceof WorldObject && object.world);
    if (!owner) throw typeError('object', object, 'object-of-world');
    if (owner === this) return object;
    throw refusal('stale', 'object', object, 'this-world');
  }

  #fromId(kind: ObjectKind, id: number): object {
    if (!Number.isInteger(id)) throw typeError('id', id, ['id-of', { kind }]);
    // The core would keep the lowest 32 bits, which may be those of another object.
    if (id >>> 0 !== id) throw stale(kind, id);
    if (!this.native.raw.alive(kindNumbers[kind], id)) throw stale(kind, id);
    return this.native.object(kind, id);
  }
}

for (const kind of [
  World,
  UserConstraint,
  WorldObject,
  JointObject,
  ParticleObject,
  Collection,
  ...Object.values({ ...classes, ...jointClasses, ...forceClasses }),
])
  FieldOwner.refuseAssignments(kind.prototype);
