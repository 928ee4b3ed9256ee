import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

const [road, deckLength, gateX, width] = [1.6, 3.6, -2.9, 1.8];
// The way slopes down towards +x.
const slope = 0.1;
const roadAt = (x: number): number => road - slope * (x + 1.8);

export default defineScene({
  title: 'Drawbridge',
  description:
    'A gate on a slider and a bridge on a hinge, both with motors and limits. Balls wait until the way is free; work it by hand if you like.',
  group: 'joints',
  tags: ['rigid', 'joints', 'limits', 'motors'],
  order: 23,
  camera: { position: [6.8, 7.1, 17.1], target: [-1, 1.9, 0] },
  settings: { substeps: 8, sleeping: false },
  controls: {
    automatic: { label: 'By itself', value: true, live: true },
    open: { label: 'Open', value: false, live: true, help: 'Where it does not go by itself.' },
    strength: {
      label: 'Strength of the gate',
      value: 6000,
      min: 0,
      max: 20000,
      step: 100,
      unit: 'N',
      live: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    // The way down, the gate in it, the bridge over a gap, the other bank.
    const rotation = { axisAngle: { axis: [0, 0, 1], angle: -Math.atan(slope) } } as const;
    const near = addBox(world, [-5, roadAt(-5) - 0.15, 0], [6.4, 0.3, width], {
      type: 'static',
      name: 'road',
      rotation,
    });
    addBox(world, [-2.3, road / 2 - 0.14, 0], [0.9, road - 0.28, width], {
      type: 'static',
      name: 'pier',
    });
    for (const side of [-1, 1]) {
      const z = side * (width / 2 + 0.1);
      addBox(world, [-5.6, roadAt(-5.6) + 0.2, z], [5.2, 0.8, 0.2], {
        type: 'static',
        name: 'kerb',
        rotation,
      });
      addBox(world, [gateX, 2.2, side * (width / 2 + 0.15)], [0.4, 4.4, 0.3], {
        type: 'static',
        name: 'tower',
      });
    }
    const far = -1.8 + deckLength;
    addBox(world, [far + 1.1, roadAt(far) / 2 - 0.03, 0], [2.1, roadAt(far) - 0.06, width], {
      type: 'static',
      name: 'bank',
    });
    const sill = roadAt(gateX - 0.08) + 0.02;
    const gate = addBox(world, [gateX, sill + 0.7, 0], [0.16, 1.4, width - 0.04], {
      density: 400,
      friction: 0.1,
      name: 'gate',
    });
    const slider = world.addJoint({
      prismatic: {
        bodyA: gate,
        bodyB: near,
        anchor: [gateX, sill, 0],
        axis: [0, 1, 0],
        limits: { lower: 0, upper: 1.35 },
      },
    });
    const deck = addBox(
      world,
      [-1.8 + deckLength / 2, road - 0.1, 0],
      [deckLength - 0.1, 0.2, width - 0.04],
      { density: 250, name: 'bridge' },
    );
    const hinge = world.addJoint({
      hinge: {
        bodyA: deck,
        bodyB: near,
        anchor: [-1.8, road - 0.1, 0],
        axis: [0, 0, 1],
        limits: { lower: -slope, upper: 1.25 },
      },
    });
    const balls = Array.from({ length: 7 }, (_, i) => {
      const x = -4 - 0.6 * i;
      return addBall(world, [x, roadAt(x) + 0.4, 0.5 * ((i % 3) - 1)], 0.28, {
        density: 300,
        name: 'ball',
      });
    });

    let now = values;
    return {
      apply: (changed) => {
        now = changed;
      },
      beforeStep: (time) => {
        // Who has crossed the bridge, or fallen, starts again at the top.
        for (const ball of balls) {
          const [x, y, z] = ball.position;
          if (y > 0.4 && x < 6) continue;
          ball.position = [-7.6, roadAt(-7.6) + 0.4, clamp(z, 0.55)];
          ball.linearVelocity = [0, 0, 0];
        }
        // Eight seconds open, seven closed; the bridge comes down before the gate goes up.
        const phase = time % 15;
        const down = now.automatic ? phase > 4 && phase < 13 : now.open;
        const up = now.automatic ? phase > 6 && phase < 11.5 : now.open;
        hinge.motor = { velocity: down ? -0.8 : 0.8, maxTorque: 12000 };
        slider.motor = { velocity: up ? 1.2 : -1.2, maxForce: now.strength };
      },
    };
  },
});

const clamp = (value: number, reach: number): number => Math.max(-reach, Math.min(reach, value));
