import type { World } from 'holonom';
import { addBall, addBox, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

// A card a meter high; pairs lean on each other by their inner upper edges.
const [height, depth, thickness, lean] = [1, 0.7, 0.03, 20];
const [sin, cos] = [Math.sin((lean * Math.PI) / 180), Math.cos((lean * Math.PI) / 180)];
const pairHeight = height * cos + thickness * sin;
/** From the middle of a pair to the outer edge of its foot. */
const foot = height * sin + thickness * cos;

export default defineScene({
  title: 'House of cards',
  description:
    'Ten storeys of cards that lean on each other at 20°. Friction alone holds them up: lower it below 0.36, pull a card out, or swing the ball.',
  group: 'rigid',
  tags: ['rigid', 'stacking', 'friction'],
  order: 14,
  camera: { position: [6.5, 6.8, 20.5], target: [-1.4, 4.9, 0] },
  settings: { substeps: 8 },
  controls: {
    storeys: { label: 'Storeys', value: 10, min: 1, max: 12, step: 1 },
    friction: { label: 'Friction', value: 0.8, min: 0, max: 1, step: 0.02, live: true },
  },
  build({ world, values }) {
    addGround(world, 0.8);
    const { friction, storeys } = values;
    const card = { friction, density: 600, name: 'card' };
    let floor = 0;
    for (let storey = 0; storey < storeys; storey++) {
      const pairs = storeys - storey;
      for (let i = 0; i < pairs; i++) {
        const middle = (2 * i - (pairs - 1)) * foot;
        for (const side of [-1, 1])
          addBox(
            world,
            [middle + (side * foot) / 2, floor + pairHeight / 2, 0],
            [thickness, height, depth],
            { ...card, rotation: turn([0, 0, 1], side * lean) },
          );
      }
      floor += pairHeight;
      if (pairs === 1) break;
      addBox(
        world,
        [0, floor + thickness / 2, 0],
        [2 * (pairs - 1) * foot + 0.24, thickness, depth],
        card,
      );
      floor += thickness;
    }
    addPendulum(world, -storeys * foot - 1.8, Math.max(4, 0.75 * floor));
    return {
      apply: (changed) => {
        for (const body of world.bodies) body.friction = changed.friction;
      },
    };
  },
});

/** A ball on a rope beside the house, which it does not reach by itself. */
function addPendulum(world: World, x: number, top: number): void {
  const post = addBox(world, [x, top / 2, -1.6], [0.2, top, 0.2], {
    type: 'static',
    name: 'post',
  });
  addBox(world, [x, top + 0.1, -0.75], [0.2, 0.2, 1.9], { type: 'static', name: 'arm' });
  const ball = addBall(world, [x, 1.4, 0], 0.4, {
    density: 300,
    linearVelocity: [0, 0, 0.7],
    name: 'ball',
  });
  world.addJoint({
    distance: { bodyA: ball, bodyB: post, anchorB: [0, top / 2, 1.6], mode: 'rope' },
  });
}
