// Constraints on rigid bodies whose value a function of the page computes: what they hold, tell and refuse.
import type { Body, BodyDescription, UserConstraintDescription, World } from 'holonom';
import { describe, expect, test } from 'vitest';
import { distance, expectFinite, makeWorld, refusal, run } from './fixture';

const solvers = ['direct', 'mlcp', 'gauss-seidel', 'pgs', 'soft-step', 'xpbd'] as const;

/** A ball that meets nothing. */
const ball = (rest: Partial<BodyDescription>): BodyDescription => ({
  shape: { sphere: { radius: 0.2 } },
  mass: 1,
  collisionMask: 0,
  ...rest,
});

/** The height of a body in the list of poses. */
const height = (poses: Float64Array, body = 0) => poses[7 * body + 1] ?? Number.NaN;

/** A rod of 1 m between the centers of two bodies. */
const rod = (poses: Float64Array) => distance(poses.subarray(0, 3), poses.subarray(7, 10)) - 1;
const rodGradient = (poses: Float64Array) => {
  const size = distance(poses.subarray(0, 3), poses.subarray(7, 10));
  const along = [0, 1, 2].map((axis) => ((poses[axis + 7] ?? 0) - (poses[axis] ?? 0)) / size);
  return [...along.map((each) => -each), 0, 0, 0, ...along, 0, 0, 0];
};

describe.each(solvers)('a constraint on bodies under %s', (solver) => {
  test('holds a rod as the distance joint does, by a gradient and by finite differences', () => {
    const ends = ['joint', 'gradient', 'differences'].map((kind) => {
      const world = makeWorld({ solver, sleeping: false });
      const post = world.addBody(ball({ type: 'static' }));
      const bob = world.addBody(ball({ position: [1, 0, 0] }));
      if (kind === 'joint') world.addJoint({ distance: { bodyA: post, bodyB: bob, length: 1 } });
      else {
        const gradient = kind === 'gradient' ? rodGradient : undefined;
        world.addUserConstraint({ bodies: [post, bob], value: rod, gradient });
      }
      run(world, 0.5);
      expect(distance([0, 0, 0], bob.position)).toBeCloseTo(1, 2);
      return [...bob.position];
    });
    expect(distance(ends[0] ?? [], ends[1] ?? [])).toBeLessThan(1e-4);
    expect(distance(ends[1] ?? [], ends[2] ?? [])).toBeLessThan(1e-4);
  });

  test('shares a load among three bodies, and tells what it does to each', () => {
    const world = makeWorld({ solver, sleeping: false });
    const bodies = [1, 2, 4].map((mass, i) =>
      world.addBody(ball({ mass, position: [i, 0, 0], linearVelocity: [0, 0, 0] })),
    );
    const value = (p: Float64Array) => height(p, 0) + height(p, 1) + height(p, 2);
    const constraint = world.addUserConstraint({ bodies, value });
    run(world, 0.5);
    // One force ends the acceleration of the sum of the heights.
    const force = (3 * 9.81) / (1 + 1 / 2 + 1 / 4);
    expect(constraint.force).toBeCloseTo(force, 1);
    expect(constraint.value).toBeCloseTo(0, 3);
    expect(constraint.reactions).toHaveLength(3);
    for (const { force: pull, torque } of constraint.reactions) {
      expect(pull[1]).toBeCloseTo(force, 1);
      expect(Math.hypot(pull[0], pull[2], ...torque)).toBeLessThan(1e-4);
    }
  });

  test('slips at its bounds', () => {
    const world = makeWorld({ solver, sleeping: false });
    const body = world.addBody(ball({ mass: 2 }));
    const bounds = { lower: -5, upper: 5 };
    const constraint = world.addUserConstraint({ bodies: [body], value: height, bounds });
    run(world, 0.5);
    expect(constraint.force).toBeCloseTo(5, 3);
    expect(body.linearVelocity[1]).toBeCloseTo((5 / 2 - 9.81) * 0.5, 2);
  });
});

test('a constraint on bodies is in no snapshot and no scene file, and recordings repeat it', () => {
  const world = makeWorld();
  const bodies = [0, 1, 2].map((x) => world.addBody(ball({ position: [x, 0, 0], mass: x + 1 })));
  const [a, b, c] = bodies as [Body, Body, Body];
  for (const pair of [
    [a, b],
    [b, c],
  ])
    world.addUserConstraint({ bodies: pair, value: rod });
  world.addUserConstraint({ bodies: [a], value: height });
  expect(JSON.stringify(world.save())).not.toContain('value');
  const recording = world.record();
  run(world, 0.5);
  const hash = world.hash();
  run(world, 0.1);
  recording.seek(3);
  recording.seek(30);
  expect(world.hash()).toBe(hash);
  recording.stop();
  const before = world.snapshot();
  run(world, 0.1);
  const after = world.hash();
  b.remove();
  run(world, 0.1);
  world.restore(before);
  run(world, 0.1);
  expect(world.hash()).toBe(after);
  world.clear();
  run(world, 0.1);
});

test('compliance changes how far it gives, and wakes', () => {
  const world = makeWorld();
  const body = world.addBody(ball({ linearDamping: 0.1 }));
  const compliance = 1e-3;
  const constraint = world.addUserConstraint({ bodies: [body.id], value: height, compliance });
  run(world, 3);
  expect(body.position[1]).toBeCloseTo(-9.81e-3, 3);
  constraint.compliance = 2e-3;
  expect(body.asleep).toBe(false);
  run(world, 3);
  expect(body.position[1]).toBeCloseTo(-2 * 9.81e-3, 3);
});

describe('functions of bodies that go wrong', () => {
  const cases: readonly [string, Partial<UserConstraintDescription>, object][] = [
    ['NaN', { value: () => Number.NaN }, { code: 'finite', path: 'value' }],
    ['three numbers', { gradient: () => [1, 0, 0] }, { code: 'type', path: 'gradient' }],
    [
      'an infinite gradient',
      { gradient: () => [0, 0, 0, 0, 0, Number.POSITIVE_INFINITY] },
      { code: 'finite', path: 'gradient[5]' },
    ],
  ];
  test.each(cases)('%s: the step is done without it, and says so', (_, functions, expected) => {
    for (const solver of solvers) {
      const world = makeWorld({ solver });
      const body = world.addBody(ball({}));
      world.addUserConstraint({ bodies: [body], value: height, ...functions });
      expect(refusal(() => world.step(1 / 60))).toMatchObject(expected);
      expect(refusal(() => world.step(1 / 60))).toMatchObject(expected);
      expect(world.stepCount).toBe(2);
      expectFinite(body.position);
      expect(body.position[1]).toBeLessThan(0);
    }
  });

  test('using the world is refused, and nothing is harmed', () => {
    const world = makeWorld();
    const body = world.addBody(ball({}));
    const uses: readonly (() => unknown)[] = [
      () => world.step(1 / 60),
      () => world.remove(body),
      () => body.position,
      () => world.dispose(),
      () => world.addUserConstraint({ bodies: [body], value: height }),
    ];
    for (const use of uses) {
      const value = (poses: Float64Array) => {
        use();
        return height(poses);
      };
      const constraint = world.addUserConstraint({ bodies: [body], value });
      expect(refusal(() => world.step(1 / 60))).toMatchObject({ code: 'busy' });
      constraint.remove();
    }
    expect(world.stepCount).toBe(uses.length);
    world.step(1 / 60);
  });
});

describe('mistakes in a description of bodies name the field', () => {
  const value = height;
  test.each<[string, (body: Body, world: World) => unknown, string, string]>([
    ['no bodies', () => ({ value, bodies: [] }), 'missing', 'bodies'],
    ['no list', (body) => ({ value, bodies: body }), 'type', 'bodies'],
    ['no body', (body) => ({ value, bodies: [body, 'crate'] }), 'type', 'bodies[1]'],
    ['twice', (body) => ({ value, bodies: [body, body] }), 'range', 'bodies[1]'],
    [
      'both',
      (body, world) => {
        const cloth = world.addCloth({ grid: { size: [1, 1], segments: [1, 1] } });
        return { value, bodies: [body], particles: [{ cloth }] };
      },
      'range',
      'bodies',
    ],
    [
      'bounds of particles',
      (_, world) => {
        const cloth = world.addCloth({ grid: { size: [1, 1], segments: [1, 1] } });
        return { value, particles: [{ cloth }], bounds: { lower: 0 } };
      },
      'range',
      'bounds',
    ],
    ['lower', (body) => ({ value, bodies: [body], bounds: { lower: 1 } }), 'range', 'bounds.lower'],
    [
      'upper',
      (body) => ({ value, bodies: [body], bounds: { upper: -1 } }),
      'range',
      'bounds.upper',
    ],
    [
      'not a number',
      (body) => ({ value, bodies: [body], bounds: { upper: Number.NaN } }),
      'range',
      'bounds.upper',
    ],
    ['text', (body) => ({ value, bodies: [body], bounds: { upper: '1' } }), 'type', 'bounds.upper'],
    [
      'another bound',
      (body) => ({ value, bodies: [body], bounds: { most: 1 } }),
      'unknown-field',
      'bounds.most',
    ],
    ['list', (body) => ({ value, bodies: [body], bounds: [0, 1] }), 'type', 'bounds'],
    ['compliance', (body) => ({ value, bodies: [body], compliance: -1 }), 'range', 'compliance'],
  ])('%s', (_, description, code, path) => {
    const world = makeWorld();
    const given = description(world.addBody(ball({})), world) as UserConstraintDescription;
    const before = world.hash();
    expect(refusal(() => world.addUserConstraint(given))).toMatchObject({ code, path });
    expect(world.hash()).toBe(before);
  });

  test('a body of another world, or one that is gone', () => {
    const world = makeWorld();
    const foreign = makeWorld().addBody(ball({}));
    const add = (body: Body) => () => world.addUserConstraint({ bodies: [body], value });
    expect(refusal(add(foreign))).toMatchObject({ code: 'stale', path: 'bodies[0]' });
    const gone = world.addBody(ball({}));
    gone.remove();
    expect(refusal(add(gone))).toMatchObject({ code: 'stale' });
  });
});
