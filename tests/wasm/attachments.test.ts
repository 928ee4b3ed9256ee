import type { Attachment } from 'holonom';
import { describe, expect, test } from 'vitest';
import { upright } from '../../web/scenes/parts/common';
import { ball, crate, distance, expectFinite, makeWorld, point, refusal, run } from './fixture';

const sheet = { grid: { size: [1, 1], segments: [6, 6] } } as const;

describe('attachments', () => {
  test('hold a particle where it was made, in the world', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...sheet, position: [0, 2, 0] });
    const ties = [0, 6].map((particle) => world.addAttachment({ cloth, point: particle }));
    const before = point(cloth.positions, 0);
    run(world, 2);
    expect(distance(point(cloth.positions, 0), before)).toBeLessThan(1e-3);
    expect(cloth.positions[3 * 45 + 1]).toBeLessThan(1.5);
    expect(ties[0]?.body).toBeUndefined();
    expect(ties[0]?.cloth).toBe(cloth);
    expect(ties[1]?.point).toBe(6);
  });

  test('hang a body from a cloth, and the body stretches nothing', () => {
    const world = makeWorld();
    const cloth = world.addCloth({
      ...sheet,
      pins: ['top'],
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      density: 1,
    });
    const body = world.addBody({ ...ball, mass: 0.5, position: [0, -1.2, 0] });
    const tie = world.addAttachment({ cloth, point: 45, body });
    expect(tie.body).toBe(body);
    run(world, 3);
    const anchor = tie.anchor ?? [Number.NaN];
    const offset = distance(point(cloth.positions, 45), body.position);
    expect(Math.abs(offset - Math.hypot(...anchor))).toBeLessThan(0.01);
    expect(Math.abs(body.linearVelocity[1])).toBeLessThan(0.5);
    expect(body.position[1]).toBeGreaterThan(-2);
  });

  test.each(['symplectic-euler', 'backward-euler'] as const)(
    'hang a body from a net under %s',
    (integrator) => {
      const world = makeWorld();
      // Soft enough for symplectic Euler: h √(8 κ / m) is near 1.
      const springs = { stiffness: 200, damping: 0.02, integrator };
      const springNetwork = world.addSpringNetwork({ ...sheet, pins: ['top'], ...springs });
      const body = world.addBody({ ...crate, mass: 0.2, position: [0, -1, 0.6] });
      const tie = world.addAttachment({ springNetwork, point: 45, body });
      run(world, 5);
      expectFinite(springNetwork.positions64);
      const arm = Math.hypot(...(tie.anchor ?? []));
      expect(arm).toBeCloseTo(Math.hypot(1, 0.1), 5);
      expect(distance(point(springNetwork.positions, 45), body.position)).toBeCloseTo(arm, 2);
      expect(body.position[1]).toBeLessThan(-1.3);
      expect(body.position[1]).toBeGreaterThan(-3);
      expect(world.statistics.stoppedNetworks).toBe(0);
    },
  );

  test.each(['cloth', 'springNetwork'] as const)(
    'a point of a %s inside its body is not pushed out of it',
    (kind) => {
      const world = makeWorld({ gravity: [0, 0, 0] });
      const soft = kind === 'cloth' ? world.addCloth(sheet) : world.addSpringNetwork(sheet);
      const body = world.addBody({ ...ball, position: [-0.5, 0, -0.55] });
      // Every point within the ball's 0.5 m.
      for (const point of [0, 1, 2, 3, 7, 8, 9, 14, 15, 16, 21, 22])
        world.addAttachment({ [kind]: soft, point, body } as never);
      run(world, 1);
      expect(Math.hypot(...body.linearVelocity)).toBeLessThan(0.05);
    },
  );

  test('go with the body they hold', () => {
    const world = makeWorld();
    const cloth = world.addCloth(sheet);
    const body = world.addBody({ ...ball, position: [0, -1, 0] });
    const tie = world.addAttachment({ cloth, point: 0, body });
    body.remove();
    expect(tie.alive).toBe(false);
    expect(world.attachments.length).toBe(0);
    world.step(1 / 60);
  });

  test('hold a point of a triangle, in which its corners have shares', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...sheet, position: [0, 2, 0] });
    const body = world.addBody({ ...crate, type: 'kinematic', position: [0, 2.6, 0] });
    const tie = world.addAttachment({ cloth, triangle: 30, weights: [2, 1, 1], body });
    expect(tie.triangle).toBe(30);
    expect(tie.weights).toEqual([0.5, 0.25, 0.25]);
    const place = () => {
      const corners = cloth.indices.slice(90, 93);
      return [0, 1, 2].map((axis) =>
        corners.reduce(
          (sum, corner, k) =>
            sum + (tie.weights?.[k] ?? Number.NaN) * (cloth.positions[3 * corner + axis] ?? 0),
          0,
        ),
      );
    };
    const before = place();
    body.linearVelocity = [0.5, 0, 0];
    run(world, 1);
    expect(
      distance(place(), [(before[0] ?? 0) + 0.5, before[1] ?? 0, before[2] ?? 0]),
    ).toBeLessThan(0.01);
    // A saved world holds it by the same point.
    const again = makeWorld();
    again.load(world.save());
    expect(again.attachments.at(0)?.describe()).toMatchObject({ triangle: 30 });
    run(world, 0.2);
    run(again, 0.2);
    expect(
      distance(point(again.cloths.at(0)?.positions ?? [], 15), point(cloth.positions, 15)),
    ).toBeLessThan(1e-3);
    expect(refusal(() => world.addAttachment({ cloth, triangle: 72 }))).toMatchObject({
      code: 'range',
      path: 'triangle',
      allowed: 'an integer from 0 to 71',
    });
  });

  test('are refused for points that do not exist', () => {
    const world = makeWorld();
    const cloth = world.addCloth(sheet);
    expect(refusal(() => world.addAttachment({ cloth, point: 49 }))).toMatchObject({
      code: 'range',
      path: 'point',
      value: 49,
    });
    expect(refusal(() => world.addAttachment({ point: 0 } as never)).code).toBe('missing');
    expect(world.attachments.length).toBe(0);
  });
});

describe("a tie's force", () => {
  const total = (ties: Attachment[]) =>
    [0, 1, 2].map((axis) => ties.reduce((sum, tie) => sum + (tie.force[axis] ?? Number.NaN), 0));
  const still = { drag: 0, damping: 3 };

  test('is nothing before the first step', () => {
    const world = makeWorld();
    const cloth = world.addCloth(sheet);
    expect(world.addAttachment({ cloth, point: 3 }).force).toEqual([0, 0, 0]);
  });

  test('is the weight of what hangs by it: m g', () => {
    const world = makeWorld();
    const rope = world.addRope({
      length: 1,
      segments: 10,
      density: 0.5,
      damping: 3,
      rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2],
    });
    const tie = world.addAttachment({ rope, point: 0 });
    run(world, 8);
    expect(distance(tie.force, [0, 0.5 * 9.81, 0])).toBeLessThan(0.02 * 0.5 * 9.81);
  });

  test('is shared by the ties that a banner hangs by', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...sheet, ...still, mass: 2, rotation: upright });
    const ties = [0, 2, 4, 6].map((point) => world.addAttachment({ cloth, point }));
    run(world, 6);
    expect(distance(total(ties), [0, 2 * 9.81, 0])).toBeLessThan(0.02 * 2 * 9.81);
    for (const tie of ties) expect(tie.force[1]).toBeGreaterThan(0);
  });

  test.each([
    ['a particle', { toPoint: 45 }],
    ['a triangle', { toTriangle: 66, toWeights: [1, 2, 1] }],
  ] as const)('from cloth to %s of cloth carries what hangs below', (_, to) => {
    const world = makeWorld();
    const upper = world.addCloth({ ...sheet, ...still, mass: 2, rotation: upright, pins: ['top'] });
    const lower = world.addCloth({
      grid: { size: [0.4, 0.4], segments: [4, 4] },
      ...still,
      mass: 0.5,
      rotation: upright,
      position: [0, -0.8, 0],
    });
    const tie = world.addAttachment({ cloth: lower, point: 2, toCloth: upper, ...to });
    expect(tie.toCloth).toBe(upper);
    expect(tie.describe()).toMatchObject(
      'toTriangle' in to ? { toTriangle: 66, toWeights: [0.25, 0.5, 0.25] } : to,
    );
    const again = makeWorld();
    again.load(JSON.stringify(world.save()));
    for (const each of [world, again]) run(each, 8);
    expect(distance(tie.force, [0, 0.5 * 9.81, 0])).toBeLessThan(0.02 * 0.5 * 9.81);
    expect(again.attachments.at(0)?.force).toEqual(tie.force);
    // The two points are one.
    const corners = 'toTriangle' in to ? upper.indices.slice(3 * 66, 3 * 67) : [45];
    const shares = 'toTriangle' in to ? [0.25, 0.5, 0.25] : [1];
    const held = [0, 1, 2].map((axis) =>
      Array.from(corners).reduce(
        (sum, i, k) => sum + (shares[k] ?? 0) * (point(upper.positions, i)[axis] ?? 0),
        0,
      ),
    );
    expect(distance(point(lower.positions, 2), held)).toBeLessThan(1e-3);
  });
});

describe('grabs', () => {
  test('pull a body to the target, lower by g/ω² under its weight', () => {
    const world = makeWorld();
    const body = world.addBody({ ...ball, position: [0, 1, 0] });
    const grab = world.grab({ body, target: [1, 2, 0], frequency: 2 });
    run(world, 4);
    const sag = 9.81 / (2 * Math.PI * 2) ** 2;
    expect(distance(body.position, [1, 2 - sag, 0])).toBeLessThan(0.01);
    expect(grab.body).toBe(body);
    expect(grab.target).toEqual([1, 2, 0]);
    grab.moveTo({ x: 0, y: 3, z: 0 });
    expect(grab.target).toEqual([0, 3, 0]);
    run(world, 4);
    expect(distance(body.position, [0, 3 - sag, 0])).toBeLessThan(0.01);
  });

  test('let go', () => {
    const world = makeWorld();
    const body = world.addBody(ball);
    const grab = world.grab({ body, target: [0, 0, 0] });
    expect(world.grabs.length).toBe(1);
    grab.release();
    expect(grab.alive).toBe(false);
    expect(world.grabs.length).toBe(0);
    run(world, 1);
    expect(body.position[1]).toBeLessThan(-4);
  });

  test('are no stronger than maxForce', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.addBody({ ...ball, mass: 2 });
    world.grab({ body, target: [1000, 0, 0], maxForce: 4 });
    run(world, 1);
    expect(body.linearVelocity[0]).toBeGreaterThan(1.9);
    expect(body.linearVelocity[0]).toBeLessThan(2.01);
  });

  test('pull particles and nodes', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const cloth = world.addCloth({ ...sheet, drag: 0 });
    const springNetwork = world.addSpringNetwork({ ...sheet, position: [5, 0, 0], damping: 0.5 });
    world.grab({ cloth, point: 24, target: [0, 1, 0] });
    world.grab({ springNetwork, point: 24, target: [5, 1, 0] });
    run(world, 5);
    expect(distance(point(cloth.positions, 24), [0, 1, 0])).toBeLessThan(0.1);
    expect(distance(point(springNetwork.positions, 24), [5, 1, 0])).toBeLessThan(0.1);
  });

  test('are not saved', () => {
    const world = makeWorld();
    world.grab({ body: world.addBody(ball), target: [0, 0, 0] });
    expect(JSON.stringify(world.save())).not.toContain('target');
  });
});

test('an attachment can be moved, and let go to where its point is', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] }, drag: 0, damping: 5 });
  const tie = world.addAttachment({ cloth, point: 0 });
  tie.anchor = [0, 1, 0];
  run(world, 2);
  expect(distance(point(cloth.positions, 0), [0, 1, 0])).toBeLessThan(1e-3);
  cloth.positions = cloth.positions.map((value) => value + 1);
  tie.anchor = undefined;
  expect(distance(tie.anchor ?? [], [1, 2, 1])).toBeLessThan(1e-3);
});
