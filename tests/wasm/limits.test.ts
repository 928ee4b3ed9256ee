// Speeds, forces and rotations at and beyond what the world holds.
import { describe, expect, test } from 'vitest';
import { ball, crate, expectFinite, ground, makeWorld, refusal, run } from './fixture';

const fastest = 1e5;

describe('an impulse', () => {
  const impulses: [string, [number, number, number]][] = [
    ['a thousand times too strong', [200, 0, 0]],
    ['oblique', [1e6, 2e6, -3e6]],
    ['the strongest there is', [3e38, 0, 3e38]],
    ['the strongest there is, down', [0, -3.4e38, 0]],
  ];
  test.each(impulses)('that is %s makes a body no faster than a step lets it go', (_, impulse) => {
    for (const point of [undefined, [0, 0.01, 0], [1e7, -1e7, 1e7]] as const) {
      const world = makeWorld({ gravity: [0, 0, 0] });
      const body = world.addBody({ ...ball, mass: 0.001 });
      body.applyImpulse(impulse, point);
      const [v, w] = [body.linearVelocity, body.angularVelocity];
      expectFinite([...v, ...w]);
      expect(Math.hypot(...v)).toBeLessThanOrEqual(fastest);
      expect(Math.hypot(...w)).toBeLessThanOrEqual(fastest);
      // It goes where it was pushed.
      const along = v.reduce((sum, part, k) => sum + (part / fastest) * (impulse[k]! / 3e38), 0);
      expect(along).toBeGreaterThan(0);
      body.friction = 0.4;
      const scene = world.save();
      world.load(scene);
      expect(world.save()).toEqual(scene);
      expect(world.bodies.at(0)!.linearVelocity).toEqual(v);
      world.step(1 / 60);
      expectFinite([...world.bodies.at(0)!.position]);
    }
  });

  test('within the bounds is what it was', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.addBody({ ...crate, mass: 2 });
    body.applyImpulse([4, 0, 0]);
    expect(body.linearVelocity).toEqual([2, 0, 0]);
  });
});

test('forces that add up to no finite number are refused, and those of before stay', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const body = world.addBody({ ...crate, mass: 1e7, inertia: [1e7, 1e7, 1e7] });
  body.applyForce([3e38, 0, 0]);
  expect(refusal(() => body.applyForce([3e38, 0, 0]))).toMatchObject({
    code: 'range',
    path: 'force',
  });
  expect(refusal(() => body.applyForce([0, 3e38, 0], [1e7, 0, 0])).path).toBe('force');
  body.applyTorque([0, 3e38, 0]);
  expect(refusal(() => body.applyTorque([0, 3e38, 0]))).toMatchObject({
    code: 'range',
    path: 'torque',
  });
  world.step(1e-6);
  expectFinite([...body.linearVelocity, ...body.angularVelocity]);
});

describe('a rotation of a child shape that is no unit', () => {
  const quarter = Math.SQRT1_2;
  const rotations = [
    [1, 0, 0, 1],
    [0.01, 0, 0, 0.01],
    [300, 0, 0, 300],
  ] as const;
  test.each(rotations)('[%d, %d, %d, %d] turns as the unit one does', (...rotation) => {
    const compound = (of: readonly [number, number, number, number]) => ({
      compound: {
        parts: [
          {
            rotation: of,
            position: [0.3, 0, 0] as const,
            shape: { box: { halfExtents: [0.5, 1, 0.2] as const } },
          },
          {
            rotation: of,
            position: [-2, 0, 0] as const,
            shape: { capsule: { radius: 0.2, halfHeight: 1 } },
          },
        ],
      },
    });
    const drop = (of: readonly [number, number, number, number]) => {
      const world = makeWorld();
      world.addBody(ground);
      const body = world.addBody({ shape: compound(of), position: [0, 1, 0] });
      const hit = world.raycast([0.3, 9, 0.7], [0, -1, 0])!;
      expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 5);
      expect(hit.body).toBe(body);
      run(world, 1);
      for (const { normal } of world.contacts) expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      return { hit, place: [...body.position, ...body.rotation], world };
    };
    const [given, unit] = [drop(rotation), drop([quarter, 0, 0, quarter])];
    expect(given.hit.distance).toBeCloseTo(unit.hit.distance, 4);
    given.place.forEach((number, k) => {
      expect(number).toBeCloseTo(unit.place[k]!, 3);
    });
    const scene = given.world.save();
    given.world.load(scene);
    expect(given.world.save()).toEqual(scene);
  });
});

test('an attachment too soft for single precision leaves everything finite', () => {
  for (const compliance of [1e7, 1e3, 1e-7, 0])
    for (const dt of [1e-6, 1 / 60, 1]) {
      const world = makeWorld({ substeps: dt === 1e-6 ? 256 : 4, particleResiduals: true });
      const body = world.addBody({ ...ball, angularVelocity: [0, 0, 1e5] });
      const rope = world.addRope({ segments: 3 });
      const net = world.addSpringNetwork({ grid: { size: [1, 1], segments: [1, 1] } });
      const ties = [
        world.addAttachment({ rope, point: 0, body, anchor: [0.5, 0, 0], compliance }),
        world.addAttachment({ rope, point: 3, anchor: [1e7, 0, 0], compliance }),
        world.addAttachment({ springNetwork: net, point: 0, body, compliance }),
        world.addAttachment({ springNetwork: net, point: 2, compliance }),
      ];
      for (let step = 0; step < 5; step++) {
        world.step(dt);
        expectFinite(Object.values(world.energy));
        expectFinite(Object.values(world.statistics));
        expectFinite([...world.momentum.linear, ...world.momentum.angular]);
        expectFinite([...rope.positions, ...net.positions, ...rope.residuals]);
        for (const tie of ties) expectFinite([...tie.force]);
      }
    }
});

test('bodies that sleep are loaded asleep among forces, joints and attachments', () => {
  const world = makeWorld();
  world.addBody(ground);
  const boxes = [0, 3, 6].map((x) => world.addBody({ ...crate, position: [x, 0.5, 0] }));
  world.addForce({ drag: { linear: 0.1 } });
  world.addForce({ field: { acceleration: [0, -1, 0] } });
  world.addForce({ spring: { bodyA: boxes[0]!, bodyB: boxes[1]!, stiffness: 10 } });
  world.addForce({ point: { body: boxes[2]!, force: [0, -1, 0] } });
  run(world, 3);
  expect(boxes.map((box) => box.asleep)).toEqual([true, true, true]);
  const scene = world.save();
  world.load(scene);
  expect([...world.bodies].slice(1).map((body) => body.asleep)).toEqual([true, true, true]);
  expect(world.save()).toEqual(scene);
  world.step(1 / 60);
  expect([...world.bodies].slice(1).map((body) => body.asleep)).toEqual([true, true, true]);
  expect(world.objectEvents).toEqual([]);
});
