import type { Body } from 'holonom';
import { addBall, addBox } from './parts/common.js';
import { defineScene } from './scene.js';

const ratios = [0, 0.15, 1, 3];
// Springs shorter than the gaps, so that neighbors leave each other alone.
const [gap, top, length, pull, mass] = [1.3, 3.2, 1.2, 0.7, 1];

/** Displacement of a damped oscillator released at 1, after time t. */
function displacement(omega: number, ratio: number, t: number): number {
  const decay = Math.exp(-ratio * omega * t);
  if (ratio === 1) return decay * (1 + omega * t);
  if (ratio < 1) {
    const damped = omega * Math.sqrt(1 - ratio * ratio);
    return decay * (Math.cos(damped * t) + ((ratio * omega) / damped) * Math.sin(damped * t));
  }
  const over = Math.sqrt(ratio * ratio - 1);
  const [slow, fast] = [omega * (over - ratio), -omega * (over + ratio)];
  return (fast * Math.exp(slow * t) - slow * Math.exp(fast * t)) / (fast - slow);
}

export default defineScene({
  title: 'Damped masses and theory',
  description:
    'Four masses on springs, weightless: undamped, damped, critically damped and overdamped. The balls beside them follow the exact solution. Choose a method and watch the pairs part.',
  group: 'lab',
  tags: ['springs', 'integrators', 'lab'],
  order: 32,
  camera: { position: [1.2, 2.4, 9.4], target: [0, 2.1, 0] },
  settings: { gravity: [0, 0, 0], substeps: 1, sleeping: false },
  controls: {
    integrator: {
      label: 'Method',
      value: 'harmonic',
      options: {
        harmonic: 'Harmonic',
        'symplectic-euler': 'Symplectic Euler',
        verlet: 'Verlet',
        rk4: 'RK4',
        imex: 'IMEX',
        'backward-euler': 'Backward Euler',
      },
    },
    frequency: { label: 'Frequency', value: 0.8, min: 0.2, max: 6, step: 0.1, unit: 'Hz' },
  },
  build({ world, values }) {
    const omega = 2 * Math.PI * values.frequency;
    addBox(world, [0, top + 0.08, 0], [ratios.length * gap, 0.54, 0.5], {
      type: 'static',
      name: 'beam',
    });
    const rest = top - length;
    const pairs = ratios.map((ratio, i): { ball: Body; ratio: number } => {
      const x = (i - (ratios.length - 1) / 2) * gap;
      world.addSpringNetwork({
        name: `ξ = ${ratio}`,
        lists: { positions: [x - 0.16, top, 0, x - 0.16, rest, 0], springs: [0, 1] },
        positions: [x - 0.16, top, 0, x - 0.16, rest - pull, 0],
        mass: 2 * mass,
        stiffness: mass * omega * omega,
        damping: 2 * ratio * mass * omega,
        integrator: values.integrator as 'harmonic',
        radius: 0.12,
        pins: [0],
      });
      const ball = addBall(world, [x + 0.16, rest - pull, 0], 0.12, {
        type: 'kinematic',
        name: 'theory',
        collisionMask: 0,
      });
      // A line at rest height, to see where they come to rest.
      addBox(world, [x, rest, -0.3], [0.9, 0.02, 0.02], { type: 'static', name: 'rest' });
      return { ball, ratio };
    });
    return {
      beforeStep(time) {
        for (const { ball, ratio } of pairs) {
          const [x] = ball.position;
          ball.position = [x, rest - pull * displacement(omega, ratio, time), 0];
        }
      },
    };
  },
});
