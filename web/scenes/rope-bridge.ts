import type { Vec3 } from 'holonom';
import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const [half, height, depth] = [3, 2.1, 1];
const [planks, between] = [14, 3];

export default defineScene({
  title: 'Rope bridge',
  description:
    'Two ropes of springs carry planks, which are rigid bodies tied to them at both ends. Balls roll over: planks push ropes, and ropes pull planks.',
  group: 'mixed',
  tags: ['springs', 'rigid', 'attachments'],
  order: 36,
  camera: { position: [3.8, 4.6, 11.4], target: [0, 1.6, 0] },
  settings: { substeps: 6 },
  controls: {
    stiffness: {
      label: 'Rope stiffness',
      value: 120000,
      min: 3000,
      max: 1e6,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    slack: { label: 'Slack', value: 0.06, min: 0, max: 0.25, step: 0.01 },
    mass: {
      label: 'Ball mass',
      value: 12,
      min: 1,
      max: 200,
      step: 1,
      unit: 'kg',
      logarithmic: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    for (const side of [-1, 1])
      addBox(world, [side * (half + 1), height / 2, 0], [2, height, 1.6], {
        type: 'static',
        name: 'bank',
        friction: 0.7,
      });
    const nodes = (planks + 1) * between + 2;
    // Ropes hang in an arc as long as they are.
    const at = (i: number, z: number): Vec3 => {
      const share = (2 * i) / (nodes - 1) - 1;
      return [half * share, height + 0.02 - values.slack * 3 * (1 - share * share), z];
    };
    const ropes = [-1, 1].map((side) => {
      const positions: number[] = [];
      const springs: number[] = [];
      for (let i = 0; i < nodes; i++) {
        positions.push(...at(i, (side * depth) / 2));
        if (i > 0) springs.push(i - 1, i);
      }
      return world.addSpringNetwork({
        name: 'rope',
        lists: { positions, springs },
        mass: 6,
        stiffness: values.stiffness,
        damping: 8,
        integrator: 'backward-euler',
        radius: 0.03,
        pins: [0, nodes - 1],
      });
    });
    for (let i = 1; i <= planks; i++) {
      const point = i * between;
      const [x, y] = at(point + 0.5, 0);
      const plank = addBox(world, [x, y, 0], [0.3, 0.06, depth - 0.08], {
        mass: 3,
        friction: 0.8,
        name: 'plank',
        angularDamping: 0.5,
      });
      // Two nodes of each rope, so that it does not tip over.
      for (const springNetwork of ropes)
        for (const node of [point, point + 1])
          world.addAttachment({ body: plank, springNetwork, point: node });
    }
    for (let i = 0; i < 3; i++)
      addBall(world, [-half - 0.4 - 0.6 * i, height + 0.3, 0.15 * (i - 1)], 0.24, {
        mass: values.mass,
        linearVelocity: [2.2, 0, 0],
        angularVelocity: [0, 0, -9],
        friction: 0.6,
        name: 'ball',
      });
    return {
      apply({ stiffness }) {
        for (const rope of ropes) rope.stiffness = stiffness;
      },
    };
  },
});
