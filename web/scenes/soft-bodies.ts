import type { SoftBody } from 'holonom';
import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

/** Young's moduli of the cubes. Unit: Pa. */
const moduli = [2e4, 1e5, 5e5];
const beamModulus = 2e6;
const side = 0.5;
const [beamLength, beamCells] = [1.2, [12, 2, 2]] as const;

/** Particles at the left end of the beam. Those of a lattice run along x first. */
const clamped = Array.from(
  { length: (beamCells[1] + 1) * (beamCells[2] + 1) },
  (_, row) => row * (beamCells[0] + 1),
);

export default defineScene({
  title: 'Soft bodies',
  description:
    "Each cube has five times the Young's modulus of the one before and takes the same ball. The beam behind them is clamped at one end and sags under its own weight. Make them stiffer, or let them keep their volume.",
  group: 'cloth',
  tags: ['soft body', 'contact'],
  order: 30,
  camera: { position: [1.9, 1.8, 3.6], target: [0, 0.5, -0.1] },
  settings: { substeps: 8 },
  controls: {
    stiffness: {
      label: "Young's modulus factor",
      help: "Multiplies Young's modulus of the cubes and the beam.",
      value: 1,
      min: 0.1,
      max: 10,
      step: 0.01,
      logarithmic: true,
      live: true,
    },
    poissonRatio: {
      label: "Poisson's ratio",
      help: 'Towards 0.5 a body keeps its volume: pressed down, it bulges.',
      value: 0.4,
      min: 0,
      max: 0.49,
      step: 0.01,
    },
    model: {
      label: 'Model',
      help: 'Saint Venant–Kirchhoff is weak under strong compression.',
      value: 'neo-hookean',
      options: {
        'neo-hookean': 'Neo-Hookean',
        'saint-venant-kirchhoff': 'Saint Venant–Kirchhoff',
      },
    },
  },
  build({ world, values }) {
    addGround(world);
    const material = {
      model: values.model as SoftBody['model'],
      poissonRatio: values.poissonRatio,
      springDamping: 0.02,
    };
    const cubes = moduli.map((youngsModulus, i) => {
      const x = 0.75 * (i - 1);
      addBall(world, [x, 1.3, 0.3], 0.14, { name: 'ball', density: 700 });
      return world.addSoftBody({
        name: 'cube',
        lattice: { size: [side, side, side], cells: [5, 5, 5] },
        position: [x, side / 2 + 0.02, 0.3],
        youngsModulus: youngsModulus * values.stiffness,
        friction: 0.6,
        ...material,
      });
    });
    addBox(world, [-0.7, 0.65, -0.75], [0.2, 1.3, 0.3], { type: 'static', name: 'post' });
    const beam = world.addSoftBody({
      name: 'beam',
      lattice: { size: [beamLength, 0.2, 0.2], cells: beamCells },
      position: [beamLength / 2 - 0.59, 1.1, -0.75],
      youngsModulus: beamModulus * values.stiffness,
      pins: clamped,
      ...material,
    });
    return {
      apply({ stiffness }) {
        cubes.forEach((cube, i) => {
          cube.youngsModulus = (moduli[i] as number) * stiffness;
        });
        beam.youngsModulus = beamModulus * stiffness;
      },
    };
  },
});
