// Cylinders, cones and ellipsoids, as bodies, in compounds, in queries and in files.
import type { BodyDescription, ShapeDescription, SolidDescription, Vec3, World } from 'holonom';
import { CharacterController } from 'holonom/character';
import { describe, expect, test } from 'vitest';
import { seeded, turn } from '../../web/scenes/parts/common';
import { ball, distance, expectFinite, ground, holonom, makeWorld, point, run } from './fixture';
import { refusal } from './refusal';

type Size = readonly [number, number, number];
const dot = (a: Size, b: Size): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (from: Size, way: Size, by: number): Vec3 => [
  from[0] + by * way[0],
  from[1] + by * way[1],
  from[2] + by * way[2],
];
const unit = (v: Size): Vec3 => along([0, 0, 0], v, 1 / Math.hypot(...v));

/** A shape by three sizes, and what is true of it by its definition. */
interface Kind {
  readonly shape: (size: Size) => { [name: string]: object } & ShapeDescription;
  /** Below 0 inside, 0 on the surface. Unit: m, near the surface. */
  readonly beyond: (size: Size, p: Vec3) => number;
  /** Largest coordinate along a direction. */
  readonly reach: (size: Size, way: Vec3) => number;
  readonly volume: (size: Size) => number;
}

const kinds: Readonly<Record<string, Kind>> = {
  cylinder: {
    shape: ([radius, halfHeight]) => ({ cylinder: { radius, halfHeight } }),
    beyond: ([r, h], [x, y, z]) => Math.max(Math.hypot(x, z) - r, Math.abs(y) - h),
    reach: ([r, h], [x, y, z]) => r * Math.hypot(x, z) + h * Math.abs(y),
    volume: ([r, h]) => Math.PI * r * r * 2 * h,
  },
  cone: {
    shape: ([radius, height]) => ({ cone: { radius, height } }),
    beyond: ([r, h], [x, y, z]) =>
      Math.max(-y, (h * Math.hypot(x, z) + r * (y - h)) / Math.hypot(r, h)),
    reach: ([r, h], [x, y, z]) => Math.max(r * Math.hypot(x, z), h * y),
    volume: ([r, h]) => (Math.PI * r * r * h) / 3,
  },
  ellipsoid: {
    shape: (radii) => ({ ellipsoid: { radii } }),
    beyond: ([a, b, c], [x, y, z]) => {
      const level = Math.hypot(x / a, y / b, z / c);
      const slope = Math.hypot(x / a ** 2, y / b ** 2, z / c ** 2) / level;
      return level > 0 ? (level - 1) / slope : -Math.min(a, b, c);
    },
    reach: ([a, b, c], [x, y, z]) => Math.hypot(a * x, b * y, c * z),
    volume: ([a, b, c]) => (4 / 3) * Math.PI * a * b * c,
  },
};
const each = Object.entries(kinds);
const solvers = ['soft-step', 'pgs', 'direct', 'xpbd', 'mlcp'] as const;
const still = { gravity: [0, 0, 0] } as const;

const random = seeded(77);
const between = (low: number, high: number) => low + (high - low) * random();
const direction = (): Vec3 => {
  for (;;) {
    const v: Vec3 = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const size = Math.hypot(...v);
    if (size < 1 && size > 0.1) return unit(v);
  }
};
/** From flat to slender, as floats. */
const sizes = (): Size =>
  [0, 1, 2].map(() => Math.fround(0.5 * 2 ** between(-2, 2))) as unknown as Size;

/** A body at a place and turned, with the maps into its axes and back. */
function placed(world: World, shape: ShapeDescription, rest: Partial<BodyDescription> = {}) {
  const position: Vec3 = [between(-2, 2), between(-2, 2), between(-2, 2)];
  const rotation = { axisAngle: { axis: direction(), angle: between(0, 3) } };
  const body = world.addBody({ position, rotation, shape, ...rest } as BodyDescription);
  const { matrix } = holonom.convertRotation(body.rotation, 'matrix');
  const row = (i: number) => matrix.slice(3 * i, 3 * i + 3) as Vec3;
  const column = (i: number): Vec3 => [row(0)[i]!, row(1)[i]!, row(2)[i]!];
  const outward = (v: Size): Vec3 => [dot(row(0), v), dot(row(1), v), dot(row(2), v)];
  const inward = (v: Size): Vec3 => [dot(column(0), v), dot(column(1), v), dot(column(2), v)];
  return {
    body,
    outward,
    inward,
    local: (p: Size) => inward(along(p, body.position, -1)),
    global: (p: Size) => along(outward(p), body.position, 1),
  };
}

describe.each(each)('%s', (name, { shape, beyond, reach, volume }) => {
  test('has the mass, center and moments that massProperties says, alone and in a compound', () => {
    for (let i = 0; i < 20; i++) {
      const size = sizes();
      const density = between(100, 3000);
      const world = makeWorld(still);
      const alone = shape(size) as SolidDescription & ShapeDescription;
      expect(holonom.massProperties(alone).volume / volume(size)).toBeCloseTo(1, 6);
      const part = {
        shape: shape(size),
        position: [between(-1, 1), between(-1, 1), 0.3],
        rotation: { axisAngle: { axis: direction(), angle: 1 } },
      } as const;
      const other = { shape: { sphere: { radius: 0.4 } } } as const;
      const compound = { compound: { parts: [part, other] } } as never as typeof alone;
      for (const solid of [alone, compound]) {
        const said = holonom.massProperties({ ...solid, density });
        const body = world.addBody({ shape: solid, density });
        const { mass, center, principalMoments } = body.massProperties;
        expect(mass / said.mass).toBeCloseTo(1, 5);
        expect(distance(center, said.center)).toBeLessThan(1e-5);
        const sorted = (moments: ArrayLike<number>) => Array.from(moments).sort((a, b) => a - b);
        sorted(principalMoments).forEach((moment, k) => {
          expect(moment / sorted(said.principalMoments)[k]!).toBeCloseTo(1, 4);
        });
      }
    }
  });

  test('is met by rays where its surface is', () => {
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const size = sizes();
      const world = makeWorld(still);
      const { body, local, inward } = placed(world, shape(size));
      const from = along(body.position, direction(), 6);
      const aim = along(body.position, direction(), between(0, 0.9 * Math.max(...size)));
      const way = unit(along(aim, from, -1));
      const hit = world.raycast(from, way);
      // By steps along the ray: the first point within.
      let first = Number.POSITIVE_INFINITY;
      for (let at = 0; at < 12 && first > at; at += 0.002)
        if (beyond(size, local(along(from, way, at))) < 0) first = at;
      if (!hit) {
        // Nothing was met but an edge or a graze.
        let depth = 0;
        for (let at = 0; at < 12; at += 0.002)
          depth = Math.min(depth, beyond(size, local(along(from, way, at))));
        expect(depth).toBeGreaterThan(-1e-4);
        continue;
      }
      hits++;
      expect(hit.body).toBe(body);
      expect(Math.abs(beyond(size, local(hit.point)))).toBeLessThan(2e-5);
      expect(hit.distance).toBeLessThan(first + 1e-4);
      expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 5);
      expect(dot(hit.normal, way)).toBeLessThan(1e-3);
      // The surface rises along the normal.
      const above = along(local(hit.point), inward(hit.normal), 1e-3);
      expect(beyond(size, above)).toBeGreaterThan(5e-4);
    }
    expect(hits).toBeGreaterThan(100);
  });

  test('holds the points within it', () => {
    let inside = 0;
    for (let i = 0; i < 300; i++) {
      const size = sizes();
      const world = makeWorld(still);
      const { body, global } = placed(world, shape(size));
      const p = along([0, 0, 0], direction(), between(0, 1.5 * Math.max(...size)));
      const depth = beyond(size, p);
      if (Math.abs(depth) < 1e-4) continue;
      if (depth < 0) inside++;
      expect(world.bodiesAt(global(p))).toEqual(depth < 0 ? [body] : []);
    }
    expect(inside).toBeGreaterThan(30);
  });

  test('is as far from a plane as it reaches, and is swept that far', () => {
    for (let i = 0; i < 100; i++) {
      const size = sizes();
      const world = makeWorld(still);
      const floor = world.addBody(ground);
      const axis = direction();
      const rotation = { axisAngle: { axis, angle: between(0, 3) } } as const;
      const { matrix } = holonom.convertRotation(rotation, 'matrix');
      const down = matrix.slice(3, 6).map((part) => -part) as Vec3;
      const low = reach(size, down);
      const far = { position: [1, low + 0.5, 2], rotation } as const;
      const gap = 0.02 * Math.max(...size);
      const near = { position: [1, low + gap, 2], rotation } as const;
      expect(world.castShape(shape(size), [0, -1, 0], far)?.distance).toBeCloseTo(0.5, 3);
      const [hit] = world.proximity(shape(size), { ...near, maxDistance: 1 });
      expect(hit?.body).toBe(floor);
      // Within 0.01 rad of flat on an end, the rim is the polygon of its contact points.
      const flat = Math.hypot(down[0], down[2]) < 0.01 && name !== 'ellipsoid';
      const error = Math.abs((hit?.distance ?? 9) - gap) / Math.max(1, ...size);
      expect(error).toBeLessThan(flat ? 1.5e-4 : 2e-6);
      expect(world.overlap(shape(size), near)).toEqual([]);
      const sunk = { position: [1, low - gap, 2], rotation } as const;
      expect(world.overlap(shape(size), sunk)).toEqual([floor]);
    }
  });

  test('stops a ball that is cast at it where they touch', () => {
    let hits = 0;
    for (let i = 0; i < 100; i++) {
      const size = sizes();
      const world = makeWorld(still);
      const { body, local } = placed(world, shape(size));
      const from = along(body.position, direction(), 6);
      const radius = between(0.05, 0.5);
      const way = unit(along(along(body.position, direction(), 0.2), from, -1));
      const hit = world.castShape({ sphere: { radius } }, way, { position: from });
      if (!hit) continue;
      hits++;
      const center = along(from, way, hit.distance);
      expect(Math.abs(beyond(size, local(hit.point)))).toBeLessThan(2e-3);
      expect(Math.abs(distance(center, hit.point) - radius)).toBeLessThan(2e-3);
    }
    expect(hits).toBeGreaterThan(50);
  });

  test('is met as a part where the part stands', () => {
    const world = makeWorld(still);
    const part = {
      shape: shape([0.3, 0.4, 0.5]),
      position: [2, 0, 0],
      rotation: turn([0, 0, 1], 90),
    };
    const parts = [{ shape: { sphere: { radius: 0.1 } } }, part];
    const body = world.addBody({ position: [0, 3, 0], shape: { compound: { parts } } as never });
    expect(world.raycast([2 - 0.1, 9, 0], [0, -1, 0])?.body).toBe(body);
    expect(world.raycast([1, 9, 0], [0, -1, 0])).toBeUndefined();
    const { bodies, parts: places, matrices } = world.instances(name as 'cone');
    expect([[...bodies], [...places]]).toEqual([[body.id], [1]]);
    expect(distance(matrices.subarray(12, 15), [2, 3, 0])).toBeLessThan(1e-6);
  });

  test.each(solvers)('comes to rest on the floor as it stands: %s', (solver) => {
    for (const size of [
      [0.5, 0.5, 0.5],
      [0.6, 0.2, 0.7],
      [0.1, 0.06, 0.12],
    ] as const) {
      const world = makeWorld({ solver });
      world.addBody(ground);
      const low = reach(size, [0, -1, 0]);
      const body = world.addBody({ shape: shape(size), position: [0, low + 0.05, 0] });
      run(world, 3);
      expect(Math.abs(body.position[1] - low)).toBeLessThan(0.01);
      expect(Math.hypot(body.position[0], body.position[2])).toBeLessThan(0.01);
      expect(Math.hypot(...body.linearVelocity)).toBeLessThan(0.02);
    }
  });

  test('is saved and loaded as it is, alone and in a compound', () => {
    const world = makeWorld();
    world.addBody(ground);
    const size = [0.3, 0.45, 0.6] as const;
    world.addBody({ shape: shape(size), position: [0, 1, 0], rotation: turn([1, 0, 0], 40) });
    const part = { shape: shape(size), position: [0.2, 0, 0] };
    world.addBody({ position: [0, 3, 0], shape: { compound: { parts: [part] } } as never });
    const scene = world.save();
    expect(scene.bodies?.[1]?.shape).toEqual(shape(size));
    expect(scene.bodies?.[2]?.shape?.compound?.parts[0]).toMatchObject({ shape: shape(size) });
    const copy = makeWorld();
    copy.load(JSON.stringify(scene));
    expect(copy.hash()).toBe(world.hash());
    run(world, 2);
    run(copy, 2);
    expect(copy.hash()).toBe(world.hash());
    expectFinite(copy.bodies.at(1)!.position);
  });

  test('goes on from a snapshot with the same bits, while it rolls', () => {
    const world = makeWorld();
    world.addBody(ground);
    for (let i = 0; i < 6; i++)
      world.addBody({
        shape: shape(sizes()),
        position: [0.5 * i, 1.5 + i, 0],
        rotation: { axisAngle: { axis: direction(), angle: 2 } },
        linearVelocity: [1, 0, -1],
      });
    run(world, 1);
    const bytes = world.snapshot();
    run(world, 1.5);
    const later = world.hash();
    const other = makeWorld();
    for (const place of [world, other]) {
      place.restore(bytes);
      run(place, 1.5);
      expect(place.hash()).toBe(later);
    }
    expect(other.bodies.at(3)!.shape).toEqual(world.bodies.at(3)!.shape);
  });

  test('bears cloth, which stays outside', () => {
    const size = [0.6, 0.5, 0.7] as const;
    const world = makeWorld();
    world.addBody({ type: 'static', shape: shape(size) });
    const cloth = world.addCloth({
      grid: { size: [1.6, 1.6], segments: [20, 20] },
      position: [0, 0.9, 0],
      thickness: 0.02,
    });
    run(world, 2);
    const low = Array.from({ length: cloth.count }, (_, i) => point(cloth.positions, i) as Vec3);
    expect(Math.min(...low.map((p) => beyond(size, p)))).toBeGreaterThan(-0.005);
    expect(Math.max(...low.map(([, y]) => y)), 'it has not fallen past').toBeGreaterThan(0.3);
  });

  test('is a character that walks', () => {
    const world = makeWorld();
    world.addBody(ground);
    const size = [0.3, 0.6, 0.3] as const;
    const position: Vec3 = [0, reach(size, [0, -1, 0]) + 0.02, 0];
    const character = new CharacterController(world, { shape: shape(size), position });
    for (let i = 0; i < 60; i++) {
      character.move([0.02, -0.05, 0], 1 / 60);
      world.step(1 / 60);
    }
    expect(character.position[0]).toBeCloseTo(1.2, 2);
    expect(Math.abs(character.position[1] - position[1])).toBeLessThan(0.05);
    expect(refusal(() => character.setHeight(1))).toMatchObject({ code: 'type', path: 'shape' });
  });
});

test('defaults are those of the documentation', () => {
  const world = makeWorld(still);
  const made = (shape: ShapeDescription) => world.addBody({ shape }).shape;
  expect(made({ cylinder: {} })).toEqual({ cylinder: { radius: 0.5, halfHeight: 0.5 } });
  expect(made({ cone: {} })).toEqual({ cone: { radius: 0.5, height: 1 } });
  expect(made({ ellipsoid: {} })).toEqual({ ellipsoid: { radii: [0.5, 0.5, 0.5] } });
});

const bad: [shape: object, code: string, path: string][] = [
  ['cylinder', ['radius', 'halfHeight']] as const,
  ['cone', ['radius', 'height']] as const,
].flatMap(([name, fields]) =>
  fields.flatMap((field): [object, string, string][] => [
    [{ [name]: { [field]: 0 } }, 'range', `${name}.${field}`],
    [{ [name]: { [field]: -1 } }, 'range', `${name}.${field}`],
    [{ [name]: { [field]: Number.NaN } }, 'finite', `${name}.${field}`],
    [{ [name]: { [field]: Number.POSITIVE_INFINITY } }, 'finite', `${name}.${field}`],
    [{ [name]: { [field]: '1' } }, 'type', `${name}.${field}`],
    [{ [name]: { [field]: 1, length: 2 } }, 'unknown-field', `${name}.length`],
  ]),
);
bad.push(
  [{ ellipsoid: { radii: [1, 0, 1] } }, 'range', 'ellipsoid.radii[1]'],
  [{ ellipsoid: { radii: [1, 1, -1] } }, 'range', 'ellipsoid.radii[2]'],
  [{ ellipsoid: { radii: [Number.NaN, 1, 1] } }, 'finite', 'ellipsoid.radii[0]'],
  [{ ellipsoid: { radii: [1, 1] } }, 'type', 'ellipsoid.radii'],
  [{ ellipsoid: { radii: 1 } }, 'type', 'ellipsoid.radii'],
  [{ ellipsoid: { radius: 1 } }, 'unknown-field', 'ellipsoid.radius'],
  [{ cylinder: {}, cone: {} }, 'type', ''],
);

test.each(bad)('%j is refused by its field', (shape, code, path) => {
  const world = makeWorld(still);
  const before = world.hash();
  const at = (prefix: string) => ({ code, path: path ? `${prefix}.${path}` : prefix });
  const refused = shape as never;
  expect(refusal(() => world.addBody({ shape: refused }))).toMatchObject(at('shape'));
  const compound = { compound: { parts: [{}, { shape: refused }] } };
  expect(refusal(() => world.addBody({ shape: compound }))).toMatchObject(
    at('shape.compound.parts[1].shape'),
  );
  expect(refusal(() => world.overlap(refused))).toMatchObject(at('shape'));
  expect(refusal(() => world.load({ holonom: 3, bodies: [{ shape: refused }] }))).toMatchObject(
    at('bodies[0].shape'),
  );
  expect(refusal(() => holonom.massProperties(refused))).toMatchObject({ code, path });
  expect(world.hash()).toBe(before);
});

test('all shapes pile up on each other, in every solver, and none falls through', () => {
  for (const solver of solvers) {
    const world = makeWorld({ solver });
    world.addBody(ground);
    const shapes: ShapeDescription[] = [
      ...each.map(([, { shape }]) => shape([0.3, 0.4, 0.25])),
      ball.shape,
      { capsule: { radius: 0.2, halfHeight: 0.3 } },
      { box: { halfExtents: [0.3, 0.2, 0.4] } },
    ];
    for (let i = 0; i < 18; i++)
      world.addBody({
        shape: shapes[i % shapes.length]!,
        position: [0.2 * (i % 3), 1 + 0.8 * i, 0.1 * (i % 2)],
        rotation: { axisAngle: { axis: direction(), angle: 2 } },
        rollingFriction: 0.01,
      });
    const start = world.energy.total;
    for (let i = 0; i < 12; i++) {
      run(world, 0.5);
      expect(world.energy.total / start).toBeLessThan(1.001);
      for (const { type, position } of world.bodies) {
        expectFinite(position);
        if (type === 'dynamic') expect(position[1]).toBeGreaterThan(-0.05);
      }
    }
  }
});
