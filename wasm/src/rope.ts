import { checkedNumber } from './checks.js';
import type { RopeProperties, SceneRope } from './definitions.generated.js';
import { particlesOf } from './particle-object.js';

/** A rope: particles in a line, each held to the next. Made by {@link World.addRope}. */
export class Rope extends particlesOf<'rope', RopeProperties, SceneRope>('rope') {
  /**
   * Cuts the rope at a particle between its ends. It keeps what comes before, and the particle is the end of both
   * ropes, half of its mass each. Attachments and grabs of later particles go to the other rope, which has
   * the same name; constraints of yours that name such particles act no more. Forces of constraints are 0 until the next
   * step.
   * @param particle index of the particle, from 1 to `count - 2`.
   * @returns the rope that goes on from there.
   * @example const rest = rope.split(5);
   */
  split(particle: number): Rope {
    // Others would be cut to 32 bits on their way to the core, which checks the rest.
    checkedNumber('particle', particle, 'inner-particle', (i) => i === (i | 0));
    const { native, id } = this;
    return native.object('rope', native.split('rope', id, particle, [])) as Rope;
  }
}
