// Three small worlds for the start page. They never come to rest.
import { addBall, addBox, seeded, turn, upright } from '../scenes/parts/common.js';
import { defineScene, type SceneDefinition } from '../scenes/scene.js';

/** Name of bodies that keep things in place but are not drawn. */
export const invisible = 'pane';

const rigid = defineScene({
  title: 'Rigid bodies',
  description: 'Blocks and balls in a turning drum of boards.',
  tags: [],
  camera: { position: [0.9, 1.4, 6.6], target: [0, 0, 0] },
  controls: {},
  build({ world }) {
    const [sides, radius, depth] = [8, 1.25, 1];
    const boards = Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      const width = 2 * radius * Math.tan(Math.PI / sides) + 0.1;
      return addBox(
        world,
        [radius * Math.cos(angle), radius * Math.sin(angle), 0],
        [0.1, width, depth],
        {
          type: 'kinematic',
          rotation: turn([0, 0, 1], (angle * 180) / Math.PI),
          friction: 0.7,
        },
      );
    });
    // Panes that nobody sees keep the blocks from falling out.
    for (const z of [-1, 1]) {
      world.addBody({
        type: 'static',
        name: invisible,
        shape: { plane: { normal: [0, 0, -z], offset: -depth / 2 - 0.02 } },
        friction: 0,
      });
    }
    const random = seeded(3);
    for (let i = 0; i < 34; i++) {
      const at: [number, number, number] = [
        (random() - 0.5) * 1.2,
        (random() - 0.5) * 1.2,
        (random() - 0.5) * 0.5,
      ];
      if (i % 3 === 0) addBall(world, at, 0.12 + 0.05 * random(), { density: 500 });
      else
        addBox(world, at, [0.24 + 0.12 * random(), 0.24, 0.24], {
          density: 400,
          rotation: turn([0, 0, 1], 90 * random()),
        });
    }
    const speed = 0.55;
    return {
      beforeStep(time) {
        // Each board circles the axis and turns with it.
        boards.forEach((board, i) => {
          const angle = (2 * Math.PI * i) / sides + speed * time;
          board.linearVelocity = [
            -speed * radius * Math.sin(angle),
            speed * radius * Math.cos(angle),
            0,
          ];
          board.angularVelocity = [0, 0, speed];
        });
      },
    };
  },
});

const cloth = defineScene({
  title: 'Cloth',
  description: 'A cloth on a line, in the wind.',
  tags: [],
  camera: { position: [1.2, 0.5, 5.8], target: [-0.15, 0.28, 0] },
  controls: {},
  build({ world }) {
    addBox(world, [0, 1.32, 0], [2.7, 0.05, 0.05], { type: 'static' });
    world.addCloth({
      grid: { size: [2.3, 2.2], segments: [30, 28] },
      position: [0, 0.2, 0],
      rotation: upright,
      density: 0.2,
      stretchCompliance: 1e-5,
      bend: { model: 'dihedral', compliance: 300 },
      damping: 0.1,
      pins: [0, 6, 12, 18, 24, 30],
    });
    return {
      beforeStep(time) {
        const speed = 1.1 + 0.9 * Math.sin(0.8 * time) + 0.5 * Math.sin(2.1 * time);
        world.wind = [0.6 * speed, 0, speed];
      },
    };
  },
});

const springs = defineScene({
  title: 'Springs',
  description: 'A net of springs and two balls.',
  tags: [],
  camera: { position: [1.2, 2.5, 5.5], target: [0, 0.05, 0] },
  settings: { substeps: 8 },
  controls: {},
  build({ world }) {
    const n = 14;
    const rim = Array.from({ length: (n + 1) ** 2 }, (_, i) => i).filter((i) => {
      const [x, z] = [i % (n + 1), Math.floor(i / (n + 1))];
      return x === 0 || z === 0 || x === n || z === n;
    });
    world.addSpringNetwork({
      grid: { size: [2.6, 2.6], segments: [n, n] },
      mass: 4,
      stiffness: 500,
      damping: 0,
      integrator: 'symplectic-euler',
      pins: rim,
    });
    const balls = [
      addBall(world, [-0.35, 1.1, 0.2], 0.24, { density: 30 }),
      addBall(world, [0.45, 1.8, -0.3], 0.2, { density: 30 }),
    ];
    return {
      beforeStep() {
        for (const ball of balls) {
          const [x, y, z] = ball.position;
          if (y < -3 || Math.hypot(x, z) > 3)
            Object.assign(ball, {
              position: [0.3 * x, 1.6, 0.3 * z].map((v) => Math.max(-1, Math.min(1.6, v))),
              linearVelocity: [0, 0, 0],
            });
          // What the net keeps is given back, towards the middle.
          else if (y > 0.1 && y < 0.5 && ball.linearVelocity[1] > 0 && ball.linearVelocity[1] < 4)
            ball.applyImpulse([-0.12 * x, 0.12, -0.12 * z]);
        }
      },
    };
  },
});

/** The figures, by the name their place on the page has. */
export const figures: Readonly<Record<string, SceneDefinition>> = {
  rigid,
  cloth,
  springs,
} as Record<string, SceneDefinition>;
