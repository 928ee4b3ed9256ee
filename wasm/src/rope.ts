import { checkedIndex } from './checks.js';
import type { RopeProperties, SceneRope } from './definitions.generated.js';
import { particlesOf } from './particle-object.js';

/** A rope: particles in a line, each held to the next. Made by {@link World.addRope}. */
export class Rope extends particlesOf<'rope', RopeProperties, SceneRope>('rope') {
  /**
   * Cuts the rope at a particle between its ends. It keeps what comes before, and the particle is the end of both
   * ropes, half of its mass each. Attachments and grabs of later particles go to the other rope.
   * @param particle index of the particle, from 1 to `count - 2`.
   * @returns the rope that goes on from there.
   * @example const rest = rope.split(5);
   */
  split(particle: number): Rope {
    checkedIndex('particle', particle, this.count - 1);
    const rest = this.native.raw.splitRope(this.id, particle);
    this.native.check(rest !== 0, { particle });
    return this.native.object('rope', rest) as Rope;
  }
}
