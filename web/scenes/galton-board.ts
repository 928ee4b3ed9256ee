import type { Body, Vec3, World } from 'holonom';
import { addBall, addBox, addGround, seeded, turn } from './parts/common.js';
import { prism } from './parts/surfaces.js';
import { defineScene } from './scene.js';

/** Distance between pegs of a row and between rows, and half the width of the board. Unit: m. */
const [pitch, rowHeight, reach] = [0.4, 0.36, 2.6];
/** Radii of pegs and balls, and depth of the board: two balls side by side are wider than a gap. Unit: m. */
const [peg, radius, depth] = [0.12, 0.065, 0.24];
/** Height of the bins, thickness of walls, and height of the dropper above the first row. Unit: m. */
const [bins, wall, drop] = [1.7, 0.04, 0.45];
/** Time between two balls. Unit: s. */
const period = 0.15;

export default defineScene({
  title: 'Galton board',
  description:
    'Balls fall through rows of pegs and fill the bins to a bell curve. The world is planar: nothing leaves the x-y plane, so the board needs neither back nor glass. Without planar motion the balls fall off it. The dropper is locked except along its rail: drag it, and the curve moves.',
  group: 'rigid',
  tags: ['rigid', 'planar'],
  order: 28,
  camera: { position: [2.4, 4.2, 13.4], target: [0, 2.7, 0] },
  controls: {
    planar: { label: 'Planar motion', value: true, live: true, setting: 'planar' },
    count: { label: 'Balls', value: 120, min: 10, max: 160, step: 10 },
    rows: { label: 'Rows of pegs', value: 10, min: 4, max: 12, step: 2 },
    restitution: { label: 'Bounce', value: 0.3, min: 0, max: 0.9, step: 0.05 },
  },
  build({ world, values }) {
    const apply = (changed: typeof values) => {
      world.planar = changed.planar;
    };
    apply(values);
    addBoard(world, values.rows);
    const dropper = addDropper(world, bins + values.rows * rowHeight + drop);
    return {
      apply,
      beforeStep(time) {
        // Counted in the world, which may have returned to its past.
        const balls = [...world.bodies].filter(({ name }) => name === 'ball');
        const next = balls.length;
        if (next >= values.count || time + 1e-6 < next * period || isBlocked(dropper, balls))
          return;
        addNext(world, dropper, next, values.restitution);
      },
    };
  },
});

/** Whether a ball is still between the jaws. */
const isBlocked = ({ position: [x, y] }: Body, balls: readonly Body[]): boolean =>
  balls.some(({ position }) => Math.hypot(position[0] - x, position[1] - y) < 2.5 * radius);

/** Drops a ball as a hand would: a little aside, and not quite along the board. */
function addNext(world: World, dropper: Body, index: number, restitution: number): void {
  const random = seeded(1000 + index);
  const around = () => 2 * random() - 1;
  const [x, y] = dropper.position;
  addBall(world, [x + 0.015 * around(), y, 0], radius, {
    name: 'ball',
    rotation: turn([0, 0, 1], 360 * random()),
    linearVelocity: [0, -0.5, 0.3 * around()],
    angularVelocity: [around(), around(), around()],
    friction: 0.2,
    restitution,
  });
}

/** The pegs, the bins and what is around them. */
function addBoard(world: World, rows: number): void {
  addGround(world);
  const add = (name: string, position: Vec3, size: Vec3) =>
    addBox(world, position, size, { type: 'static', name, friction: 0.2 });
  const top = bins + rows * rowHeight;
  const height = top + drop + 0.3;
  for (const side of [-1, 1])
    add('side', [side * (reach + wall / 2), height / 2, 0], [wall, height, depth]);
  for (let x = pitch / 2; x < reach - wall; x += pitch)
    for (const side of [-1, 1]) add('wall', [side * x, bins / 2, 0], [wall, bins, depth]);
  for (let row = 0; row < rows; row++) {
    // The first row has a peg in the middle. None is so near a side that a ball could stick there.
    const last = row % 2 === 0 ? 5 : 5.5;
    const places = Array.from({ length: 2 * last + 1 }, (_, i) => pitch * (i - last));
    world.addBody({
      type: 'static',
      name: 'pegs',
      position: [0, top - row * rowHeight, 0],
      shape: {
        compound: {
          parts: places.map((x) => ({
            position: [x, 0, 0],
            shape: { hull: { points: prism(24, peg, depth) } },
          })),
        },
      },
      // Rough pegs would hold two balls in a gap.
      friction: 0,
      frictionCombine: 'multiply',
    });
  }
}

/** Two jaws under a rail. Their locks do what a prismatic joint would. */
function addDropper(world: World, height: number): Body {
  addBox(world, [0, height + 0.17, 0], [2 * reach, 0.06, 0.06], { type: 'static', name: 'rail' });
  const parts = [-1, 1].map((side) => ({
    position: [0.16 * side, 0, 0] as Vec3,
    shape: { box: { halfExtents: [0.06, 0.13, depth / 2] as Vec3 } },
  }));
  return world.addBody({
    name: 'dropper',
    position: [0, height, 0],
    shape: { compound: { parts } },
    density: 2000,
    linearDamping: 6,
    lockTranslation: [false, true, true],
    lockRotation: [true, true, true],
  });
}
