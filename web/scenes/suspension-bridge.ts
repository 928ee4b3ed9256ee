import type { Body, Vec3, World } from 'holonom';
import { addBall, addBox, addGround, seeded, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const [half, deck, towerTop, depth, thickness] = [6, 2.2, 5.6, 1.6, 0.12];

export default defineScene({
  title: 'Suspension bridge',
  description:
    'Planks joined by hinges hang from two cables by ropes that only pull. Watch the cables take up the load.',
  group: 'joints',
  tags: ['rigid', 'joints', 'distance'],
  order: 21,
  camera: { position: [7, 6.8, 20], target: [0, 2.7, 0] },
  settings: { substeps: 12 },
  controls: {
    planks: { label: 'Planks', value: 24, min: 8, max: 40, step: 2 },
    load: { label: 'Loads', value: 8, min: 0, max: 30, step: 1 },
    mass: {
      label: 'Mass of each',
      value: 60,
      min: 5,
      max: 1000,
      step: 1,
      unit: 'kg',
      logarithmic: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    const banks = [-1, 1].map((side) => {
      for (const z of [-1, 1])
        addBox(world, [side * half, towerTop / 2, z * (depth / 2 + 0.15)], [0.3, towerTop, 0.3], {
          type: 'static',
          name: 'tower',
        });
      return addBox(world, [side * (half + 1.5), deck / 2, 0], [3, deck, depth], {
        type: 'static',
        name: 'bank',
        friction: 0.8,
      });
    });
    const planks = addPlanks(world, values.planks, banks as [Body, Body]);
    for (const side of [-1, 1]) addCable(world, planks, side);

    const random = seeded(21);
    const perRow = 6;
    for (let i = 0; i < values.load; i++) {
      const x = 1.2 * ((i % perRow) - (perRow - 1) / 2) + 0.2 * random();
      const y = deck + 0.6 + 0.12 * (i % perRow) + 0.9 * Math.floor(i / perRow);
      addBox(world, [x, y, 0.3 * (random() - 0.5)], [0.5, 0.5, 0.5], {
        mass: values.mass,
        friction: 0.6,
        rotation: turn([0, 1, 0], 90 * random()),
        name: 'load',
      });
    }
  },
});

/** The deck, hinged together and to the banks. */
function addPlanks(world: World, count: number, [left, right]: readonly [Body, Body]): Body[] {
  const width = (2 * half) / count;
  const y = deck - thickness / 2;
  const planks = Array.from({ length: count }, (_, i) =>
    addBox(world, [-half + (i + 0.5) * width, y, 0], [0.96 * width, thickness, depth], {
      density: 500,
      friction: 0.8,
      name: 'plank',
    }),
  );
  [left, ...planks].forEach((body, i) => {
    world.addJoint({
      hinge: {
        bodyA: planks[i] ?? right,
        bodyB: body,
        anchor: [-half + i * width, y, 0],
        axis: [0, 0, 1],
      },
    });
  });
  return planks;
}

/** One cable of rigid pieces over its towers, and the ropes that hang from it. */
function addCable(world: World, planks: readonly Body[], side: number): void {
  const z = side * (depth / 2);
  let before: { readonly body?: Body; readonly at: Vec3 } = { at: [-half, towerTop, z] };
  const tie = (a: Body, end: typeof before): void => {
    world.addJoint({
      distance: { bodyA: a, ...(end.body ? { bodyB: end.body } : { anchorB: end.at }) },
    });
  };
  for (let i = 1; i < planks.length - 1; i += 2) {
    const plank = planks[i] as Body;
    const [x] = plank.position;
    // Evenly loaded, a cable hangs in a parabola.
    const y = deck + 0.6 + (towerTop - deck - 0.6) * (x / half) ** 2;
    const knot = addBall(world, [x, y, z], 0.06, { mass: 4, name: 'knot', linearDamping: 0.1 });
    tie(knot, before);
    world.addJoint({
      distance: { bodyA: plank, bodyB: knot, anchorA: [0, 0, z], mode: 'rope' },
    });
    before = { body: knot, at: [x, y, z] };
  }
  tie(before.body as Body, { at: [half, towerTop, z] });
}
