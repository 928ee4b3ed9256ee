// Settings of a character, checked at creation and at each assignment.
import { Body } from '../body.js';
import { checked, checkedNumber } from '../checks.js';
import type { ShapeDescription } from '../definitions.generated.js';
import { typeError } from '../errors.js';
import { knownOptions } from '../options.js';
import { plainVector } from '../plain.js';
import type { RotationLike, Vec3, Vec3Like } from '../types.js';
import { unit } from '../vectors.js';
import { World } from '../world.js';

/** Options of a {@link CharacterController}. */
export interface CharacterOptions {
  /**
   * Shape of the character; any shape but a plane.
   * @default { capsule: { radius: 0.3, halfHeight: 0.5 } }
   */
  readonly shape?: ShapeDescription | undefined;
  /**
   * Position of the shape's origin, in world axes. Unit: m.
   * @default [0, 0, 0]
   */
  readonly position?: Vec3Like | undefined;
  /** Rotation from the shape's axes to world axes. */
  readonly rotation?: RotationLike | undefined;
  /**
   * Up direction, in world axes, of any length but zero.
   * @default [0, 1, 0]
   */
  readonly up?: Vec3Like | undefined;
  /**
   * Gap to all bodies, above 0. Unit: m.
   * @default 0.01
   */
  readonly offset?: number | undefined;
  /**
   * Maximum slope to stand on and climb, from 0 to π/2. The character slides down steeper ground. Unit: rad.
   * @default Math.PI / 4
   */
  readonly maxSlope?: number | undefined;
  /**
   * Maximum height of a step to climb; 0 for none. Unit: m.
   * @default 0.3
   */
  readonly stepHeight?: number | undefined;
  /**
   * Minimum depth of the top of a step. Unit: m.
   * @default 0.1
   */
  readonly stepWidth?: number | undefined;
  /**
   * Maximum drop of the ground that the character follows while walking. Unit: m.
   * @default 0.3
   */
  readonly snapDistance?: number | undefined;
  /**
   * Maximum force on dynamic bodies in the way; 0 for none. Unit: N.
   * @default 500
   */
  readonly strength?: number | undefined;
  /**
   * Whether a jump or a fall from a moving platform starts with the velocity of the platform at the character's feet.
   * @default true
   */
  readonly inheritVelocity?: boolean | undefined;
  /**
   * Groups the character collides with, one bit per group: bodies whose `collisionGroups` share a bit with it.
   * @default 0xffffffff
   */
  readonly mask?: number | undefined;
  /**
   * Kinematic body that represents the character for other bodies. The character ignores it. Each move calls
   * {@link Body.moveTo}, which takes it to {@link CharacterController.position} in the next step.
   */
  readonly body?: Body | undefined;
}

const optionNames = [
  'shape',
  'position',
  'rotation',
  'up',
  'offset',
  'maxSlope',
  'stepHeight',
  'stepWidth',
  'snapDistance',
  'strength',
  'inheritVelocity',
  'mask',
  'body',
] as const satisfies readonly (keyof CharacterOptions)[];

const standing: ShapeDescription = { capsule: { radius: 0.3, halfHeight: 0.5 } };

/** All settings with their values. */
interface Settings extends Required<Omit<CharacterOptions, 'body' | 'position' | 'rotation'>> {
  readonly rotation: RotationLike | undefined;
  readonly body: Body | undefined;
  /** Unit vector. */
  readonly up: Vec3;
  /** Cosine of `maxSlope`. */
  readonly leastUp: number;
}

function checkedSettings(world: World, given: CharacterOptions): Settings {
  const { shape = standing, position = [0, 0, 0], rotation, up = [0, 1, 0], body } = given;
  const { maxSlope = Math.PI / 4, strength = 500, mask = 0xffffffff } = given;
  const { inheritVelocity = true } = given;
  const length = (name: string, value: number, positive = false) =>
    checkedNumber(
      name,
      value,
      [positive ? 'number-above-to' : 'number-from-to', { low: 0, high: 100 }],
      (it) => (positive ? it > 0 && it <= 100 : it >= 0 && it <= 100),
    );
  checkedNumber(
    'maxSlope',
    maxSlope,
    ['number-from-to', { low: 0, high: Math.PI / 2 }],
    (it) => it >= 0 && it <= Math.PI / 2,
  );
  const upward = unit(plainVector('up', up));
  if (!upward) throw typeError('up', up, 'direction-any-length');
  const settings = {
    shape,
    rotation,
    up: upward,
    offset: length('offset', given.offset ?? 0.01, true),
    maxSlope,
    leastUp: Math.fround(Math.cos(maxSlope)),
    stepHeight: length('stepHeight', given.stepHeight ?? 0.3),
    stepWidth: length('stepWidth', given.stepWidth ?? 0.1),
    snapDistance: length('snapDistance', given.snapDistance ?? 0.3),
    strength: checkedNumber('strength', strength, ['number-at-least', { low: 0 }], (it) => it >= 0),
    inheritVelocity: checked('inheritVelocity', inheritVelocity, 'boolean', isBoolean),
    mask,
    body:
      body === undefined
        ? undefined
        : checked('body', body, ['object-of-kind', { kind: 'body' }], isBody),
  };
  // The overlap query refuses an invalid shape, pose or body.
  world.overlap(shape, {
    position: plainVector('position', position),
    rotation,
    mask,
    exclude: body,
  });
  return settings;
}

const isBoolean = (it: unknown) => typeof it === 'boolean';
const isBody = (it: unknown) => it instanceof Body;

/** Base class of {@link CharacterController}: its options as properties, used by the next move. @internal */
export abstract class CharacterSettings {
  readonly #owner: World;
  #settings: Settings;

  constructor(world: World, options: CharacterOptions) {
    this.#owner = checked('world', world, 'world', (it) => it instanceof World);
    this.#settings = checkedSettings(world, knownOptions(options, optionNames));
  }

  /** @internal */
  protected get settings(): Settings {
    return this.#settings;
  }

  #change(change: CharacterOptions): void {
    this.#settings = checkedSettings(this.#owner, { ...this.#settings, ...change });
  }

  /** Shape of the character; any shape but a plane. */
  get shape(): ShapeDescription {
    return this.#settings.shape;
  }
  set shape(shape: ShapeDescription) {
    this.#change({ shape });
  }

  /** Rotation from the shape's axes to world axes. */
  get rotation(): RotationLike | undefined {
    return this.#settings.rotation;
  }
  set rotation(rotation: RotationLike | undefined) {
    this.#change({ rotation });
  }

  /** Up direction, in world axes, as a unit vector. Any length but zero can be assigned. */
  get up(): Readonly<Vec3> {
    return [...this.#settings.up];
  }
  set up(up: Vec3Like) {
    this.#change({ up });
  }

  /** Gap to all bodies, above 0. Unit: m. */
  get offset(): number {
    return this.#settings.offset;
  }
  set offset(offset: number) {
    this.#change({ offset });
  }

  /** Maximum slope to stand on and climb, from 0 to π/2. The character slides down steeper ground. Unit: rad. */
  get maxSlope(): number {
    return this.#settings.maxSlope;
  }
  set maxSlope(maxSlope: number) {
    this.#change({ maxSlope });
  }

  /** Maximum height of a step to climb; 0 for none. Unit: m. */
  get stepHeight(): number {
    return this.#settings.stepHeight;
  }
  set stepHeight(stepHeight: number) {
    this.#change({ stepHeight });
  }

  /** Minimum depth of the top of a step. Unit: m. */
  get stepWidth(): number {
    return this.#settings.stepWidth;
  }
  set stepWidth(stepWidth: number) {
    this.#change({ stepWidth });
  }

  /** Maximum drop of the ground that the character follows while walking. Unit: m. */
  get snapDistance(): number {
    return this.#settings.snapDistance;
  }
  set snapDistance(snapDistance: number) {
    this.#change({ snapDistance });
  }

  /** Maximum force on dynamic bodies in the way; 0 for none. Unit: N. */
  get strength(): number {
    return this.#settings.strength;
  }
  set strength(strength: number) {
    this.#change({ strength });
  }

  /**
   * Whether a jump or a fall from a moving platform starts with the velocity of the platform at the character's feet.
   */
  get inheritVelocity(): boolean {
    return this.#settings.inheritVelocity;
  }
  set inheritVelocity(inheritVelocity: boolean) {
    this.#change({ inheritVelocity });
  }

  /** Groups the character collides with, one bit per group: bodies whose `collisionGroups` share a bit with it. */
  get mask(): number {
    return this.#settings.mask;
  }
  set mask(mask: number) {
    this.#change({ mask });
  }

  /** Kinematic body that represents the character, if any: see {@link CharacterOptions.body}. */
  get body(): Body | undefined {
    return this.#settings.body;
  }
  set body(body: Body | undefined) {
    this.#change({ body });
  }
}
