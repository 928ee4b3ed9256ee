import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

/** The cut: a part of a ring, by its inner and outer edge [m] and its angle. */
const inner = 0.34;
const outer = 1.15;
const cut = (300 * Math.PI) / 180;
const around = 60;
const down = 16;
/** Of the ball that wears it, which is wider than the waist [m]. */
const hips = 0.42;
const height = 1.45;

export default defineScene({
  title: 'Twirling skirt',
  description:
    'Cut flat as a part of a ring, and sewn along its two straight edges into a cone. Turn it faster and it flies out; undo the seam and it falls off. Show forces to see what the seam bears.',
  group: 'cloth',
  tags: ['cloth', 'seams', 'kinematic'],
  order: 5,
  camera: { position: [2.1, 2.2, 3.2], target: [0, 0.95, 0] },
  // Few sweeps over neighbors alone would let the ball widen the waist, and slip through.
  settings: { particleSolver: 'hierarchical' },
  controls: {
    turning: {
      label: 'Turns',
      value: 5,
      min: -12,
      max: 12,
      step: 0.5,
      unit: 'rad/s',
      live: true,
    },
    sewn: { label: 'Sewn', value: true, live: true },
    friction: { label: 'Cloth friction', value: 0.8, min: 0, max: 1, step: 0.05, live: true },
  },
  build({ world, values }) {
    addGround(world);
    addBox(world, [0, 0.04, 0], [0.7, 0.08, 0.7], { type: 'static', name: 'foot' });
    addBox(world, [0, 0.5, 0], [0.07, 0.9, 0.07], { type: 'static', name: 'stand' });
    const ball = addBall(world, [0, height, 0], hips, {
      type: 'kinematic',
      name: 'hips',
      friction: 1,
      angularVelocity: [0, values.turning, 0],
    });
    const flat: number[] = [];
    const worn: number[] = [];
    const indices: number[] = [];
    const place = (i: number, j: number): number => j * (around + 1) + i;
    for (let j = 0; j <= down; j++)
      for (let i = 0; i <= around; i++) {
        const radius = inner + ((outer - inner) * j) / down;
        const angle = (cut * i) / around;
        flat.push(radius * Math.cos(angle), 0, -radius * Math.sin(angle));
        // Rolled up so far that its edges meet, the ring is a cone.
        const share = cut / (2 * Math.PI);
        const turned = angle / share;
        worn.push(
          radius * share * Math.cos(turned),
          height + hips - (radius - inner) * Math.sqrt(1 - share ** 2),
          -radius * share * Math.sin(turned),
        );
        if (i === around || j === down) continue;
        const [a, b, c, d] = [place(i, j), place(i + 1, j), place(i, j + 1), place(i + 1, j + 1)];
        indices.push(a, c, d, a, d, b);
      }
    const edge = (i: number): number[] => Array.from({ length: down + 1 }, (_, j) => place(i, j));
    const seams = [{ first: edge(0), second: edge(around) }];
    const skirt = world.addCloth({
      name: 'skirt',
      mesh: { vertices: flat, indices },
      positions: worn,
      seams: values.sewn ? seams : [],
      density: 0.2,
      thickness: 0.02,
      bend: { model: 'dihedral', compliance: 800 },
      friction: values.friction,
      selfCollision: true,
      damping: 0.3,
    });
    return {
      apply(changed) {
        ball.angularVelocity = [0, changed.turning, 0];
        skirt.friction = changed.friction;
        if (changed.sewn !== skirt.seams.length > 0) skirt.seams = changed.sewn ? seams : [];
      },
    };
  },
});
