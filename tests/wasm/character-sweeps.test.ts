// Characters of many sizes and speeds over ledges, slopes and steps: invariants that hold in each move.
import type { ShapeDescription, Vec3, World } from 'holonom';
import { CharacterController, type CharacterOptions } from 'holonom/character';
import { afterAll, describe, expect, test } from 'vitest';
import { everything } from '../everything';
import { ground, makeWorld } from './fixture';

interface Walker {
  readonly radius: number;
  readonly halfHeight: number;
  readonly speed: number;
  readonly dt: number;
}

const offset = 0.01;
const capsule = ({ radius, halfHeight }: Walker): ShapeDescription => ({
  capsule: { radius, halfHeight },
});
const box = (halfExtents: Readonly<Vec3>): ShapeDescription => ({ box: { halfExtents } });
const heightOf = ({ radius, halfHeight }: Walker) => radius + halfHeight;

/** How a caller lets it fall, as the distance of a move. */
const falls = {
  'from its feet': (fallen: number, grounded: boolean, dt: number) =>
    grounded ? 0 : fallen - 9.81 * dt,
  always: (fallen: number, grounded: boolean, dt: number) => (grounded ? 0 : fallen) - 9.81 * dt,
  'at one speed': () => -4,
};
type Fall = keyof typeof falls;

interface Report {
  /** Most that it rose above the lowest place so far. */
  rise: number;
  /** Steepest ground that it called its ground, in degrees. */
  steepest: number;
  /** Deepest overlap with anything. */
  depth: number;
  end: Readonly<Vec3>;
  grounded: boolean;
}

function walk(
  world: World,
  walker: Walker,
  options: CharacterOptions,
  fall: Fall,
  direction: readonly [number, number],
  seconds: number,
): Report {
  const character = new CharacterController(world, { shape: capsule(walker), ...options });
  const { speed, dt } = walker;
  character.move([0, -0.002, 0], dt);
  let [fallen, low] = [0, character.position[1]];
  const report: Report = {
    rise: 0,
    steepest: 0,
    depth: 0,
    end: character.position,
    grounded: true,
  };
  for (let step = 0; step * dt < seconds; step++) {
    world.step(dt);
    fallen = falls[fall](fallen, character.grounded, dt);
    character.move([direction[0] * speed * dt, fallen * dt, direction[1] * speed * dt], dt);
    const { position, ground } = character;
    low = Math.min(low, position[1]);
    report.rise = Math.max(report.rise, position[1] - low);
    if (ground)
      report.steepest = Math.max(
        report.steepest,
        (Math.acos(Math.min(1, ground.normal[1])) * 180) / Math.PI,
      );
    for (const hit of world.proximity(capsule(walker), { position, maxDistance: offset }))
      report.depth = Math.max(report.depth, -hit.distance);
  }
  report.end = character.position;
  report.grounded = character.grounded;
  return report;
}

const walkers: Walker[] = [];
for (const [radius, halfHeight] of [
  [0.3, 0.5],
  [0.15, 0.3],
  [0.5, 0.4],
] as const)
  for (const speed of [0.5, 1.5, 4, 10, 20])
    for (const dt of [1 / 30, 1 / 60, 1 / 120, 1 / 240])
      walkers.push({ radius, halfHeight, speed, dt });

/** Every so many of a list, another part of it for each phase. */
const every = <T>(list: readonly T[], stride: number, phase: number) =>
  list.filter((_, index) => index % stride === phase % stride);

const ledges: Record<string, (world: World, height: number) => void> = {
  'a box': (world, height) => {
    world.addBody({
      type: 'static',
      shape: box([5, height / 2, 9]),
      position: [-5, height / 2, 0],
    });
  },
  'a mesh': (world, height) => {
    const vertices = [
      0,
      height,
      -9,
      0,
      height,
      9,
      -9,
      height,
      9,
      -9,
      height,
      -9,
      0,
      0,
      -9,
      0,
      0,
      9,
    ];
    const indices = [0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4];
    world.addBody({ type: 'static', shape: { mesh: { vertices, indices } } });
  },
};

/** Of all walks off ledges, for the table of `npm run test:all`. */
const walked = { cases: 0, rise: 0, depth: 0 };

function offLedges(some: readonly Walker[], heights: readonly number[], options: CharacterOptions) {
  for (const [name, add] of Object.entries(ledges))
    for (const height of heights)
      for (const fall of Object.keys(falls) as Fall[])
        for (const [x, z] of [
          [1, 0],
          [0.8, 0.6],
        ] as const)
          for (const walker of some) {
            const world = makeWorld();
            world.addBody(ground);
            add(world, height);
            const position: Vec3 = [-0.6 - walker.radius, height + heightOf(walker) + offset, -2];
            const seconds = (1.6 + 3 * walker.radius) / (x * walker.speed) + 1;
            const report = walk(
              world,
              walker,
              { position, ...options },
              fall,
              [x, z],
              Math.min(seconds, 6),
            );
            const label = JSON.stringify({
              name,
              height,
              fall,
              x,
              ...walker,
              ...options,
              ...report,
            });
            walked.cases++;
            walked.rise = Math.max(walked.rise, report.rise);
            walked.depth = Math.max(walked.depth, report.depth);
            // It stays on its feet or falls: a ledge never lifts it.
            expect(report.rise, label).toBeLessThan(2e-3);
            expect(report.steepest, label).toBeLessThan(45.1);
            expect(report.depth, label).toBeLessThan(1e-3);
            if (report.end[0] > walker.radius + 2 * offset)
              expect(report.end[1], label).toBeCloseTo(heightOf(walker) + offset, 3);
            world.dispose();
          }
}

describe('off ledges', () => {
  afterAll(() => {
    if (!everything) return;
    const [rise, depth] = [walked.rise, walked.depth].map((most) => (1000 * most).toFixed(2));
    console.log(
      `| ledges | rise ≤ 2 mm, depth ≤ 1 mm | ${walked.cases} cases | worst ${rise} mm, ${depth} mm |`,
    );
  });
  test.each([0.1, 0.25, 0.31, 0.5, 1, 3])(
    'of %s m it falls or steps down, and never rises',
    (height) => {
      offLedges(every(walkers, everything ? 9 : 17, Math.round(10 * height)), [height], {});
    },
  );
  test.each([{ stepHeight: 0 }, { stepHeight: 0.6 }, { snapDistance: 0 }])(
    'with %j too',
    (options) => {
      offLedges(every(walkers, everything ? 15 : 29, 5), [0.35, 1], options);
    },
  );
});
