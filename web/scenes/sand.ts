import { addGround } from './parts/common.js';
import { defineScene } from './scene.js';

export default defineScene({
  title: 'Sand',
  description:
    'Grains poured on the floor, and a rope thrown over them. Static friction makes them a heap that stands; without it they run apart.',
  group: 'cloth',
  tags: ['cloth', 'contact', 'friction'],
  order: 29,
  camera: { position: [1.5, 1.1, 1.9], target: [0, 0.15, 0] },
  controls: {
    held: { label: 'Static friction', value: 0.9, min: 0, max: 1.5, step: 0.05, live: true },
    friction: { label: 'Friction', value: 0.5, min: 0, max: 1.5, step: 0.05, live: true },
    layers: { label: 'Layers', value: 14, min: 2, max: 30, step: 1 },
  },
  build({ world, values }) {
    addGround(world, 0.9);
    world.addRope({
      name: 'rope',
      length: 1.6,
      segments: 50,
      density: 0.3,
      position: [0, 0.1 + 0.05 * values.layers, 0.02],
      thickness: 0.015,
      friction: values.friction,
      selfCollision: true,
    });
    const pile = world.addGrains({
      name: 'sand',
      base: [7, 7],
      layers: values.layers,
      radius: 0.03,
      density: 1600,
      position: [0, 0.02, 0],
      friction: values.friction,
      staticFriction: values.held,
    });
    return {
      apply(changed) {
        pile.friction = changed.friction;
        pile.staticFriction = changed.held;
      },
    };
  },
});
