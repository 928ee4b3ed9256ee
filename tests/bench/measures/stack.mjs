import { movable } from './motion.mjs';

const mm = 1000;

/**
 * Whether boxes are where they were put.
 * @param {import('../scene.mjs').BenchScene} scene
 * @param {import('../quality.mjs').State[]} states
 */
export function stack(scene, states) {
  const { poses } = states[states.length - 1];
  const moving = movable(scene);
  let drift = 0;
  let lowest = Infinity;
  for (const i of moving) {
    const [x, y, z] = scene.bodies[i].position;
    drift = Math.max(drift, Math.hypot(poses[7 * i] - x, poses[7 * i + 2] - z));
    lowest = Math.min(lowest, poses[7 * i + 1] - y);
  }
  const top = moving[moving.length - 1];
  return {
    stands: lowest > -0.5, // none fell by half a box
    'top mm': (poses[7 * top + 1] - scene.bodies[top].position[1]) * mm,
    'drift mm': drift * mm,
  };
}
