import { addBox, addGround, gyroscopicControl, turn } from './parts/common.js';
import { prism } from './parts/surfaces.js';
import { defineScene } from './scene.js';

const [arm, top] = [1.1, 3.2];

export default defineScene({
  title: 'Gyroscopes',
  description:
    'Wheels held at one end of their axles. The faster a wheel spins, the slower it circles; the one that does not spin just falls.',
  group: 'rigid',
  tags: ['rigid', 'joints', 'rotation'],
  order: 22,
  camera: { position: [0, 6.6, 18.4], target: [0, 2.2, 0] },
  settings: { substeps: 16, sleeping: false },
  controls: {
    spin: { label: 'Spin', value: 90, min: 0, max: 200, step: 5, unit: 'rad/s' },
    gyroscopic: gyroscopicControl,
  },
  build({ world, values }) {
    addGround(world);
    // A wheel with spokes' worth of axle, which lies along z of the prism.
    const wheel = {
      compound: {
        parts: [
          { shape: { hull: { points: prism(32, 0.62, 0.14) } } },
          // A cross on its faces, to see it turn.
          { shape: { box: { halfExtents: [0.5, 0.04, 0.1] } } },
          { shape: { box: { halfExtents: [0.04, 0.5, 0.1] } } },
          {
            position: [0, 0, -arm / 2],
            rotation: turn([1, 0, 0], 90),
            shape: { capsule: { radius: 0.05, halfHeight: arm / 2 } },
          },
        ],
      },
    } as const;
    [0, 0.6, 1].forEach((share, i) => {
      const x = 3.4 * (i - 1);
      addBox(world, [x, top / 2 - 0.05, 0], [0.16, top - 0.1, 0.16], {
        type: 'static',
        name: 'stand',
      });
      const body = world.addBody({
        position: [x, top, arm],
        shape: wheel,
        density: 700,
        angularVelocity: [0, 0, share * values.spin],
        collisionMask: share === 0 ? 1 : 0,
        name: 'wheel',
      });
      world.addJoint({ ball: { bodyA: body, anchor: [x, top, 0] } });
    });
    const apply = (changed: typeof values) => {
      world.gyroscopic = changed.gyroscopic as typeof world.gyroscopic;
    };
    apply(values);
    return { apply };
  },
});
