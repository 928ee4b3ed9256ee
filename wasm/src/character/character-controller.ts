// Character controller: moved by a desired translation, not by forces. Collide and slide in the horizontal plane, lifted
// over steps and set down again, so that stairs and slopes do not reduce the horizontal speed.
import type { Body } from '../body.js';
import { checkedNumber } from '../checks.js';
import type { ShapeDescription } from '../definitions.generated.js';
import { typeError } from '../errors.js';
import { plainVector } from '../plain.js';
import type { Quat, Vec3, Vec3Like } from '../types.js';
import { across, along, dot, lengthOf, minus, rotated, scaled, unit } from '../vectors.js';
import type { World } from '../world.js';
import { type CharacterOptions, CharacterSettings } from './settings.js';
import { type CharacterState, type Footing, nextNote, readState, writeState } from './state.js';
import { characterReason } from './texts.js';

/** Hit of a character in a move. */
export interface CharacterHit {
  /** Body hit. */
  readonly body: Body;
  /** Point of the hit, in world axes. Unit: m. */
  readonly point: Vec3;
  /** Unit normal of the surface, in world axes. */
  readonly normal: Vec3;
}

/** Tolerance for floating-point rounding. Unit: m. */
const tiny = 1e-4;
/** Fraction of the offset at which a cast stops. The rest absorbs rounding, so that contacts do not block sliding. */
const castPart = 0.9;

/**
 * A kinematic character, moved by a desired translation. It slides along walls, climbs slopes and steps up to its
 * limits, stays on the ground, rides moving platforms, keeps their velocity when it leaves them, and pushes dynamic
 * bodies.
 * It does not fall by itself: add gravity to the desired translation. Move it once after each `world.step`.
 * @example
 * const character = new CharacterController(world, { position: [0, 0.81, 0] });
 * let fall = 0;
 * function walk(dt: number) {
 *   world.step(dt);
 *   fall = character.grounded ? 0 : fall - 9.81 * dt;
 *   character.move([1.5 * dt, fall * dt, 0], dt);
 * }
 * for (let i = 0; i < 60; i++) walk(1 / 60);
 * console.log(character.position, character.grounded);
 */
export class CharacterController extends CharacterSettings {
  readonly #world: World;
  /** Index of its state in the world's notes. */
  readonly #note: number;
  #state: CharacterState;
  #hits: CharacterHit[] = [];

  constructor(world: World, options: CharacterOptions = {}) {
    super(world, options);
    this.#world = world;
    this.#note = nextNote(world);
    this.#state = {
      position: [...plainVector('position', options.position ?? [0, 0, 0])],
      drift: [0, 0, 0],
      drop: 0,
      halfHeight: undefined,
      ground: undefined,
      footing: undefined,
    };
    this.#save();
    // A misspelled setting is an error, not a new property; a derived class may have its own properties.
    if (new.target === CharacterController) Object.seal(this);
  }

  /** Shape of the character; any shape but a plane. See {@link setHeight} for the height of a capsule. */
  override get shape(): ShapeDescription {
    // A restored world may have changed the height.
    void this.#current;
    return this.settings.shape;
  }
  override set shape(shape: ShapeDescription) {
    super.shape = shape;
    this.#save();
  }

  /**
   * Position of the shape's origin, in world axes. Assigning it teleports the character without collisions. Unit: m.
   */
  get position(): Readonly<Vec3> {
    return [...this.#current.position];
  }
  set position(position: Vec3Like) {
    const place = plainVector('position', position);
    place.forEach((value, axis) => {
      checkedNumber(`position[${axis}]`, value);
    });
    Object.assign(this.#current, { position: [...place], drift: [0, 0, 0] });
    this.#state.ground = this.#state.footing = undefined;
    this.#save();
  }

  /** Whether the last move ended on ground that is not too steep. */
  get grounded(): boolean {
    return this.#current.ground !== undefined;
  }

  /**
   * Ground under the character, or undefined in the air and on too steep ground. At the edge of a step, the normal is
   * that of the top of the step.
   */
  get ground(): CharacterHit | undefined {
    const { ground } = this.#current;
    return ground?.body.alive ? ground : undefined;
  }

  /** Hits of the last move, in order. */
  get hits(): readonly CharacterHit[] {
    return this.#hits;
  }

  /**
   * Moves the character as far as possible.
   * @param desired desired translation, including the fall, in world axes. Unit: m.
   * @param dt duration of the move, from which the push on bodies follows. Unit: s.
   * @returns the actual translation, including the motion of the platform it stands on or has left. Unit: m.
   * @example const way = character.move([0, -0.1, 0.05], 1 / 60);
   */
  move(desired: Vec3Like, dt: number): Vec3 {
    const wanted = plainVector('desired', desired);
    wanted.forEach((value, axis) => {
      checkedNumber(
        `desired[${axis}]`,
        value,
        ['number-from-to', { low: -1000, high: 1000 }],
        (it) => Math.abs(it) <= 1000,
      );
    });
    checkedNumber('dt', dt, ['number-above', { low: 0 }], (it) => it > 0);
    const from = this.#current.position;
    const wasGrounded = this.#state.ground !== undefined;
    const way = wasGrounded ? wanted : along(wanted, dt, this.#state.drift);
    this.#hits = [];
    this.#recover(this.#carried());
    const rise = dot(way, this.settings.up);
    const level = along(way, -rise, this.settings.up);
    if (rise > 0) this.#go(this.settings.up, rise);
    this.#state.ground = undefined;
    if (!(wasGrounded && rise <= 0 && lengthOf(level) > 0)) {
      this.#slide(level);
      if (rise <= 0) this.#setDown(0, -rise, wasGrounded);
    } else {
      this.#walk(level, -rise);
    }
    this.#stand();
    this.#push(scaled(1 / dt, way), dt);
    this.settings.body?.moveTo(this.#state.position);
    this.#save();
    return minus(this.#state.position, from);
  }

  /**
   * Changes the height of an upright capsule and keeps its lower end in place, to crouch and to stand up. The shape
   * of `body` does not change.
   * @param height height from end to end, at least the diameter. Unit: m.
   * @returns whether there was room; if not, nothing changes.
   * @example
   * const character = new CharacterController(world, { position: [0, 0.81, 0] });
   * character.setHeight(0.9);
   * console.log(character.setHeight(1.6));
   */
  setHeight(height: number): boolean {
    const { shape } = this;
    const { capsule } = shape;
    if (!capsule) throw typeError('shape', shape, characterReason('capsule'));
    const { radius = 0.5 } = capsule;
    checkedNumber(
      'height',
      height,
      characterReason(['height', { low: 2 * radius, high: 100 }]),
      (it) => it >= 2 * radius && it <= 100,
    );
    const halfHeight = height / 2 - radius;
    const growth = halfHeight - (halfHeightOf(shape) ?? 0);
    const position = along(this.#state.position, growth, this.settings.up);
    const changed = { capsule: { radius, halfHeight } };
    if (growth > 0 && this.#world.overlap(changed, this.#place(position)).length > 0) return false;
    super.shape = changed;
    this.#state.position = position;
    this.#state.drop += growth;
    const { footing } = this.#state;
    if (footing) this.#state.footing = this.#footingOn(footing.body);
    this.#save();
    return true;
  }

  /** State of the character, updated from the world, which may have been restored. Not for use within a move. */
  get #current(): CharacterState {
    this.#state = readState(this.#world, this.#note) ?? this.#state;
    const { halfHeight } = this.#state;
    const { shape } = this.settings;
    if (shape.capsule && halfHeight !== undefined && halfHeight !== halfHeightOf(shape))
      super.shape = { capsule: { ...shape.capsule, halfHeight } };
    return this.#state;
  }

  #save(): void {
    this.#state.halfHeight = halfHeightOf(this.settings.shape);
    writeState(this.#world, this.#note, this.#state);
  }

  #place(position: Vec3) {
    const { mask, rotation, body } = this.settings;
    return { position, rotation, mask, exclude: body };
  }

  /** Position after the motion of the body it stands on. */
  #carried(): Vec3 {
    const { footing } = this.#state;
    if (!footing?.body.alive) return this.#state.position;
    const { position, rotation } = footing.body;
    return along(position, 1, rotated(rotation, footing.local));
  }

  #stand(): void {
    this.#state.footing = undefined;
    if (!this.#state.ground) {
      for (const { normal } of this.#hits)
        if (dot(this.#state.drift, normal) < 0)
          this.#state.drift = across(this.#state.drift, normal);
      return;
    }
    const { body, point } = this.#state.ground;
    this.#state.drop = dot(minus(this.#state.position, point), this.settings.up);
    const moves = body.type !== 'static';
    this.#state.drift =
      moves && this.settings.inheritVelocity ? body.velocityAt(this.#state.position) : [0, 0, 0];
    if (moves) this.#state.footing = this.#footingOn(body);
  }

  #footingOn(body: Body): Footing {
    const [x, y, z, w] = body.rotation;
    const inverse: Quat = [-x, -y, -z, w];
    return { body, local: rotated(inverse, minus(this.#state.position, body.position)) };
  }

  /** Moves the character away from bodies that are nearer than the offset. */
  #recover(position: Vec3): void {
    const { offset } = this.settings;
    this.#state.position = position;
    for (let round = 0; round < 6; round++) {
      const place = { ...this.#place(this.#state.position), maxDistance: offset };
      let out: Vec3 = [0, 0, 0];
      for (const hit of this.#world.proximity(this.settings.shape, place)) {
        const lack = offset - hit.distance - dot(out, hit.normal);
        if (lack <= 0) continue;
        // Raise it over slopes and edges of steps, so that they do not push it sideways.
        const rise = dot(hit.normal, this.settings.up);
        const raised = rise > 0.2 && this.#supportBy(hit) !== undefined;
        out = raised ? along(out, lack / rise, this.settings.up) : along(out, lack, hit.normal);
      }
      if (lengthOf(out) < tiny * offset) return;
      this.#state.position = along(this.#state.position, 1, out);
    }
  }

  /** Free distance along a unit vector, and the hit that ends it. */
  #cast(direction: Vec3, distance: number) {
    const { offset } = this.settings;
    const hit = this.#world.castShape(this.settings.shape, direction, {
      ...this.#place(this.#state.position),
      // A body just beyond the distance may already be nearer than the offset.
      maxDistance: distance + offset,
      stopAtPenetration: false,
      margin: castPart * offset,
    });
    if (!hit) return { distance, hit: undefined };
    const facing = -dot(direction, hit.normal);
    const free = hit.distance - ((1 - castPart) * offset) / Math.max(facing, castPart);
    if (free >= distance) return { distance, hit: undefined };
    return { distance: Math.max(0, free), hit };
  }

  #go(direction: Vec3, distance: number) {
    const found = this.#cast(direction, distance);
    this.#state.position = along(this.#state.position, found.distance, direction);
    if (found.hit) this.#hits.push(found.hit);
    return found;
  }

  /** Moves horizontally, sliding along walls and stopping in corners. */
  #slide(level: Vec3): void {
    const walls: Vec3[] = [];
    let left = level;
    for (let turn = 0; turn < 5; turn++) {
      const length = lengthOf(left);
      if (length < 1e-7) return;
      const { distance, hit } = this.#go(scaled(1 / length, left), length);
      if (!hit) return;
      left = scaled(1 - distance / length, left);
      if (this.#isLevel(hit.normal)) {
        // Climb a slope at the same horizontal speed.
        const climb = -dot(left, hit.normal) / dot(hit.normal, this.settings.up);
        const slope = along(left, climb, this.settings.up);
        const length = lengthOf(slope);
        if (!(climb > 0) || length < 1e-7) return;
        const found = this.#go(scaled(1 / length, slope), length);
        left = scaled(1 - found.distance / length, left);
        if (!found.hit || this.#isLevel(found.hit.normal)) return;
        this.#meetWall(walls, found.hit.normal);
      } else {
        this.#meetWall(walls, hit.normal);
      }
      left = this.#between(walls, left);
      if (dot(left, level) <= 0) return;
    }
  }

  /** Adds a wall. Walls count as vertical: too steep surfaces do not lift the character. */
  #meetWall(walls: Vec3[], normal: Vec3): void {
    walls.push(unit(across(normal, this.settings.up)) ?? [0, 0, 0]);
  }

  /** Remaining translation that enters no wall; zero in a corner. */
  #between(walls: readonly Vec3[], way: Vec3): Vec3 {
    const free = (it: Vec3) => walls.every((wall) => dot(it, wall) >= -1e-9 * lengthOf(way));
    for (const wall of [...walls].reverse()) {
      const rest = across(way, wall);
      if (dot(way, wall) < 0 && free(rest)) return rest;
    }
    return free(way) ? way : [0, 0, 0];
  }

  /** Walks on the ground: over steps, lifted for the way, or along the ground if that leads farther. */
  #walk(level: Vec3, fall: number): void {
    const [start, met] = [this.#state.position, this.#hits.length];
    const made = () => dot(minus(this.#state.position, start), level);
    const over = this.#stepOver(level, fall) ? made() : -1;
    if (over >= 0.999 * dot(level, level)) return;
    // Lifted, it may have hit a ceiling that it fits under on the ground.
    const { position, ground } = this.#state;
    const hits = this.#hits;
    this.#state.position = start;
    this.#state.ground = undefined;
    this.#hits = hits.slice(0, met);
    this.#slide(level);
    this.#setDown(0, fall, true);
    if (made() > over + tiny * lengthOf(level)) return;
    this.#state.position = position;
    this.#state.ground = ground;
    this.#hits = hits;
  }

  /** Moves over a step. Returns false and changes nothing if that ends on ground it can't stand on. */
  #stepOver(level: Vec3, fall: number): boolean {
    const { stepHeight } = this.settings;
    const [start, met] = [this.#state.position, this.#hits.length];
    const { distance: lift } =
      stepHeight > 0 ? this.#cast(this.settings.up, stepHeight) : { distance: 0 };
    if (lift < tiny) return false;
    this.#state.position = along(start, lift, this.settings.up);
    this.#slide(level);
    const highest = dot(start, this.settings.up) - this.#state.drop + stepHeight;
    if (this.#setDown(lift, fall, true, highest)) return true;
    this.#state.position = start;
    this.#hits.length = met;
    return false;
  }

  /**
   * Moves down by lift and fall, and on to the ground if it was grounded; slides along too steep surfaces. Returns
   * false if the lift has put it onto such a surface, or onto too high a step.
   */
  #setDown(lift: number, fall: number, wasGrounded: boolean, highest = Infinity): boolean {
    const down = scaled(-1, this.settings.up);
    const most = lift + fall + (wasGrounded ? this.settings.snapDistance : 0) + 1e-3;
    const { distance, hit } = this.#cast(down, most);
    if (hit && dot(hit.point, this.settings.up) > highest + tiny) return false;
    const ground = hit && this.#supportBy(hit);
    if (ground) {
      this.#state.position = along(this.#state.position, distance, down);
      this.#state.ground = ground;
      this.#hits.push(hit);
      return true;
    }
    if (hit && distance < lift - tiny) return false;
    const fallen = Math.min(distance, lift + fall);
    this.#state.position = along(this.#state.position, fallen, down);
    if (!hit || distance > fallen) return true;
    this.#hits.push(hit);
    let left = across(scaled(lift + fall - fallen, down), hit.normal);
    for (let turn = 0; turn < 3; turn++) {
      const length = lengthOf(left);
      if (length < 1e-7) break;
      const found = this.#go(scaled(1 / length, left), length);
      if (!found.hit) break;
      this.#state.ground = this.#supportBy(found.hit);
      if (this.#state.ground) break;
      left = across(scaled(1 - found.distance / length, left), found.hit.normal);
      if (dot(left, this.settings.up) > 0) break;
    }
    return true;
  }

  /** Whether a slope is gentle enough to stand on. */
  #isLevel(normal: Vec3): boolean {
    return dot(normal, this.settings.up) >= this.settings.leastUp - 1e-5;
  }

  /**
   * Returns the support of a hit: by the slope, or at the edge of a step by the top of the step. An edge with no
   * ground within a step height below it is a ledge, which the character slides off.
   */
  #supportBy(hit: CharacterHit): CharacterHit | undefined {
    const { point, normal } = hit;
    if (this.#isLevel(normal)) return hit;
    const inward = unit(across(scaled(-1, normal), this.settings.up));
    if (dot(normal, this.settings.up) <= 0 || !inward) return undefined;
    const topAt = (depth: number) =>
      this.#floorBelow(
        along(along(point, depth, inward), 0.05 + depth, this.settings.up),
        0.1 + 2 * depth,
      );
    const top = topAt(1e-3);
    if (!top || !topAt(this.settings.stepWidth)) return undefined;
    const { position } = this.#state;
    const above = dot(minus(position, point), this.settings.up);
    const reach = above + this.settings.stepHeight + 2 * this.settings.offset;
    // On narrow stairs it meets a step before its center is over the one below.
    const before = along(along(point, -0.01, inward), above, this.settings.up);
    const isStep = this.#floorBelow(position, reach) ?? this.#floorBelow(before, reach);
    return isStep ? { ...hit, normal: top.normal } : undefined;
  }

  /** Returns ground that is not too steep, within a distance straight below a point. */
  #floorBelow(point: Vec3, maxDistance: number) {
    const { mask } = this.settings;
    const options = { maxDistance, mask, exclude: this.settings.body };
    const floor = this.#world.raycast(point, scaled(-1, this.settings.up), options);
    return floor && floor.distance > 0 && this.#isLevel(floor.normal) ? floor : undefined;
  }

  /** Pushes bodies that it walked into or fell on, up to its strength. */
  #push(velocity: Vec3, dt: number): void {
    const pushed = new Set<Body>();
    for (const { body, point, normal } of this.#hits) {
      if (pushed.has(body) || !body.alive || body.type !== 'dynamic' || body.sensor) continue;
      pushed.add(body);
      const relative = minus(velocity, body.velocityAt(point));
      const impulse = Math.min(-dot(relative, normal) * body.mass, this.settings.strength * dt);
      if (impulse > 0) body.applyImpulse(scaled(-impulse, normal), point);
    }
  }
}

/** Half height of a capsule; undefined for other shapes. */
const halfHeightOf = ({ capsule }: ShapeDescription) => capsule && (capsule.halfHeight ?? 0.5);
