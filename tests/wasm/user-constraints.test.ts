// Constraints whose value a function of the page computes: what they hold, tell and refuse.
import type { Cloth, ConstrainedParticle, UserConstraintDescription, World } from 'holonom';
import { describe, expect, test } from 'vitest';
import { distance, expectFinite, holonom, makeWorld, point, refusal, run } from './fixture';

/** A square of 3 × 3 particles without air, at a height. */
function addSquare(world: World, position: [number, number, number] = [0, 0, 0]): Cloth {
  return world.addCloth({
    grid: { size: [1, 1], segments: [2, 2] },
    position,
    drag: 0,
    damping: 0,
  });
}

/** All particles of a cloth. */
const allOf = (cloth: Cloth): ConstrainedParticle[] =>
  Array.from({ length: cloth.count }, (_, index) => ({ cloth, point: index }));

/** Height of the middle of all particles. */
const meanHeight = (positions: Float64Array) => {
  let sum = 0;
  for (let i = 1; i < positions.length; i += 3) sum += positions[i] ?? 0;
  return sum / (positions.length / 3);
};

const height = (positions: Float64Array) => positions[1] ?? Number.NaN;

describe('a constraint of the user', () => {
  test('holds particles where its value is zero, and tells its force', () => {
    const world = makeWorld({ substeps: 1 });
    const cloth = addSquare(world);
    const constraint = world.addUserConstraint({ particles: allOf(cloth), value: meanHeight });
    let carried = 0;
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      carried += constraint.force / 60;
    }
    expect(meanHeight(Float64Array.from(cloth.positions))).toBeCloseTo(0, 5);
    // It was last asked where a step's free fall had led, before it was projected.
    expect(Math.abs(constraint.value)).toBeLessThan(9.81 / 60 ** 2);
    const weight = cloth.inverseMasses.reduce((sum, w) => sum + 9.81 / w, 0);
    expect(carried / weight).toBeCloseTo(1, 1);
    expect(constraint.alive).toBe(true);
    constraint.remove();
    expect(constraint.alive).toBe(false);
    run(world, 0.5);
    expect(meanHeight(Float64Array.from(cloth.positions))).toBeLessThan(-1);
    expect(refusal(() => constraint.force)).toMatchObject({ code: 'stale', path: 'constraint' });
    expect(refusal(() => constraint.remove())).toMatchObject({ code: 'stale' });
  });

  test('ties two cloths, with the same motion by a gradient and by finite differences', () => {
    const value = (x: Float64Array) => distance(x.subarray(0, 3), x.subarray(3)) - 1;
    const gradient = (x: Float64Array) => {
      const size = distance(x.subarray(0, 3), x.subarray(3));
      const along = [0, 1, 2].map((axis) => ((x[axis + 3] ?? 0) - (x[axis] ?? 0)) / size);
      return [...along.map((each) => -each), ...along];
    };
    const ends = [{ gradient }, {}].map((given) => {
      const world = makeWorld();
      const a = addSquare(world);
      const b = addSquare(world, [3, 0.5, 0]);
      const particles = [
        { cloth: a, point: 2 },
        { cloth: b, point: 0 },
      ];
      world.addUserConstraint({ particles, value, ...given });
      run(world, 0.5);
      expect(distance(point(a.positions, 2), point(b.positions, 0))).toBeCloseTo(1, 3);
      return Float32Array.from(b.positions);
    });
    for (let i = 0; i < 9; i++)
      expect(distance(point(ends[0] ?? [], i), point(ends[1] ?? [], i))).toBeLessThan(1e-3);
  });

  test('only pushes where it is an inequality, and gives where it is soft', () => {
    const world = makeWorld();
    const cloth = addSquare(world, [0, 0.2, 0]);
    const constraints = allOf(cloth).map((particle) =>
      world.addUserConstraint({ particles: [particle], value: height, inequality: true }),
    );
    run(world, 0.1);
    expect(constraints[0]?.force).toBe(0);
    run(world, 0.9);
    expect(constraints[0]?.value).toBeCloseTo(0, 4);
    expect(constraints[0]?.force).toBeGreaterThan(0);
    for (const constraint of constraints) constraint.compliance = 0.5;
    expect(constraints[0]?.compliance).toBe(0.5);
    run(world, 0.1);
    expect(constraints[0]?.value).toBeLessThan(-1e-3);
    const [first] = constraints as [(typeof constraints)[0]];
    expect(refusal(() => Object.assign(first, { compliance: -1 }))).toMatchObject({
      code: 'range',
      path: 'compliance',
      value: -1,
    });
    expect(refusal(() => Object.assign(first, { force: 1 }))).toMatchObject({ code: 'fixed' });
  });

  test('is in no snapshot, no scene file and no clearing', () => {
    const world = makeWorld();
    const cloth = addSquare(world);
    const value = height;
    const before = world.snapshot();
    const constraint = world.addUserConstraint({ particles: [{ cloth }], value });
    expect(JSON.stringify(world.save())).not.toContain('particles');
    run(world, 0.5);
    expect(cloth.positions[1]).toBeCloseTo(0, 4);
    world.restore(before);
    run(world, 0.5);
    expect(cloth.positions[1]).toBeCloseTo(0, 4);
    cloth.remove();
    run(world, 0.1);
    expect(constraint.alive).toBe(true);
    world.restore(before);
    run(world, 0.5);
    expect(cloth.positions[1]).toBeCloseTo(0, 4);
    world.clear();
    run(world, 0.1);
  });

  test('acts where a recording repeats steps', () => {
    const world = makeWorld();
    const cloth = addSquare(world);
    world.addUserConstraint({ particles: [{ cloth, point: 4 }], value: height });
    const recording = world.record();
    run(world, 0.5);
    const hash = world.hash();
    run(world, 0.1);
    recording.seek(3);
    recording.seek(30);
    expect(world.hash()).toBe(hash);
  });
});

describe('functions that go wrong', () => {
  const cases: readonly [string, Partial<UserConstraintDescription>, object][] = [
    ['NaN', { value: () => Number.NaN }, { code: 'finite', path: 'value', value: Number.NaN }],
    ['text', { value: () => '1' as never }, { code: 'type', path: 'value', value: '1' }],
    ['a short gradient', { gradient: () => [1, 0] }, { code: 'type', path: 'gradient' }],
    ['no gradient', { gradient: () => undefined as never }, { code: 'type', path: 'gradient' }],
    [
      'an infinite gradient',
      { gradient: () => [0, Number.POSITIVE_INFINITY, 0] },
      { code: 'finite', path: 'gradient[1]', value: Number.POSITIVE_INFINITY },
    ],
  ];
  test.each(cases)('%s: the step is done without it, and says so', (_, functions, expected) => {
    const world = makeWorld();
    const cloth = addSquare(world);
    const value = height;
    world.addUserConstraint({ particles: [{ cloth }], value, ...functions });
    expect(refusal(() => world.step(1 / 60))).toMatchObject(expected);
    expect(refusal(() => world.step(1 / 60))).toMatchObject(expected);
    expect(world.stepCount).toBe(2);
    expectFinite(cloth.positions);
    expect(cloth.positions[1]).toBeLessThan(0);
  });

  test('an exception is the cause, asked once a step, and all who listen are told', () => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
    world.addBody({ position: [0, 0.5, 0], shape: { sphere: { radius: 0.5 } } });
    let told = 0;
    world.on('contactBegin', () => told++);
    const cloth = addSquare(world, [5, 1, 0]);
    const oops = new Error('oops');
    let calls = 0;
    const value = () => {
      calls++;
      throw oops;
    };
    world.addUserConstraint({ particles: [{ cloth }], value });
    expect(refusal(() => world.step(1 / 60))).toMatchObject({ path: 'value', cause: oops });
    expect(calls).toBe(1);
    expect(told).toBe(1);
  });

  test('using the world is refused, and nothing is harmed; another world may be used', () => {
    const world = makeWorld();
    const cloth = addSquare(world);
    const other = makeWorld();
    const falling = addSquare(other);
    other.addUserConstraint({ particles: [{ cloth: falling }], value: height });
    const uses: readonly (() => unknown)[] = [
      () => world.step(1 / 60),
      () => world.remove(cloth),
      () => cloth.positions,
      () => world.dispose(),
      () => world.record(),
      () => world.snapshot(),
      () => world.addForce({ field: { acceleration: [0, 1, 0] } }),
    ];
    for (const use of uses) {
      const value = (positions: Float64Array) => {
        other.step(1 / 600);
        use();
        return height(positions);
      };
      const constraint = world.addUserConstraint({ particles: [{ cloth }], value });
      expect(refusal(() => world.step(1 / 60))).toMatchObject({ code: 'busy' });
      constraint.remove();
    }
    expect(world.recording).toBeUndefined();
    expect(world.stepCount).toBe(uses.length);
    expect(other.stepCount).toBe(uses.length);
    expect(falling.positions[1]).toBeCloseTo(0, 5);
    world.step(1 / 60);
  });

  test('worlds made meanwhile may move the memory', () => {
    const world = makeWorld();
    const cloth = addSquare(world);
    const grow = (positions: Float64Array) => {
      const big = holonom.createWorld();
      big.addCloth({ grid: { size: [1, 1], segments: [150, 150] } });
      big.dispose();
      return positions;
    };
    world.addUserConstraint({
      particles: [{ cloth, point: 4 }],
      value: (positions) => height(grow(positions)),
      gradient: (positions) => (grow(positions) ? [0, 1, 0] : []),
    });
    world.step(1 / 60);
    expect(cloth.positions[13]).toBeCloseTo(0, 5);
  });
});

describe('mistakes in a description name the field', () => {
  const value = height;
  test.each<[string, (cloth: Cloth) => unknown, string, string]>([
    ['value', (cloth) => ({ particles: [{ cloth }] }), 'type', 'value'],
    ['gradient', (cloth) => ({ particles: [{ cloth }], value, gradient: 1 }), 'type', 'gradient'],
    ['no particles', () => ({ value }), 'type', 'particles'],
    ['an empty list', () => ({ value, particles: [] }), 'missing', 'particles'],
    ['no cloth', () => ({ value, particles: [{ point: 1 }] }), 'type', 'particles[0].cloth'],
    [
      'no number',
      (cloth) => ({ value, particles: [{ cloth, point: 0.5 }] }),
      'type',
      'particles[0].point',
    ],
    [
      'point',
      (cloth) => ({ value, particles: [{ cloth }, { cloth, point: 9 }] }),
      'range',
      'particles[1].point',
    ],
    [
      'twice',
      (cloth) => ({ value, particles: [{ cloth }, { cloth }] }),
      'range',
      'particles[1].point',
    ],
    [
      'an unknown field',
      (cloth) => ({ value, particles: [{ cloth, index: 9 }] }),
      'unknown-field',
      'particles[0].index',
    ],
    [
      'compliance',
      (cloth) => ({ value, particles: [{ cloth }], compliance: -1 }),
      'range',
      'compliance',
    ],
    [
      'inequality',
      (cloth) => ({ value, particles: [{ cloth }], inequality: 1 }),
      'type',
      'inequality',
    ],
    [
      'another name',
      (cloth) => ({ value, particles: [{ cloth }], stiffness: 1 }),
      'unknown-field',
      'stiffness',
    ],
  ])('%s', (_, description, code, path) => {
    const world = makeWorld();
    const given = description(addSquare(world)) as UserConstraintDescription;
    expect(refusal(() => world.addUserConstraint(given))).toMatchObject({ code, path });
  });

  test('a cloth of another world, or one that is gone', () => {
    const world = makeWorld();
    const foreign = addSquare(makeWorld());
    const add = (cloth: Cloth) => () => world.addUserConstraint({ particles: [{ cloth }], value });
    expect(refusal(add(foreign))).toMatchObject({ code: 'stale', path: 'particles[0].cloth' });
    const gone = addSquare(world);
    gone.remove();
    expect(refusal(add(gone))).toMatchObject({ code: 'stale' });
  });
});
