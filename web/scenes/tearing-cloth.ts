import type { Cloth } from 'holonom';
import { addGround } from './parts/common.js';
import { defineScene } from './scene.js';

/** Splits a particle across an edge that pulls it. False where all of its triangles lie on one side. */
function splitAcross(cloth: Cloth, particle: number, toward: number): boolean {
  const { indices, positions } = cloth;
  const place = (i: number, axis: number) => positions[3 * i + axis] as number;
  const along = [0, 1, 2].map((axis) => place(toward, axis) - place(particle, axis));
  const own: number[] = [];
  const far: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t], indices[t + 1], indices[t + 2]] as [number, number, number];
    if (!corners.includes(particle)) continue;
    own.push(t / 3);
    let reach = 0;
    for (const corner of corners)
      along.forEach((part, axis) => {
        reach += part * (place(corner, axis) - place(particle, axis));
      });
    if (reach > 0) far.push(t / 3);
  }
  if (far.length === 0 || far.length === own.length) return false;
  cloth.split(particle, far);
  return true;
}

/** Tears the edges that pull the hardest, above a force in N. */
function tear(cloth: Cloth, strength: number): void {
  const { particles, forces } = cloth.constraints('distance');
  const torn = [...forces.keys()].filter((edge) => (forces[edge] as number) > strength);
  torn.sort((a, b) => (forces[b] as number) - (forces[a] as number));
  for (const edge of torn.slice(0, 6)) {
    const [a, b] = [particles[2 * edge] as number, particles[2 * edge + 1] as number];
    if (!splitAcross(cloth, a, b)) splitAcross(cloth, b, a);
  }
}

export default defineScene({
  title: 'Tearing cloth',
  description:
    'A ball falls on a sheet that is held on all sides. Where an edge pulls too hard, its particles are split. Drag the sheet to tear it further.',
  group: 'cloth',
  tags: ['cloth', 'tearing', 'topology'],
  order: 31,
  camera: { position: [2.9, 2.7, 4.4], target: [0, 1.1, 0] },
  settings: { particleIterations: 12 },
  controls: {
    strength: {
      label: 'Strength of an edge',
      value: 20,
      min: 2,
      max: 200,
      step: 1,
      unit: 'N',
      logarithmic: true,
      live: true,
    },
    mass: {
      label: 'Mass of the ball',
      value: 20,
      min: 1,
      max: 100,
      step: 1,
      unit: 'kg',
      logarithmic: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    const sheet = world.addCloth({
      name: 'sheet',
      grid: { size: [2.4, 2.4], segments: [36, 36] },
      position: [0, 1.5, 0],
      pins: ['top', 'bottom', 'left', 'right'],
      density: 0.3,
      thickness: 0.015,
      stretchCompliance: 1e-5,
      springDamping: 0.01,
      bend: { compliance: 1000 },
    });
    world.addBody({
      name: 'ball',
      position: [0.1, 2.4, -0.15],
      shape: { sphere: { radius: 0.28 } },
      mass: values.mass,
      friction: 0.6,
    });
    let { strength } = values;
    return {
      beforeStep: () => tear(sheet, strength),
      apply: (now) => {
        strength = now.strength;
      },
    };
  },
});
