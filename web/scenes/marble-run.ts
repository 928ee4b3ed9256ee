import type { Vec3 } from 'holonom';
import { addBall, addBox, addGround, seeded } from './parts/common.js';
import { defineScene, type Mesh } from './scene.js';

const [radius, channel, turns, top, foot] = [1.9, 0.34, 3, 4.6, 0.75];
const marble = 0.15;

export default defineScene({
  title: 'Marble run',
  description:
    'Marbles roll down a spiral of a few thousand triangles as if it were smooth. What arrives below starts again on top.',
  group: 'rigid',
  tags: ['rigid', 'mesh', 'rolling'],
  order: 24,
  camera: { position: [4.6, 5.6, 7.4], target: [0.2, 2.3, 0] },
  controls: {
    marbles: { label: 'Marbles', value: 30, min: 1, max: 80, step: 1 },
    friction: { label: 'Friction', value: 0.4, min: 0, max: 1, step: 0.05, live: true },
  },
  build({ world, values }) {
    addGround(world);
    world.addBody({
      type: 'static',
      name: 'run',
      shape: { mesh: gutter(96 * turns, 10) },
      friction: 0.5,
    });
    addBox(world, [0, top / 2, 0], [0.3, top, 0.3], { type: 'static', name: 'pillar' });
    const random = seeded(24);
    const marbles = Array.from({ length: values.marbles }, (_, i) => {
      // Spread along the first turns, so that something is on its way at once.
      const [position] = pathAt((0.85 * turns * 2 * Math.PI * i) / values.marbles);
      position[1] += marble - channel + 0.01;
      return addBall(world, position, marble * (0.8 + 0.2 * random()), {
        density: 2500,
        friction: values.friction,
        restitution: 0.3,
        name: 'marble',
        canSleep: false,
      });
    });
    return {
      apply: (changed) => {
        for (const body of marbles) body.friction = changed.friction;
      },
      beforeStep: () => {
        for (const body of marbles) {
          const [x, y, z] = body.position;
          if (y > 0.4 && Math.hypot(x, z) < 4) continue;
          const [start] = pathAt(0.1);
          body.position = [start[0] + 0.1 * (random() - 0.5), start[1] + 0.3, start[2]];
          body.linearVelocity = [0, 0, 0];
          body.angularVelocity = [0, 0, 0];
        }
      },
    };
  },
});

/** The middle of the gutter's opening along the spiral, and the way outwards. */
function pathAt(angle: number): [place: Vec3, outwards: Vec3] {
  const outwards: Vec3 = [Math.cos(angle), 0, Math.sin(angle)];
  const y = top - ((top - foot) * angle) / (2 * Math.PI * turns);
  return [[radius * outwards[0], y, radius * outwards[2]], outwards];
}

/** A half pipe along the spiral, open above. */
function gutter(along: number, across: number): Mesh {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= along; i++) {
    const [place, outwards] = pathAt((2 * Math.PI * turns * i) / along);
    for (let k = 0; k <= across; k++) {
      // From the inner rim through the bottom to the outer rim, which is higher.
      const turn = Math.PI * (0.03 + (1.12 * k) / across);
      const [out, down] = [-channel * Math.cos(turn), -channel * Math.sin(turn)];
      vertices.push(place[0] + out * outwards[0], place[1] + down, place[2] + out * outwards[2]);
    }
  }
  for (let i = 0; i < along; i++)
    for (let k = 0; k < across; k++) {
      const a = i * (across + 1) + k;
      const [b, c, d] = [a + 1, a + across + 1, a + across + 2];
      indices.push(a, c, d, a, d, b);
    }
  return { vertices, indices };
}
