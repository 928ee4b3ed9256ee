import { addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const [length, thickness] = [1.5, 0.3];
const width = length / 3;

export default defineScene({
  title: 'Tower',
  description:
    'Three planks a layer, each layer across the last. Pull planks out, gently, until it falls.',
  group: 'rigid',
  tags: ['rigid', 'stacking'],
  order: 8,
  camera: { position: [5.2, 4.2, 9.2], target: [0, 2.3, 0] },
  controls: {
    layers: { label: 'Layers', value: 16, min: 3, max: 30, step: 1 },
    friction: { label: 'Friction', value: 0.5, min: 0, max: 1, step: 0.05, live: true },
  },
  build({ world, values }) {
    addGround(world);
    for (let layer = 0; layer < values.layers; layer++) {
      const across = layer % 2 === 1;
      for (let i = -1; i <= 1; i++) {
        const y = thickness * (layer + 0.5);
        const at: [number, number, number] = across ? [0, y, i * width] : [i * width, y, 0];
        const gap = 0.985;
        const size: [number, number, number] = across
          ? [length, thickness, width * gap]
          : [width * gap, thickness, length];
        addBox(world, at, size, { density: 300, friction: values.friction, name: 'plank' });
      }
    }
    return {
      apply(changed) {
        for (const body of world.bodies) body.friction = changed.friction;
      },
    };
  },
});
