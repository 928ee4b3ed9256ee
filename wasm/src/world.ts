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
  JointDescription,
  JointType,
  Scene,
  SceneBody,
  SceneCloth,
  SceneSpringNetwork,
  ShapeDescription,
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
import {
  type BallJoint,
  type DistanceJoint,
  type FixedJoint,
  type HingeJoint,
  type Joint,
  type JointDescriptionOf,
  JointObject,
  jointClasses,
  type PrismaticJoint,
} from './joint.js';
import { parseJson } from './json.js';
import { watchersOf } from './motion.js';
import { NativeWorld, type ObjectKind, stale, takeError } from './native-world.js';
import { knownOptions } from './options.js';
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
import { shortestScene } from './shortest.js';
import { bytesOf, restoreTo, snapshotOf } from './snapshot.js';
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
  springNetwork: SpringNetwork,
  attachment: Attachment,
  grab: Grab,
} as const;

// In single precision, as the core compares it.
const shortestStep = Math.fround(1e-6);

/**
 * Computes forces; see {@link World.addForceGenerator}.
 * @param dt how long they act: the length of a substep, or of the step. Unit: s.
 */
export type ForceGenerator = (world: World, dt: number) => void;

/** How a {@link ForceGenerator} is called. */
export interface ForceGeneratorOptions {
  /** When: in each substep, where bodies and time are those of the substep, or once before each step. `'substep'` if left out. */
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
 * Bodies, cloths and spring networks that move together. Made by {@link Holonom.createWorld}.
 * It holds memory of the WebAssembly module: `dispose()` gives it back.
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
    this.springNetworks = new Collection(native, 'springNetwork');
    this.attachments = new Collection(native, 'attachment');
    this.grabs = new Collection(native, 'grab');
    warnIfDropped(this);
    // A misspelt setting is an error, not a new property.
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
   * Joins two bodies, or one to a place in the world.
   * @example world.addJoint({ hinge: { bodyA: door, bodyB: frame, anchor: [0, 1, 0], axis: [0, 1, 0] } })
   */
  addJoint(description: JointDescriptionOf<'fixed'>): FixedJoint;
  addJoint(description: JointDescriptionOf<'ball'>): BallJoint;
  addJoint(description: JointDescriptionOf<'hinge'>): HingeJoint;
  addJoint(description: JointDescriptionOf<'prismatic'>): PrismaticJoint;
  addJoint(description: JointDescriptionOf<'distance'>): DistanceJoint;
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
   * Calls a function in each substep, in which it pushes bodies by {@link Body.applyForce} and
   * {@link Body.applyTorque}, or sets {@link SpringNetwork.forces}: what it applies acts in that substep alone. So
   * forces that depend on positions or velocities are integrated as those of the library are. With `every: 'step'` it
   * is called once before each step, its forces act through the whole step, and it may add, change and remove objects.
   * If it throws before the first substep, the step does not take place; later, the step ends with the substeps that
   * were made, as {@link World.step} ends after them. `step` throws the same. What was applied before stays for the
   * next step. It may not call `step`. Not saved.
   * @returns a function that ends the calls
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
   * Adds a cloth, as a grid or from a triangle mesh.
   * @example const cloth = world.addCloth({ grid: { size: [2, 2], segments: [20, 20] }, pins: ['corners'] });
   */
  addCloth(description: ClothDescription): Cloth {
    return this.native.add('cloth', description) as Cloth;
  }

  /**
   * Adds a spring network, as a grid, from a triangle mesh or from lists.
   * @example const net = world.addSpringNetwork({ grid: { size: [1, 1], segments: [8, 8] }, pins: ['top'], stiffness: 500 });
   */
  addSpringNetwork(description: SpringNetworkDescription): SpringNetwork {
    return this.native.add('springNetwork', description) as SpringNetwork;
  }

  /**
   * Ties a particle or node to a body or to a place in the world, or a point of cloth to one of another.
   * @example const tie = world.addAttachment({ cloth, point: 0, body: crate });
   */
  addAttachment(description: AttachmentDescription): Attachment {
    return this.native.add('attachment', description) as Attachment;
  }

  /**
   * Holds particles where a function of their positions is zero, projected by XPBD after the cloth's own constraints in
   * every sweep, whatever the `particleSolver`. The functions must not use the world: what they throw, and what is no
   * finite number, leaves the constraint out for the rest of the step, and `step` throws an error that names `value` or
   * `gradient` when the step is done. Without one of its cloths the constraint rests. Not saved.
   * @example
   * // Keeps a particle on a sphere of 1 m.
   * const value = ([x = 0, y = 0, z = 0]: Float64Array) => Math.hypot(x, y, z) - 1;
   * const constraint = world.addUserConstraint({ particles: [{ cloth, point: 0 }], value });
   * world.step(1 / 60);
   * console.log(constraint.force);
   */
  addUserConstraint(description: UserConstraintDescription): UserConstraint {
    return this.#userConstraints.add(description);
  }

  /**
   * Takes hold of a body, particle or node, as with a finger.
   * @example const grab = world.grab({ body: crate, target: [0, 2, 0] });
   */
  grab(description: GrabDescription): Grab {
    return this.native.add('grab', description) as Grab;
  }

  /**
   * Takes an object out, with the joints, forces, attachments and grabs that hold it.
   * @example world.remove(crate);
   */
  remove(object: WorldObject): void {
    this.#own(object).remove();
  }

  /**
   * Takes every object out, and goes back to time 0. The settings stay. What touched ends without an event: a new
   * beginning tells nothing of before.
   * @example world.clear();
   */
  clear(): void {
    this.native.keepNames();
    this.native.raw.clear();
    this.#forget();
  }

  /**
   * A description of an object as it is now, with every field: adding it makes a copy.
   * @example const copy = world.addBody(world.describe(crate));
   */
  describe(object: Body): SceneBody;
  describe(object: Joint): JointDescription;
  describe(object: Force): ForceDescription;
  describe(object: Cloth): SceneCloth;
  describe(object: SpringNetwork): SceneSpringNetwork;
  describe(object: Attachment): AttachmentDescription;
  describe(object: Grab): GrabDescription;
  describe(object: WorldObject): object;
  describe(object: WorldObject): object {
    return this.#own(object).describe();
  }

  /**
   * Lets time pass, then calls who listens through {@link on}. What a callback throws comes out when all were called, and
   * so does what went wrong in functions of user constraints; the step is done then. Refused with code `busy` inside a
   * force generator.
   * @param dt length of the step, in seconds; `1 / 60` suits most pages. Divided into `substeps`. Spring networks and
   *   `time` take it in double precision, all else in single.
   * @param substeps to end after so many of its substeps, at least 1, as the whole step stands then: nothing rebounds,
   *   falls asleep or breaks, which is settled when a step is whole. All if left out or more than there are.
   * @example world.step(1 / 60);
   */
  step(dt: number, substeps?: number): void {
    if (typeof dt !== 'number') throw typeError('dt', dt, 'seconds');
    if (substeps !== undefined) checkedCount('substeps', substeps);
    this.#refuseBusy('step');
    // A step that will be refused asks nobody. The core judges its length in single precision.
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
   * Who began and who ceased to touch in the last step, in a fixed order.
   * @example for (const { type, bodyA, bodyB } of world.contactEvents) console.log(type, bodyA.name, bodyB.name);
   */
  get contactEvents(): readonly ContactEvent[] {
    this.#events ??= readContactEvents(this.native);
    return this.#events;
  }

  /**
   * What touches after the last step, with the forces that act there.
   * @example for (const { points } of world.contacts) console.log(points[0]?.normalForce);
   */
  get contacts(): Contact[] {
    return readContacts(this.native);
  }

  /**
   * Who fell asleep or woke, which networks blew up and which joints broke in the last step, in that order.
   * @example for (const event of world.objectEvents) if (event.type === 'jointBreak') console.log(event.joint.type);
   */
  get objectEvents(): readonly ObjectEvent[] {
    return readObjectEvents(this.native);
  }

  /**
   * Calls back after each step for each event, once each: contacts in the order of {@link contactEvents}, then those that
   * last, then {@link objectEvents}. Callbacks may add, change and remove objects, and step; what they remove is no
   * longer `alive` in the events still to be told, where `id` and `name` can still be read.
   * @param options `minSpeed` of `hit`, in m/s.
   * @returns what ends it.
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
   * The nearest body on a ray, as the bodies are now; with `all` every body on it, nearest first. A ray that starts in
   * a body meets it at once.
   * @param direction of any length but zero, in world axes.
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
   * The body that a shape first meets on its way along a line, as the bodies are now, wherever they are; with `all` every
   * body on its way, nearest first. It does not turn on its way. What overlaps it at the start is met at once: at the
   * distance 0, with a depth.
   * @param shape any but a plane.
   * @param direction of any length but zero, in world axes.
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
   * The bodies within a distance of a shape, nearest first, with where they are nearest to it and which way leads off;
   * those that overlap it have a negative distance. Meshes are surfaces here.
   * @param shape any but a plane.
   * @example for (const { body, distance } of world.proximity({ sphere: { radius: 1 } }, { maxDistance: 2 })) console.log(body.name, distance);
   */
  proximity(shape: ShapeDescription, options: ProximityOptions = {}): ProximityHit[] {
    return proximity(this.native, shape, options);
  }

  /**
   * The bodies that a shape at a place touches, in the order of {@link bodies}.
   * @example const near = world.overlap({ sphere: { radius: 2 } }, { position: [0, 1, 0] });
   */
  overlap(shape: ShapeDescription, options: OverlapOptions = {}): Body[] {
    return overlap(this.native, shape, options);
  }

  /**
   * The bodies that a point is in, in the order of {@link bodies}.
   * @example const inside = world.bodiesAt([0, 0.5, 0]);
   */
  bodiesAt(point: Vec3Like, options: QueryOptions = {}): Body[] {
    return bodiesAt(this.native, point, options);
  }

  /**
   * Replaces settings and content by those of a scene file, given as an object or as JSON text.
   * Objects of before are gone, without events, as by {@link clear}. A scene with a mistake changes nothing.
   * @example world.load({ holonom: 2, bodies: [{ shape: { sphere: { radius: 1 } } }] });
   */
  load(scene: Scene | string | Readonly<Record<string, unknown>>): void {
    const document = typeof scene === 'string' ? parseJson(scene) : scene;
    const plain: Record<string, unknown> = {
      ...plainDescription(document, { fields: {} }, 'scene-description'),
    };
    // A place for editors to find the schema; the core knows nothing of it.
    if (typeof plain.$schema === 'string') delete plain.$schema;
    this.native.keepNames();
    this.native.check(this.native.raw.load(plain), document);
    this.#forget();
  }

  /**
   * Settings and content as a scene file: a plain object, ready for `JSON.stringify`. Loading it gives the same positions and velocities; contacts start without the forces they had. It does not carry grabs, time and the count of steps, or which objects were stopped: those start again, and blow up again where nothing is changed. {@link World.snapshot} carries all of it.
   * @example const text = JSON.stringify(world.save());
   */
  save(): Scene {
    return shortestScene(this.native.raw.save() as Record<string, unknown>) as unknown as Scene;
  }

  /**
   * Everything that what follows depends on, as bytes: `restore` goes on from there to the same bits, in this world or
   * another, on any machine, by the same version of the package. Not in it: force generators, user constraints and who listens.
   * @example const bytes = world.snapshot();
   */
  snapshot(): Uint8Array {
    return snapshotOf(this.native);
  }

  /**
   * Goes back to a snapshot. Objects that were there then are valid again, also removed ones; those added later are gone.
   * Bytes that are damaged, of another version or no snapshot are refused by an error of code `type` or `version`, and
   * nothing changes; they are checked against accidents, not against malice. Refused inside a force generator.
   * @example
   * const bytes = world.snapshot();
   * world.step(1 / 60);
   * world.restore(bytes);
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const given = bytesOf(bytes);
    this.#refuseBusy('restore');
    restoreTo(this.native, given);
    this.native.raw.leaveFuture();
    this.#events = undefined;
    if (this.#recording?.active) this.#recording.restart();
  }

  /**
   * Keeps the past from now on, to return to any step of it: snapshots now and then, and the calls in between. A later
   * call replaces the recording by a new one. User constraints are not recorded: those of now act where steps are
   * repeated.
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

  /** The recording that {@link record} began, until it is stopped. */
  get recording(): Recording | undefined {
    return this.#recording?.active ? this.#recording : undefined;
  }

  /**
   * 16 hexadecimal digits over all positions and velocities: equal ones have equal hashes, on every machine.
   * @example const same = world.hash() === other.hash();
   */
  hash(): string {
    return this.native.raw.hash();
  }

  /** @internal Where objects built on the world keep their state, so that it goes with snapshots and recordings. */
  noteStore(): NoteStore {
    const { native } = this;
    return {
      read: (index) => native.raw.note(index),
      write: (index, numbers) => void native.raw.setNote(index, numbers),
      body: (id) => native.object('body', id) as Body,
    };
  }

  /**
   * The body of an id, such as one of {@link Instances.bodies}.
   * @example const body = world.bodyFromId(crate.id);
   */
  bodyFromId(id: IdLike<'body'>): Body {
    return this.#fromId('body', id) as Body;
  }

  /**
   * The joint of an id.
   * @example const joint = world.jointFromId(hinge.id);
   */
  jointFromId(id: IdLike<'joint'>): Joint {
    return this.#fromId('joint', id) as Joint;
  }

  /**
   * The force of an id.
   * @example const force = world.forceFromId(spring.id);
   */
  forceFromId(id: IdLike<'force'>): Force {
    return this.#fromId('force', id) as Force;
  }

  /**
   * The cloth of an id.
   * @example const again = world.clothFromId(cloth.id);
   */
  clothFromId(id: IdLike<'cloth'>): Cloth {
    return this.#fromId('cloth', id) as Cloth;
  }

  /**
   * The spring network of an id.
   * @example const again = world.springNetworkFromId(net.id);
   */
  springNetworkFromId(id: IdLike<'springNetwork'>): SpringNetwork {
    return this.#fromId('springNetwork', id) as SpringNetwork;
  }

  /**
   * The attachment of an id.
   * @example const again = world.attachmentFromId(tie.id);
   */
  attachmentFromId(id: IdLike<'attachment'>): Attachment {
    return this.#fromId('attachment', id) as Attachment;
  }

  /**
   * The grab of an id.
   * @example const again = world.grabFromId(grab.id);
   */
  grabFromId(id: IdLike<'grab'>): Grab {
    return this.#fromId('grab', id) as Grab;
  }

  /** Measurements after the last step, named by `diagnosticNames`. A view, valid until the next step. */
  get diagnostics(): Float64Array {
    return this.native.view('world', 0, 'diagnostics') as Float64Array;
  }

  /** Time since the world began. Unit: s. */
  get time(): number {
    return this.#measured('time');
  }

  /** Number of steps since the world began. */
  get stepCount(): number {
    return this.#measured('steps');
  }

  /** Energy of everything after the last step. Unit: J. */
  get energy(): Energy {
    const at = (name: 'kinetic' | 'potential' | 'elastic' | 'total') => this.#measured(name);
    return {
      kinetic: at('kinetic'),
      potential: at('potential'),
      elastic: at('elastic'),
      total: at('total'),
    };
  }

  /** Momentum of everything that moves, after the last step. */
  get momentum(): Momentum {
    return {
      linear: [this.#measured('px'), this.#measured('py'), this.#measured('pz')],
      angular: [this.#measured('lx'), this.#measured('ly'), this.#measured('lz')],
    };
  }

  /** How contacts and networks are doing after the last step. */
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
   * The state of all bodies, 16 floats each, in the order of {@link bodies}; see {@link bodyState} for what is where.
   * A view, valid until the next step.
   */
  get bodyStates(): Float32Array {
    return this.native.raw.bodyStates();
  }

  /**
   * All shapes of one type for drawing, the parts of compounds too.
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
   * What {@link debugLines} holds; everything is off at first.
   * @example world.debug = { contacts: true, joints: true };
   */
  get debug(): DebugSettings {
    return this.#debug;
  }
  set debug(settings: Partial<DebugSettings>) {
    this.#debug.assign(settings);
  }

  /** Lines to draw: x y z and r g b per vertex, two vertices a line. A view, valid until the next step. */
  get debugLines(): Float32Array {
    return this.native.view('world', 0, 'debugLines') as Float32Array;
  }

  /** Whether `dispose()` was called. */
  get disposed(): boolean {
    return this.native.disposed;
  }

  /**
   * Gives the memory back. Any use afterwards throws a {@link HolonomError} with code `disposed`; a second call does nothing.
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
    this.native.forget();
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
  Collection,
  ...Object.values({ ...classes, ...jointClasses, ...forceClasses }),
])
  FieldOwner.refuseAssignments(kind.prototype);
