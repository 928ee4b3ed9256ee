// Bodies one after the other, held by joints, with a weight at the end.
import { body, box, density, fixedBody } from '../scene.mjs';

/**
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../scene.mjs').BenchBody} BenchBody
 * @typedef {import('../scene.mjs').BenchJoint} BenchJoint
 * @typedef {import('../scene.mjs').Vec3} Vec3
 */

const link = { radius: 0.08, halfHeight: 0.15 };
const linkVolume = Math.PI * link.radius ** 2 * (2 * link.halfHeight + (4 / 3) * link.radius);

/**
 * Links that hang from a fixed box, the last one carrying a ball that is pushed sideways.
 * @param {number} count of links @param {number} ratio the ball's mass over a link's
 * @returns {BenchScene}
 */
function chain(count, ratio) {
  const [top, pitch, radius] = [60, 0.5, 0.5];
  const bodies = [fixedBody([0, top, 0], box(0.1, 0.1, 0.1))];
  /** @type {BenchJoint[]} */
  const joints = [];
  for (let i = 0; i <= count; i++) {
    const y = top - i * pitch;
    joints.push({ ball: { bodyA: i, bodyB: i + 1, anchor: [0, y, 0] } });
    if (i < count) bodies.push(body([0, y - pitch / 2, 0], { capsule: link }));
    else
      bodies.push({
        ...body([0, y - radius, 0], { sphere: { radius } }),
        density: (density * ratio * linkVolume) / ((4 / 3) * Math.PI * radius ** 3),
        velocity: [3, 0, 0],
      });
  }
  return {
    title: `a chain of ${count} links with ${ratio} times a link's mass at its end`,
    steps: 600,
    bodies,
    joints,
    measures: ['stretch', 'joints'],
  };
}

/**
 * Beams of boxes welded to each other and to a wall, with a ball on a rope at their end.
 * @param {number} count of beams @param {number} length boxes of a beam
 * @returns {BenchScene}
 */
function beams(count, length) {
  const [height, halfBox, rope, radius] = [10, 0.25, 1, 0.2];
  const bodies = [fixedBody([-1, height, 0], box(1, 1, count))];
  /** @type {BenchJoint[]} */
  const joints = [];
  for (let beam = 0; beam < count; beam++) {
    const z = beam - (count - 1) / 2;
    let bodyA = 0;
    for (let i = 0; i < length; i++) {
      const x = 2 * halfBox * i;
      const bodyB = bodies.push(body([x + halfBox, height, z], box(halfBox, 0.1, 0.1))) - 1;
      joints.push({ fixed: { bodyA, bodyB, anchor: [x, height, z] } });
      bodyA = bodyB;
    }
    const anchorA = /** @type {Vec3} */ ([2 * halfBox * length, height, z]);
    const anchorB = /** @type {Vec3} */ ([anchorA[0], height - rope, z]);
    const bodyB = bodies.push(body(anchorB, { sphere: { radius } })) - 1;
    joints.push({ distance: { bodyA, bodyB, anchorA, anchorB, length: rope, mode: 'rope' } });
  }
  return {
    title: `${count} beams of ${length} boxes welded to a wall, a ball on a rope at the end of each`,
    steps: 400,
    bodies,
    joints,
    measures: ['sag', 'joints'],
  };
}

/** @type {Record<string, BenchScene>} */
export const chains = { chain: chain(100, 100), beams: beams(20, 6) };
