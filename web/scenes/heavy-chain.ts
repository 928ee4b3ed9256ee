import { addBall, addBox, addCapsule, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const [pitch, top, slant] = [0.1, 11.6, 50];

export default defineScene({
  title: 'Heavy chain',
  description:
    'A hundred light links carry a ball of a hundred times their mass. Switch the solver and the substeps of the world while it swings: watch the links, and the energy in the numbers.',
  group: 'lab',
  tags: ['rigid', 'joints', 'solvers'],
  order: 12,
  camera: { position: [1.5, 6.6, 29], target: [0.6, 6.2, 0] },
  settings: { substeps: 8, exactIslands: false },
  controls: {
    links: { label: 'Links', value: 100, min: 5, max: 100, step: 5 },
    mass: {
      label: 'Ball mass',
      value: 100,
      min: 1,
      max: 10000,
      step: 1,
      unit: 'kg',
      logarithmic: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    const bracket = addBox(world, [0, top + 0.15, 0], [0.8, 0.3, 0.8], {
      type: 'static',
      name: 'bracket',
    });
    // Stretched out to the side, so that it swings.
    const angle = (slant * Math.PI) / 180;
    const along = [Math.sin(angle), -Math.cos(angle)] as const;
    const at = (distance: number): [number, number, number] => [
      along[0] * distance,
      top + along[1] * distance,
      0,
    ];
    let above = bracket;
    for (let i = 0; i < values.links; i++) {
      const link = addCapsule(world, at((i + 0.5) * pitch), 0.04, 0.035, {
        mass: 1,
        name: 'link',
        rotation: turn([0, 0, 1], slant),
      });
      world.addJoint({ ball: { bodyA: link, bodyB: above, anchor: at(i * pitch) } });
      above = link;
    }
    const radius = 0.55;
    const ball = addBall(world, at(values.links * pitch + radius), radius, {
      mass: values.mass,
      name: 'ball',
    });
    world.addJoint({ ball: { bodyA: ball, bodyB: above, anchor: at(values.links * pitch) } });
    return undefined;
  },
});
