import { addBall, addBox, addGround, cornersOf, seeded, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const [netSegments, clothSegments] = [14, 30];

export default defineScene({
  title: 'All together',
  description:
    'Bodies fall into a net of springs, roll off and land in a cloth whose outer corners are tied to a loose beam. Everything pushes everything.',
  group: 'mixed',
  tags: ['rigid', 'cloth', 'springs', 'attachments', 'contact'],
  order: 5,
  camera: { position: [5.2, 4.6, 8.6], target: [0.5, 1.3, 0] },
  // Heavy things on light nodes need short substeps.
  settings: { substeps: 8 },
  controls: {
    bodies: { label: 'Bodies', value: 12, min: 1, max: 40, step: 1 },
    stiffness: {
      label: 'Net stiffness',
      value: 2500,
      min: 500,
      max: 20000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    beam: { label: 'Beam mass', value: 15, min: 5, max: 200, step: 5, unit: 'kg' },
  },
  build({ world, values }) {
    addGround(world);
    // The net leans towards the cloth: its right side hangs lower.
    const lean = -20;
    const net = world.addSpringNetwork({
      name: 'net',
      grid: { size: [2.2, 2.2], segments: [netSegments, netSegments] },
      position: [-1.2, 2.4, 0],
      rotation: turn([0, 0, 1], lean),
      mass: 16,
      stiffness: values.stiffness,
      damping: 0.5,
      integrator: 'backward-euler',
      radius: 0.035,
      friction: 0.2,
    });
    for (const point of cornersOf(netSegments, netSegments)) {
      const at = placeOf(net.positions, point);
      const post = addBox(world, [at[0], at[1] / 2, at[2]], [0.1, at[1], 0.1], {
        type: 'static',
        name: 'post',
      });
      world.addAttachment({ body: post, springNetwork: net, point });
    }

    const cloth = world.addCloth({
      name: 'sling',
      grid: { size: [2.2, 2], segments: [clothSegments, clothSegments] },
      position: [1.05, 1.3, 0],
      density: 0.6,
      stretchCompliance: 1e-5,
      thickness: 0.03,
      friction: 0.5,
      damping: 0.2,
      bend: { model: 'dihedral', compliance: 300 },
    });
    const [topLeft, topRight, bottomLeft, bottomRight] = cornersOf(clothSegments, clothSegments);
    for (const point of [topLeft, bottomLeft]) {
      const at = placeOf(cloth.positions, point);
      const post = addBox(world, [at[0], at[1] / 2, at[2]], [0.1, at[1], 0.1], {
        type: 'static',
        name: 'post',
      });
      world.addAttachment({ body: post, cloth, point });
    }
    const [x] = placeOf(cloth.positions, topRight);
    addBox(world, [x + 0.55, 0.6, 0], [0.9, 1.2, 2.3], {
      type: 'static',
      name: 'bench',
      friction: 0.9,
    });
    const beam = addBox(world, [x + 0.3, 1.31, 0], [0.22, 0.22, 2.2], {
      mass: values.beam,
      name: 'beam',
      friction: 0.9,
    });
    for (const point of [topRight, bottomRight]) world.addAttachment({ body: beam, cloth, point });

    const random = seeded(5);
    for (let i = 0; i < values.bodies; i++) {
      const at = [-1.5 + 0.5 * random(), 3.1 + 0.6 * i, (random() - 0.5) * 0.8] as [
        number,
        number,
        number,
      ];
      if (i % 2 === 0) addBall(world, at, 0.15 + 0.08 * random(), { density: 60, friction: 0.3 });
      else
        addBox(world, at, [0.26, 0.26, 0.26], {
          density: 60,
          friction: 0.2,
          rotation: turn([0, 1, 0], 90 * random()),
        });
    }
    return {
      apply(changed) {
        net.stiffness = changed.stiffness;
      },
    };
  },
});

const placeOf = (positions: Float32Array, point: number): [number, number, number] =>
  [positions[3 * point], positions[3 * point + 1], positions[3 * point + 2]] as [
    number,
    number,
    number,
  ];
