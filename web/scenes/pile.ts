import { addBall, addBox, addGround, seeded, turn } from './parts/common.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Pile',
  description:
    'Hundreds of boxes and balls poured into a bin. Look at the step time while they pile up.',
  group: 'stress',
  tags: ['rigid', 'stress'],
  order: 11,
  camera: { position: [4.6, 5.2, 7.2], target: [0, 0.8, 0] },
  controls: {
    count: { label: 'Bodies', value: 400, min: 50, max: 2000, step: 50 },
    balls: { label: 'Share of balls', value: 0.4, min: 0, max: 1, step: 0.1 },
    restitution: { label: 'Bounce', value: 0.1, min: 0, max: 0.9, step: 0.05 },
  },
  build({ world, values }) {
    addGround(world);
    const [inner, wall, height] = [3.6, 0.12, 1.4];
    for (const side of [-1, 1]) {
      const at = side * (inner / 2 + wall / 2);
      addBox(world, [at, height / 2, 0], [wall, height, inner + 2 * wall], {
        type: 'static',
        name: 'wall',
      });
      addBox(world, [0, height / 2, at], [inner, height, wall], { type: 'static', name: 'wall' });
    }
    const random = seeded(11);
    const perLayer = 36;
    for (let i = 0; i < values.count; i++) {
      const place = i % perLayer;
      const x = ((place % 6) - 2.5) * 0.52 + 0.1 * (random() - 0.5);
      const z = (Math.floor(place / 6) - 2.5) * 0.52 + 0.1 * (random() - 0.5);
      const y = 0.8 + 0.55 * Math.floor(i / perLayer);
      const common = { density: 400, restitution: values.restitution };
      if (random() < values.balls) addBall(world, [x, y, z], 0.12 + 0.07 * random(), common);
      else {
        const size = [0.2 + 0.2 * random(), 0.2 + 0.15 * random(), 0.2 + 0.2 * random()] as [
          number,
          number,
          number,
        ];
        addBox(world, [x, y, z], size, { ...common, rotation: turn([0, 1, 0], 360 * random()) });
      }
    }
  },
});
