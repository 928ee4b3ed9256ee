import { addBox, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const [length, width, top] = [1.3, 0.14, 3.4];

export default defineScene({
  title: 'Double pendulums',
  description:
    'Pendulums on pendulums, let go almost from the same angle. For a few seconds they move as one; then each goes its own way.',
  group: 'joints',
  tags: ['rigid', 'joints', 'chaos'],
  order: 17,
  camera: { position: [3.6, 4.2, 10], target: [0, 2.8, 0] },
  settings: { substeps: 32, sleeping: false },
  controls: {
    pendulums: { label: 'Pendulums', value: 9, min: 1, max: 20, step: 1 },
    angle: { label: 'Angle', value: 120, min: 10, max: 180, step: 1, unit: '°' },
    difference: {
      label: 'Difference',
      value: 0.01,
      min: 0.0001,
      max: 5,
      step: 0.0001,
      unit: '°',
      logarithmic: true,
      help: 'Between the first angles of neighbors.',
    },
  },
  build({ world, values }) {
    addGround(world);
    const { pendulums } = values;
    const gap = 0.3;
    const depth = pendulums * gap + 0.3;
    const beam = addBox(world, [0, top, 0], [0.1, 0.1, depth], { type: 'static', name: 'axle' });
    for (const side of [-1, 1])
      addBox(world, [0, (top + 0.05) / 2, side * (depth / 2 + 0.05)], [0.16, top + 0.05, 0.1], {
        type: 'static',
        name: 'post',
      });
    for (let i = 0; i < pendulums; i++) {
      const z = (i - (pendulums - 1) / 2) * gap;
      const degrees = values.angle + (i - (pendulums - 1) / 2) * values.difference;
      const angle = (degrees * Math.PI) / 180;
      const at = (distance: number, away: number): [number, number, number] => [
        distance * Math.sin(angle),
        top - distance * Math.cos(angle),
        z + away,
      ];
      let above = beam;
      for (const part of [0, 1]) {
        // The lower arm passes beside the upper one.
        const arm = addBox(world, at((part + 0.5) * length, 0.07 * part), [width, length, 0.06], {
          density: 800,
          rotation: turn([0, 0, 1], degrees),
          // Arms pass through posts and each other, as if cut in thin air.
          collisionMask: 0,
          name: 'arm',
        });
        world.addJoint({
          hinge: { bodyA: arm, bodyB: above, anchor: at(part * length, 0), axis: [0, 0, 1] },
        });
        above = arm;
      }
    }
  },
});
