import { addBox, addGround, upright } from './parts/common.js';
import { defineScene } from './scene.js';

const span = 5;
const lineNodes = 51;
const height = 2.6;

export default defineScene({
  title: 'Washing line',
  description:
    'A line of springs, pegs that are rigid bodies, and cloth tied to the pegs. Pull any of them and the others follow.',
  group: 'mixed',
  tags: ['springs', 'cloth', 'rigid', 'attachments', 'wind'],
  order: 7,
  camera: { position: [2.2, 2.7, 9], target: [0, 1.55, 0] },
  controls: {
    wind: { label: 'Wind', value: 3, min: 0, max: 12, step: 0.5, unit: 'm/s', live: true },
    stiffness: {
      label: 'Line stiffness',
      value: 8000,
      min: 1000,
      max: 50000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    for (const x of [-span / 2, span / 2]) {
      addBox(world, [x * 1.01, height / 2 + 0.05, 0], [0.1, height + 0.1, 0.1], {
        type: 'static',
        name: 'post',
      });
    }
    const positions: number[] = [];
    const springs: number[] = [];
    for (let i = 0; i < lineNodes; i++) {
      positions.push(span * (i / (lineNodes - 1) - 0.5), height, 0);
      if (i > 0) springs.push(i - 1, i);
    }
    const line = world.addSpringNetwork({
      name: 'line',
      lists: { positions, springs },
      mass: 1,
      stiffness: values.stiffness,
      damping: 2,
      integrator: 'backward-euler',
      radius: 0.015,
      pins: [0, lineNodes - 1],
    });
    // Each sheet hangs between two nodes of the line, width apart.
    hang(7, 17, 1.2, 20);
    hang(20, 30, 0.8, 14);
    hang(33, 43, 1.4, 24);

    function hang(from: number, to: number, length: number, rows: number): void {
      const columns = 2 * (to - from);
      const x = (from: number) => positions[3 * from] as number;
      const cloth = world.addCloth({
        name: 'sheet',
        grid: { size: [x(to) - x(from), length], segments: [columns, rows] },
        position: [(x(from) + x(to)) / 2, height - 0.09 - length / 2, 0],
        rotation: upright,
        density: 0.2,
        stretchCompliance: 1e-5,
        bend: { model: 'dihedral', compliance: 500 },
        damping: 0.1,
      });
      for (let peg = from; peg <= to; peg += 5) {
        // Between the line and the hem, and touching neither: what is tied should not also collide.
        const body = addBox(world, [x(peg), height - 0.045, 0], [0.04, 0.04, 0.04], {
          mass: 0.05,
          name: 'peg',
          angularDamping: 1,
        });
        world.addAttachment({ body, springNetwork: line, point: peg });
        world.addAttachment({ body, cloth, point: 2 * (peg - from) });
      }
    }

    let { wind } = values;
    return {
      beforeStep(time) {
        const speed = wind * (0.6 + 0.4 * Math.sin(0.9 * time) + 0.2 * Math.sin(2.3 * time));
        world.wind = [0.3 * speed, 0, speed];
      },
      apply(changed) {
        wind = changed.wind;
        line.stiffness = changed.stiffness;
      },
    };
  },
});
