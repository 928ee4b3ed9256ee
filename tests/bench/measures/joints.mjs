// What is wrong with joints.
import { compose, inverse, length, minus, plus, turn } from '../geometry/vector.mjs';
import { jointFrames } from '../joint-frames.mjs';

const mm = 1000;
const degrees = 180 / Math.PI;

/**
 * @typedef {import('../geometry/vector.mjs').Vec3} Vec3
 * @typedef {import('../geometry/vector.mjs').Quat} Quat
 * @typedef {import('../scene.mjs').BenchScene} BenchScene
 * @typedef {import('../scene.mjs').BenchJoint} BenchJoint
 * @typedef {import('../quality.mjs').State} State
 */

/** @param {Float64Array} poses @param {number} i @returns {Quat} */
const rotationOf = (poses, i) => [
  poses[7 * i + 3],
  poses[7 * i + 4],
  poses[7 * i + 5],
  poses[7 * i + 6],
];

/** @param {Float64Array} poses @param {number} i @returns {Vec3} */
const positionOf = (poses, i) => [poses[7 * i], poses[7 * i + 1], poses[7 * i + 2]];

/** A point of a body in the world. @param {Float64Array} poses @param {number} i @param {Vec3} local */
const pointOf = (poses, i, local) => plus(positionOf(poses, i), turn(rotationOf(poses, i), local));

/** Frames of all joints, which stay as long as the bodies' shapes do. @param {BenchScene} scene */
const framesOf = ({ bodies, joints = [] }) =>
  joints.map((joint) => ({ joint, ...jointFrames(bodies, joint) }));

/** How far a joint's anchors are apart, a rope's beyond its length. @param {ReturnType<typeof framesOf>[number]} frames @param {Float64Array} poses */
function gap({ joint, a, b, frameA, frameB }, poses) {
  const apart = length(minus(pointOf(poses, a, frameA.anchor), pointOf(poses, b, frameB.anchor)));
  return Math.max(0, apart - (joint.distance?.length ?? 0));
}

/** How far the worst joint is apart, at the end and in the worst observed moment. @param {BenchScene} scene @param {State[]} states */
export function jointGaps(scene, states) {
  const frames = framesOf(scene);
  const worst = states.map(({ poses }) => Math.max(...frames.map((frame) => gap(frame, poses))));
  return {
    'apart mm': worst[worst.length - 1] * mm,
    'in the run mm': Math.max(...worst) * mm,
  };
}

/**
 * How much longer a chain is than it was made: along all anchors to the last body.
 * @param {BenchScene} scene @param {State[]} states
 */
export function stretch(scene, states) {
  const { poses } = states[states.length - 1];
  const frames = framesOf(scene);
  const end = scene.bodies.length - 1;
  const path = frames.flatMap(({ a, b, frameA, frameB }) => [
    pointOf(poses, a, frameA.anchor),
    pointOf(poses, b, frameB.anchor),
  ]);
  path.push(positionOf(poses, end));
  const sum = path.slice(1).reduce((total, p, i) => total + length(minus(p, path[i])), 0);
  const made = length(minus(scene.bodies[end].position, scene.bodies[0].position));
  return { 'stretch %': 100 * (sum / made - 1) };
}

/**
 * How far the ends of beams, where ropes begin, are below their place: of the worst beam, in the mean
 * over the second half of the run, because beams swing.
 * @param {BenchScene} scene @param {State[]} states
 */
export function tipSag(scene, states) {
  const observed = states.slice(Math.floor(states.length / 2));
  const ropes = framesOf(scene).flatMap(({ joint: { distance }, a, frameA }) =>
    distance ? [{ made: distance.anchorA[1], a, frameA }] : [],
  );
  const sags = ropes.map(({ made, a, frameA }) => {
    const drops = observed.map(({ poses }) => made - pointOf(poses, a, frameA.anchor)[1]);
    return drops.reduce((sum, drop) => sum + drop, 0) / drops.length;
  });
  return { 'sag mm': Math.max(...sags) * mm };
}

/**
 * How far the worst joint is beyond its limits at the end. The turn of B against A is split into one
 * about the axis and one across it (Dobrowolski, "Swing-twist decomposition in Clifford algebra", 2015).
 * @param {BenchScene} scene @param {State[]} states
 */
export function limitExcess(scene, states) {
  const { poses } = states[states.length - 1];
  const excesses = framesOf(scene).map(({ joint, a, b, frameA, frameB }) => {
    const [x, y, z, w] = compose(
      inverse(compose(rotationOf(poses, a), frameA.rotation)),
      compose(rotationOf(poses, b), frameB.rotation),
    );
    const twist = 2 * Math.atan(x / w);
    const swing = 2 * Math.atan2(Math.hypot(y, z), Math.hypot(x, w));
    const limits = joint.hinge?.limits ?? joint.ball?.twistLimits;
    const swingLimit = joint.ball?.swingLimit;
    return Math.max(
      limits ? Math.max(limits.lower - twist, twist - limits.upper) : 0,
      swingLimit === undefined ? 0 : swing - swingLimit,
    );
  });
  return { 'beyond °': Math.max(0, ...excesses) * degrees };
}
