import { addBall, addBox, addGround, seeded } from './parts/common.js';
import { defineScene } from './scene.js';

const [spokes, middle] = [32, 2.1];

export default defineScene({
  title: 'Web',
  description:
    'A web of springs, stretched in a frame, stops what is thrown at it. Throw more, from any side.',
  group: 'springs',
  tags: ['springs', 'contact'],
  order: 38,
  camera: { position: [4.6, 3, 8.4], target: [0, 1.9, 0] },
  settings: { substeps: 4 },
  controls: {
    stiffness: {
      label: 'Stiffness',
      value: 1500,
      min: 100,
      max: 20000,
      step: 1,
      unit: 'N/m',
      logarithmic: true,
      live: true,
    },
    damping: {
      label: 'Damping',
      value: 0.6,
      min: 0,
      max: 5,
      step: 0.1,
      unit: 'N s/m',
      live: true,
    },
    rings: { label: 'Rings', value: 12, min: 4, max: 24, step: 1 },
    speed: { label: 'Ball speed', value: 7, min: 1, max: 20, step: 0.5, unit: 'm/s', live: true },
  },
  build({ world, values }) {
    addGround(world);
    for (const side of [-1, 1]) {
      addBox(world, [1.85 * side, middle, 0], [0.12, 3.82, 0.12], {
        type: 'static',
        name: 'frame',
      });
      addBox(world, [0, middle + 1.85 * side, 0], [3.6, 0.12, 0.12], {
        type: 'static',
        name: 'frame',
      });
    }
    const positions = [0, middle, 0];
    const springs: number[] = [];
    const { rings } = values;
    const at = (ring: number, spoke: number): number => 1 + (ring - 1) * spokes + (spoke % spokes);
    for (let ring = 1; ring <= rings; ring++)
      for (let spoke = 0; spoke < spokes; spoke++) {
        const angle = (2 * Math.PI * spoke) / spokes;
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        // The outermost nodes are on the square frame.
        const round = 1.78 * (ring / rings);
        const reach = ring === rings ? 1.78 / Math.max(Math.abs(x), Math.abs(y)) : round;
        positions.push(reach * x, middle + reach * y, 0);
        springs.push(ring === 1 ? 0 : at(ring - 1, spoke), at(ring, spoke));
        if (ring < rings) springs.push(at(ring, spoke), at(ring, spoke + 1));
      }
    const web = world.addSpringNetwork({
      name: 'web',
      lists: { positions, springs },
      mass: 0.6,
      stiffness: values.stiffness,
      damping: values.damping,
      integrator: 'backward-euler',
      tolerance: 1e-4,
      radius: 0.025,
      friction: 1,
      pins: Array.from({ length: spokes }, (_, spoke) => at(rings, spoke)),
    });
    const random = seeded(8);
    const balls = [0, 1, 2].map((i) =>
      addBall(world, [0, middle, 2.5 + 3 * i], 0.26, { mass: 0.4, name: 'ball' }),
    );
    let { speed } = values;
    const throwBall = (ball: (typeof balls)[number], away: number): void => {
      const spread = () => 1.6 * (random() - 0.5);
      ball.position = [spread(), middle + 0.4 + 0.5 * spread(), away];
      ball.linearVelocity = [0, 0.6, -speed];
    };
    for (const [i, ball] of balls.entries()) throwBall(ball, 2.5 + 3 * i);
    let thrown = 0;
    return {
      beforeStep(time) {
        // By the clock, which a reader may turn back.
        const turns = Math.max(0, Math.floor((time - 0.5) / 2.5));
        if (turns > thrown)
          throwBall(balls[(turns - 1) % balls.length] as (typeof balls)[number], 4);
        thrown = turns;
      },
      apply({ stiffness, damping, speed: faster }) {
        Object.assign(web, { stiffness, damping });
        speed = faster;
      },
    };
  },
});
