import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const [radius, drop, spread, top] = [0.3, 2.2, 0.7, 3.2];

export default defineScene({
  title: "Newton's cradle",
  description:
    'As many balls leave on one side as arrive on the other: only that keeps both momentum and energy. Pull some aside and let go.',
  group: 'joints',
  tags: ['rigid', 'joints', 'restitution'],
  order: 16,
  camera: { position: [2.4, 2.6, 9.2], target: [-0.3, 1.9, 0] },
  settings: { substeps: 16, restitutionThreshold: 0, sleeping: false },
  controls: {
    balls: { label: 'Balls', value: 5, min: 2, max: 9, step: 1 },
    lifted: { label: 'Lifted', value: 1, min: 1, max: 4, step: 1 },
    angle: { label: 'Angle', value: 30, min: 5, max: 80, step: 5, unit: '°' },
    gap: {
      label: 'Gap',
      value: 30,
      min: 0,
      max: 60,
      step: 1,
      unit: 'mm',
      help: 'Distance between neighbors at rest. A blow also passes through balls that touch.',
    },
  },
  build({ world, values }) {
    addGround(world);
    const { balls } = values;
    const pitch = 2 * radius + values.gap / 1000;
    const length = (balls - 1) * pitch + 2;
    for (const z of [-spread, spread]) {
      addBox(world, [0, top + 0.05, z], [length, 0.1, 0.1], { type: 'static', name: 'rail' });
      for (const side of [-1, 1])
        addBox(world, [(side * (length - 0.1)) / 2, top / 2, z], [0.1, top, 0.1], {
          type: 'static',
          name: 'post',
        });
    }
    const lifted = Math.min(values.lifted, balls - 1);
    for (let i = 0; i < balls; i++) {
      const x = (i - (balls - 1) / 2) * pitch;
      const angle = i < lifted ? (values.angle * Math.PI) / 180 : 0;
      const position = [x - drop * Math.sin(angle), top - drop * Math.cos(angle), 0] as [
        number,
        number,
        number,
      ];
      const ball = addBall(world, position, radius, {
        density: 7800,
        friction: 0,
        restitution: 1,
        name: 'ball',
      });
      for (const z of [-spread, spread])
        world.addJoint({ distance: { bodyA: ball, anchorB: [x, top, z], mode: 'rigid' } });
    }
  },
});
