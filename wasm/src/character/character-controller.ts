// Somebody who walks: moved by what is wanted, not by forces. Collide and slide in the plane of the ground, lifted over
// steps and set down again, so that stairs and slopes take nothing of the speed over ground.
import type { Body } from '../body.js';
import { checkedNumber } from '../checks.js';
import { plainVector } from '../plain.js';
import type { Quat, Vec3, Vec3Like } from '../types.js';
import type { World } from '../world.js';
import { type CharacterOptions, CharacterSettings } from './settings.js';
import { across, along, dot, lengthOf, minus, rotated, scaled, unit } from './vectors.js';

/** What a character met in a move. */
export interface CharacterHit {
  /** What it met. */
  readonly body: Body;
  /** In world axes. Unit: m. */
  readonly point: Vec3;
  /** Of the surface there, of unit length. */
  readonly normal: Vec3;
}

/** As much as rounding makes of nothing. Unit: m. */
const tiny = 1e-4;

/** Where it stands on a body, in the body's axes: so it is carried along. */
interface Footing {
  readonly body: Body;
  readonly local: Vec3;
}

/**
 * A character that is moved by what its player wants: it slides along walls, climbs slopes and steps up to its limits,
 * keeps to the ground, is carried by what it stands on, takes the velocity of that along when it leaves it, and pushes
 * what it meets. Gravity is the caller's: a character falls by the motion it is given. Move it after `world.step`, once for each step.
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
  #position: Vec3;
  #ground: CharacterHit | undefined;
  /** How far below the position it stands. */
  #drop = 0;
  #footing: Footing | undefined;
  /** What the ground it left gave it on its way through the air, less what it met there. Unit: m/s. */
  #drift: Vec3 = [0, 0, 0];
  #hits: CharacterHit[] = [];

  constructor(world: World, options: CharacterOptions = {}) {
    super(world, options);
    this.#world = world;
    this.#position = [...plainVector('position', options.position ?? [0, 0, 0])];
    // A misspelt setting is an error, not a new property; a class derived from this one may have its own.
    if (new.target === CharacterController) Object.seal(this);
  }

  /** Of the shape's origin. To set it is to put it elsewhere: nothing is met on the way. Unit: m. */
  get position(): Readonly<Vec3> {
    return [...this.#position];
  }
  set position(position: Vec3Like) {
    const place = plainVector('position', position);
    place.forEach((value, axis) => {
      checkedNumber(`position[${axis}]`, value);
    });
    this.#position = [...place];
    this.#ground = undefined;
    this.#footing = undefined;
    this.#drift = [0, 0, 0];
  }

  /** Whether the last move ended on ground that is not too steep. */
  get grounded(): boolean {
    return this.#ground !== undefined;
  }

  /** What it stands on, and where. */
  get ground(): CharacterHit | undefined {
    return this.#ground?.body.alive ? this.#ground : undefined;
  }

  /** What the last move met, in order. */
  get hits(): readonly CharacterHit[] {
    return this.#hits;
  }

  /**
   * Moves as far as it can.
   * @param desired the way that is wanted, in world axes, with what it falls. Unit: m.
   * @param dt time that the move takes, by which bodies are pushed. Unit: s.
   * @returns the way that was made, with what it was carried and what the ground it left gave it. Unit: m.
   * @example const way = character.move([0, -0.1, 0.05], 1 / 60);
   */
  move(desired: Vec3Like, dt: number): Vec3 {
    const wanted = plainVector('desired', desired);
    wanted.forEach((value, axis) => {
      checkedNumber(`desired[${axis}]`, value, 'at most 1000', (it) => Math.abs(it) <= 1000);
    });
    checkedNumber('dt', dt, 'a number of seconds above 0', (it) => it > 0);
    const { body, up } = this.settings;
    const from = this.#position;
    const wasGrounded = this.grounded;
    const way = wasGrounded ? wanted : along(wanted, dt, this.#drift);
    this.#hits = [];
    this.#recover(this.#carried());
    const rise = dot(way, up);
    const level = along(way, -rise, up);
    if (rise > 0) this.#go(up, rise);
    this.#ground = undefined;
    // On its feet it is lifted for the way, so that steps are no obstacle, and set down.
    const lifted = wasGrounded && rise <= 0 && lengthOf(level) > 0;
    if (!lifted || !this.#stepOver(level, -rise)) {
      this.#slide(level);
      if (rise <= 0) this.#setDown(0, -rise, wasGrounded);
    }
    this.#stand();
    this.#push(scaled(1 / dt, way), dt);
    if (body) body.linearVelocity = scaled(1 / dt, minus(this.#position, body.position));
    return minus(this.#position, from);
  }

  #place(position: Vec3) {
    const { mask, rotation, body } = this.settings;
    return { position, rotation, mask, exclude: body };
  }

  /** Where what it stands on has taken it. */
  #carried(): Vec3 {
    const footing = this.#footing;
    if (!footing?.body.alive) return this.#position;
    const { position, rotation } = footing.body;
    return along(position, 1, rotated(rotation, footing.local));
  }

  #stand(): void {
    this.#footing = undefined;
    if (!this.#ground) {
      for (const { normal } of this.#hits)
        if (dot(this.#drift, normal) < 0) this.#drift = across(this.#drift, normal);
      return;
    }
    const { body, point } = this.#ground;
    this.#drop = dot(minus(this.#position, point), this.settings.up);
    this.#drift = body.type === 'static' ? [0, 0, 0] : velocityAt(body, this.#position);
    if (body.type === 'static') return;
    const [x, y, z, w] = body.rotation;
    const inverse: Quat = [-x, -y, -z, w];
    this.#footing = { body, local: rotated(inverse, minus(this.#position, body.position)) };
  }

  /** Out of what came nearer than the gap. */
  #recover(position: Vec3): void {
    const { shape, offset } = this.settings;
    this.#position = position;
    for (let round = 0; round < 6; round++) {
      const place = { ...this.#place(this.#position), maxDistance: offset };
      let out: Vec3 = [0, 0, 0];
      for (const hit of this.#world.proximity(shape, place)) {
        const lack = offset - hit.distance - dot(out, hit.normal);
        if (lack <= 0) continue;
        // Over what it walks on it is raised: an edge must not hold it up.
        const rise = dot(hit.normal, this.settings.up);
        const raised = rise > 0.1 && this.#isWalkable(hit);
        out = raised ? along(out, lack / rise, this.settings.up) : along(out, lack, hit.normal);
      }
      if (lengthOf(out) < tiny * offset) return;
      this.#position = along(this.#position, 1, out);
    }
  }

  /** How far it comes along a unit vector, and what stops it. */
  #cast(direction: Vec3, distance: number) {
    const { shape, offset } = this.settings;
    const hit = this.#world.castShape(shape, direction, {
      ...this.#place(this.#position),
      // What is met a little later may already be too near.
      maxDistance: distance + 2 * offset,
      stopAtPenetration: false,
    });
    if (!hit) return { distance, hit: undefined };
    const facing = -dot(direction, hit.normal);
    const free = hit.distance - offset / Math.max(facing, 1e-3);
    if (free >= distance) return { distance, hit: undefined };
    return { distance: Math.max(0, free), hit };
  }

  #go(direction: Vec3, distance: number) {
    const found = this.#cast(direction, distance);
    this.#position = along(this.#position, found.distance, direction);
    if (found.hit) this.#hits.push(found.hit);
    return found;
  }

  /** Along the level as far as walls and corners let it. */
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
        // Up a slope at the same speed over ground.
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

  /** Walls are upright: what is too steep to climb lifts nobody. */
  #meetWall(walls: Vec3[], normal: Vec3): void {
    walls.push(unit(across(normal, this.settings.up)) ?? [0, 0, 0]);
  }

  /** What is left of a way where no wall may be entered; nothing in a corner. */
  #between(walls: readonly Vec3[], way: Vec3): Vec3 {
    const free = (it: Vec3) => walls.every((wall) => dot(it, wall) >= -1e-9 * lengthOf(way));
    for (const wall of [...walls].reverse()) {
      const rest = across(way, wall);
      if (dot(way, wall) < 0 && free(rest)) return rest;
    }
    return free(way) ? way : [0, 0, 0];
  }

  /** The way over a step; false, and nothing is done, where it would end on what it can't stand on. */
  #stepOver(level: Vec3, fall: number): boolean {
    const { stepHeight } = this.settings;
    const [start, met] = [this.#position, this.#hits.length];
    const { distance: lift } =
      stepHeight > 0 ? this.#cast(this.settings.up, stepHeight) : { distance: 0 };
    if (lift < tiny) return false;
    this.#position = along(start, lift, this.settings.up);
    this.#slide(level);
    const highest = dot(start, this.settings.up) - this.#drop + stepHeight;
    if (this.#setDown(lift, fall, true, highest)) return true;
    this.#position = start;
    this.#hits.length = met;
    return false;
  }

  /**
   * Down by a lift and a fall, and on to the ground if it was on it; along what is too steep. False where it was lifted
   * onto that, or onto what is too high.
   */
  #setDown(lift: number, fall: number, wasGrounded: boolean, highest = Infinity): boolean {
    const down = scaled(-1, this.settings.up);
    const most = lift + fall + (wasGrounded ? this.settings.snapDistance : 0) + 1e-3;
    const { distance, hit } = this.#cast(down, most);
    if (hit && dot(hit.point, this.settings.up) > highest + tiny) return false;
    if (hit && this.#isWalkable(hit)) {
      this.#position = along(this.#position, distance, down);
      this.#ground = hit;
      this.#hits.push(hit);
      return true;
    }
    if (hit && distance < lift - tiny) return false;
    const fallen = Math.min(distance, lift + fall);
    this.#position = along(this.#position, fallen, down);
    if (!hit || distance > fallen) return true;
    this.#hits.push(hit);
    let left = across(scaled(lift + fall - fallen, down), hit.normal);
    for (let turn = 0; turn < 3; turn++) {
      const length = lengthOf(left);
      if (length < 1e-7) break;
      const found = this.#go(scaled(1 / length, left), length);
      if (!found.hit) break;
      if (this.#isWalkable(found.hit)) {
        this.#ground = found.hit;
        break;
      }
      left = across(scaled(1 - found.distance / length, left), found.hit.normal);
      if (dot(left, this.settings.up) > 0) break;
    }
    return true;
  }

  /** Whether a slope is none that it slides down. */
  #isLevel(normal: Vec3): boolean {
    return dot(normal, this.settings.up) >= this.settings.leastUp - 1e-5;
  }

  /** By the slope where it is met; at an edge by that of the top behind the edge. */
  #isWalkable({ point, normal }: CharacterHit): boolean {
    if (this.#isLevel(normal)) return true;
    const inward = unit(across(scaled(-1, normal), this.settings.up));
    if (dot(normal, this.settings.up) <= 0 || !inward) return false;
    const { mask } = this.settings;
    const isTop = (depth: number) => {
      const above = along(along(point, depth, inward), 0.05 + depth, this.settings.up);
      const top = this.#world.raycast(above, scaled(-1, this.settings.up), {
        maxDistance: 0.1 + 2 * depth,
        mask,
        exclude: this.settings.body,
      });
      return top !== undefined && top.distance > 0 && this.#isLevel(top.normal);
    };
    return isTop(1e-3) && isTop(this.settings.stepWidth);
  }

  /** What it walked or fell against, as far as its strength goes. */
  #push(velocity: Vec3, dt: number): void {
    const pushed = new Set<Body>();
    for (const { body, point, normal } of this.#hits) {
      if (pushed.has(body) || !body.alive || body.type !== 'dynamic' || body.sensor) continue;
      pushed.add(body);
      const relative = minus(velocity, velocityAt(body, point));
      const impulse = Math.min(-dot(relative, normal) * body.mass, this.settings.strength * dt);
      if (impulse > 0) body.applyImpulse(scaled(-impulse, normal), point);
    }
  }
}

/** Of what is fixed to a body at a place in the world. Unit: m/s. */
function velocityAt(body: Body, place: Readonly<Vec3>): Vec3 {
  const arm = minus(place, body.worldCentreOfMass);
  const [wx, wy, wz] = body.angularVelocity;
  const turning: Vec3 = [
    wy * arm[2] - wz * arm[1],
    wz * arm[0] - wx * arm[2],
    wx * arm[1] - wy * arm[0],
  ];
  return along(body.linearVelocity, 1, turning);
}
