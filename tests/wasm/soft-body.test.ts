// Soft bodies of elastic tetrahedra: how they rest, what they tell, and what they refuse.
import type { SoftBody, World } from 'holonom';
import { describe, expect, test } from 'vitest';
import { crate, distance, expectFinite, makeWorld, point, refusal, run } from './fixture';
import {
  expectOwnName,
  expectSameFromScene,
  expectSameFromSnapshot,
  expectStale,
} from './particle-objects';

const models = ['neo-hookean', 'saint-venant-kirchhoff'] as const;
const cube = { lattice: { size: [1, 1, 1], cells: [2, 2, 2] } } as const;
const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const tetrahedron = { vertices: corners, indices: [0, 1, 2, 3] };
const withIndices = (...indices: number[]) => ({ tetrahedra: { vertices: corners, indices } });
const withLast = (x: number, y: number, z: number) => ({
  tetrahedra: { ...tetrahedron, vertices: [...corners.slice(0, 9), x, y, z] },
});
const { NaN: nan } = Number;

/** The lowest and the highest particle. */
function extent({ positions }: SoftBody): { low: number; high: number } {
  const heights = positions.filter((_, i) => i % 3 === 1);
  return { low: Math.min(...heights), high: Math.max(...heights) };
}

/** A beam along x, pinned at its end at −x, hanging in the air. */
function addBeam(world: World, rest: object): SoftBody {
  const lattice = { size: [1, 0.2, 0.2], cells: [5, 1, 1] } as const;
  const pins = [0, 6, 12, 18];
  return world.addSoftBody({ lattice, pins, density: 100, damping: 3, ...rest });
}

/** The indices of the particles at the least x. */
const leftOf = ({ positions }: SoftBody): number[] => {
  const least = Math.min(...positions.filter((_, i) => i % 3 === 0));
  return Array.from(positions.keys())
    .filter((i) => i % 3 === 0 && positions[i]! < least + 1e-4)
    .map((i) => i / 3);
};

describe('a lattice', () => {
  test('is a box of cells about its position, each of six tetrahedra', () => {
    const world = makeWorld();
    const lattice = { size: [2, 1, 3], cells: [2, 1, 3] } as const;
    const body = world.addSoftBody({ lattice, position: [10, 5, 0] });
    expect(body.count).toBe(3 * 2 * 4);
    expect(body.tetrahedra).toBeInstanceOf(Uint32Array);
    expect(body.tetrahedra.length).toBe(4 * 6 * 2 * 1 * 3);
    expect(Math.max(...body.tetrahedra)).toBe(body.count - 1);
    // Two triangles on each side of an outer cell.
    expect(body.indices.length).toBe(3 * 2 * 2 * (2 * 1 + 1 * 3 + 2 * 3));
    expect(body.volume).toBeCloseTo(6, 4);
    expect(extent(body)).toEqual({ low: 4.5, high: 5.5 });
    const x = body.positions.filter((_, i) => i % 3 === 0);
    expect([Math.min(...x), Math.max(...x)]).toEqual([9, 11]);
  });

  test('is of one cubic meter and 4 × 4 × 4 cells unless it says otherwise', () => {
    const body = makeWorld().addSoftBody({ lattice: {} });
    expect([body.count, body.tetrahedra.length / 4]).toEqual([125, 384]);
    expect(body.volume).toBeCloseTo(1, 5);
    expect(body.lattice).toEqual({ size: [1, 1, 1], cells: [4, 4, 4] });
  });

  test('weighs its density times its volume, or its mass', () => {
    const total = (rest: object) =>
      makeWorld()
        .addSoftBody({ ...cube, ...rest })
        .inverseMasses.reduce((sum, w) => sum + 1 / w, 0);
    expect(total({})).toBeCloseTo(1000, 1);
    expect(total({ density: 20 })).toBeCloseTo(20, 3);
    expect(total({ mass: 3 })).toBeCloseTo(3, 4);
  });

  test('has triangles and normals that point out of it', () => {
    const world = makeWorld();
    const { indices, normals, positions } = world.addSoftBody(cube);
    expect(normals.length).toBe(positions.length);
    for (const i of new Set(indices)) {
      const [normal, from] = [point(normals, i), point(positions, i)];
      expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      expect(normal.reduce((sum, n, axis) => sum + n * from[axis]!, 0)).toBeGreaterThan(0);
    }
    // The particle in the middle is on no triangle.
    expect(indices).not.toContain(13);
    expect(point(normals, 13)).toEqual([0, 0, 0]);
    const hollow = world.addSoftBody({ lattice: { cells: [1, 1, 1] } });
    const mesh = { vertices: hollow.positions, indices: hollow.indices };
    expect(world.addCloth({ mesh }).enclosedVolume).toBeCloseTo(1, 5);
  });
});

/** Light for its modulus, and without swinging for long. */
const soft = { ...cube, density: 300, globalDamping: 2 } as const;

describe.each(models)('a soft body of %s', (model) => {
  test('falls on a fixed box, rests on it and keeps its volume', () => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: { box: { halfExtents: [2, 0.5, 2] } } });
    const body = world.addSoftBody({ ...soft, model, position: [0, 1.1, 0] });
    const before = body.volume;
    run(world, 4);
    expectFinite(body.positions);
    const { low, high } = extent(body);
    expect(low).toBeGreaterThan(0.5 + 0.5 * body.thickness);
    expect(low).toBeLessThan(0.5 + 2 * body.thickness);
    expect(high - low).toBeGreaterThan(0.9);
    expect(Math.abs(body.volume / before - 1)).toBeLessThan(0.05);
    expect(Math.max(...body.velocities.map(Math.abs))).toBeLessThan(0.2);
  });

  test('carries a body, and pushes it back', () => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: { plane: {} } });
    const body = world.addSoftBody({ ...soft, model, position: [0, 0.52, 0] });
    const load = world.addBody({ ...crate, mass: 50, position: [0, 1.6, 0] });
    run(world, 3);
    expect(load.position[1]).toBeGreaterThan(1.2);
    expect(load.position[1]).toBeLessThan(1.6);
    expect(extent(body).high).toBeLessThan(1.1);
  });

  test('sags more once its modulus is lowered', () => {
    const world = makeWorld();
    const body = addBeam(world, { model, youngsModulus: 2e5 });
    expect(leftOf(body)).toEqual(body.pins);
    run(world, 3);
    const stiff = extent(body).low;
    body.youngsModulus = 8e4;
    expect(body.youngsModulus).toBe(8e4);
    run(world, 3);
    expect(extent(body).low).toBeLessThan(stiff - 0.02);
    expect(leftOf(body)).toEqual(body.pins);
  });

  test('goes on the same from a snapshot, and from a recording', () => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: { plane: {} } });
    const body = world.addSoftBody({ ...cube, model, position: [0, 0.6, 0] });
    const twin = expectSameFromSnapshot(world);
    expect([...(twin.softBodies.at(0)?.tetrahedra ?? [])]).toEqual([...body.tetrahedra]);
  });

  test('is saved and loaded as it is', () => {
    const world = makeWorld();
    world.addSoftBody({ ...cube, model, name: 'jelly', youngsModulus: 3e4, pins: [0, 2] });
    world.addSoftBody({ tetrahedra: tetrahedron, model, position: [3, 0, 0], mass: 2 });
    run(world, 0.5);
    expect(expectSameFromScene(world).softBodies?.length).toBe(2);
  });
});

describe('tetrahedra', () => {
  test('are turned to a positive volume, and described as they were given', () => {
    const world = makeWorld();
    for (const indices of [
      [0, 1, 2, 3],
      [0, 2, 1, 3],
      [3, 1, 0, 2],
    ]) {
      const body = world.addSoftBody({ tetrahedra: { ...tetrahedron, indices } });
      expect(body.volume).toBeCloseTo(1 / 6, 6);
      expect([...body.tetrahedra].sort()).toEqual([0, 1, 2, 3]);
      expect(body.describe().tetrahedra?.indices).toEqual(indices);
    }
  });

  test('share vertices, and have one surface', () => {
    const vertices = [...corners, 1, 1, 1];
    const body = makeWorld().addSoftBody({
      tetrahedra: { vertices, indices: [0, 1, 2, 3, 1, 2, 3, 4] },
    });
    expect(body.count).toBe(5);
    expect(body.indices.length).toBe(3 * 6);
    expect(body.volume).toBeCloseTo(1 / 6 + 1 / 3, 5);
  });

  test('that are pressed through themselves come back', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.addSoftBody({ tetrahedra: tetrahedron, globalDamping: 3 });
    const inverted = body.positions.slice();
    inverted[11] = -1;
    body.positions = inverted;
    expect(body.volume).toBeCloseTo(-1 / 6, 5);
    run(world, 5);
    expect(body.volume).toBeGreaterThan(0.1);
  });
});

test('what was given is what it says', () => {
  const world = makeWorld();
  const given = {
    name: 'jelly',
    lattice: { size: [1, 2, 0.5], cells: [1, 2, 1] },
    position: [1, 2, 3],
    rotation: [0, 1, 0, 0],
    mass: 4,
    model: 'saint-venant-kirchhoff',
    youngsModulus: 5e4,
    poissonRatio: 0.25,
    thickness: 0.02,
    friction: 0.4,
    staticFriction: 0.6,
    selfCollision: true,
    damping: 0.1,
    globalDamping: 0.2,
    springDamping: 0.01,
    drag: 0.5,
    lift: 0.25,
    pins: [0, 3],
    seams: [{ first: [1], second: [2], compliance: 0.001 }],
  } as const;
  const body = world.addSoftBody(given);
  expect(body.describe()).toMatchObject(given);
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' || typeof value === 'boolean')
      expect(body[name as 'model'], name).toBe(value);
  expect(body.poissonRatio).toBeCloseTo(0.25, 6);
  expect(body.staticFriction).toBeCloseTo(0.6, 6);
});

test('its constraints are those of its model', () => {
  const world = makeWorld();
  const kinds = ['hydrostatic', 'deviatoric', 'strain', 'dilatation', 'distance'] as const;
  const count = (body: SoftBody) => kinds.map((kind) => body.constraints(kind).values.length);
  const [hookean, kirchhoff] = models.map((model) => world.addSoftBody({ ...cube, model }));
  expect(count(hookean!)).toEqual([48, 48, 0, 0, 0]);
  expect(count(kirchhoff!)).toEqual([0, 0, 48, 48, 0]);
  const { size, particles, forces } = hookean!.constraints('deviatoric');
  expect([size, particles.length, forces.length]).toEqual([4, 4 * 48, 48]);
  expect(new Set(particles)).toEqual(new Set(hookean!.tetrahedra));
});

describe('refuses', () => {
  test.each<[what: string, description: object, path: string | RegExp]>([
    ['a lattice beside tetrahedra', { ...cube, tetrahedra: tetrahedron }, /^(lattice|tetrahedra)$/],
    ['neither of them', {}, /^(lattice|tetrahedra)$/],
    ['a Poisson ratio of an incompressible solid', { ...cube, poissonRatio: 0.5 }, 'poissonRatio'],
    ['a negative Poisson ratio', { ...cube, poissonRatio: -0.1 }, 'poissonRatio'],
    ['a modulus of 0', { ...cube, youngsModulus: 0 }, 'youngsModulus'],
    ['a negative modulus', { ...cube, youngsModulus: -1 }, 'youngsModulus'],
    ['a modulus that is no number', { ...cube, youngsModulus: nan }, 'youngsModulus'],
    ['a model that is not known', { ...cube, model: 'linear' }, 'model'],
    ['cells that are not whole', { lattice: { cells: [1, 1.5, 1] } }, 'lattice.cells[1]'],
    ['no cells', { lattice: { cells: [1, 1, 0] } }, 'lattice.cells[2]'],
    ['two numbers of cells', { lattice: { cells: [1, 1] } }, 'lattice.cells'],
    ['a size of 0', { lattice: { size: [1, 0, 1] } }, 'lattice.size[1]'],
    ['a flat tetrahedron', withLast(1, 1, 0), /^tetrahedra/],
    ['a vertex that is not there', withIndices(0, 1, 2, 4), 'tetrahedra.indices[3]'],
    ['a vertex twice', withIndices(0, 1, 2, 2), 'tetrahedra.indices[3]'],
    ['three indices', withIndices(0, 1, 2), 'tetrahedra.indices'],
    ['no tetrahedra', withIndices(), 'tetrahedra.indices'],
    ['a vertex that is not finite', withLast(0, 0, nan), 'tetrahedra.vertices[11]'],
    ['a pin that is not there', { ...cube, pins: [27] }, 'pins[0]'],
    ['a pin by name', { ...cube, pins: ['top'] }, 'pins'],
    ['a stiffness of cloth', { ...cube, stretchCompliance: 0 }, 'stretchCompliance'],
    ['positions of other particles', { ...cube, positions: [1, 2, 3] }, 'positions'],
  ])('%s', (_, description, path) => {
    const world = makeWorld();
    world.addSoftBody({ ...cube, position: [0, 5, 0] });
    run(world, 0.1);
    const hash = world.hash();
    const error = refusal(() => world.addSoftBody(description as never));
    expect(error.path).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
    expect(error.message).toContain(error.path);
    expect([world.hash(), world.softBodies.length]).toEqual([hash, 1]);
    world.step(1 / 60);
  });

  test('a flat tetrahedron by a rule of its own', () => {
    const error = refusal(() => makeWorld().addSoftBody(withLast(1, 1, 0)));
    expect(error).toMatchObject({ code: 'geometry', rule: 'tetrahedron-volume' });
  });

  test('what is fixed when it is made, and bad values later', () => {
    const body = makeWorld().addSoftBody(cube);
    for (const [name, value] of [
      ['model', 'saint-venant-kirchhoff'],
      ['lattice', { cells: [1, 1, 1] }],
      ['tetrahedra', tetrahedron],
      ['density', 5],
    ] as const)
      expect(refusal(() => Object.assign(body, { [name]: value }))).toMatchObject({
        code: 'fixed',
        path: name,
      });
    expect(refusal(() => Object.assign(body, { volume: 2 })).code).toBe('fixed');
    for (const value of [0, -1, nan, '1'])
      expect(refusal(() => Object.assign(body, { youngsModulus: value })).path).toBe(
        'youngsModulus',
      );
    expect(body.youngsModulus).toBe(1e5);
  });
});

describe('a particle of a soft body', () => {
  test('hangs from the world and from a body', () => {
    const world = makeWorld();
    const light = { ...cube, density: 20, damping: 3 } as const;
    const softBody = world.addSoftBody({ ...light, position: [0, 5, 0] });
    const held = world.addAttachment({ softBody, point: 26 });
    const body = world.addBody({ ...crate, mass: 1, position: [0, 2, 0] });
    const tie = world.addAttachment({ softBody, point: 0, body });
    expect([tie.softBody, tie.body, tie.cloth]).toEqual([softBody, body, undefined]);
    const before = point(softBody.positions, 26);
    run(world, 3);
    expect(distance(point(softBody.positions, 26), before)).toBeLessThan(0.01);
    expect(body.position[1]).toBeGreaterThan(0);
    expect(held.force[1]).toBeGreaterThan(0);
    softBody.remove();
    expect([tie.alive, held.alive, body.alive]).toEqual([false, false, true]);
  });

  test('is tied to a particle of a rope, and a rope to it', () => {
    const world = makeWorld();
    const softBody = world.addSoftBody({ ...cube, density: 20, pins: [0] });
    // Along z, from one corner of it to the next.
    const rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
    const rope = world.addRope({ length: 1, segments: 3, position: [0.5, 0.5, 0], rotation });
    const to = world.addAttachment({ rope, point: 0, toSoftBody: softBody, toPoint: 26 });
    const from = world.addAttachment({ softBody, point: 8, toRope: rope, toPoint: 3 });
    expect([to.toSoftBody, from.softBody, from.toRope]).toEqual([softBody, softBody, rope]);
    run(world, 3);
    const gap = distance(point(rope.positions, 0), point(softBody.positions, 26));
    expect(gap).toBeLessThan(0.05);
    const saved = world.save();
    expect(saved.attachments).toMatchObject([
      { rope: 0, toSoftBody: 0, toPoint: 26 },
      { softBody: 0, toRope: 0, toPoint: 3 },
    ]);
    const again = makeWorld();
    again.load(saved);
    expect(again.attachments.at(0)?.toSoftBody).toBe(again.softBodies.at(0));
  });

  test('is pulled by a grab', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const softBody = world.addSoftBody({ ...cube, density: 20, damping: 2 });
    const grab = world.grab({ softBody, point: 26, target: [3, 0.5, 0.5] });
    expect(grab.softBody).toBe(softBody);
    run(world, 6);
    expect(distance(point(softBody.positions, 26), [3, 0.5, 0.5])).toBeLessThan(0.1);
    expect(softBody.volume).toBeGreaterThan(0.9);
    grab.release();
  });

  test('is held by a constraint of the user', () => {
    const world = makeWorld();
    const softBody = world.addSoftBody({ ...cube, density: 20 });
    const value = ([, y = 0]: Float64Array) => y - 0.5;
    const constraint = world.addUserConstraint({ particles: [{ softBody, point: 26 }], value });
    run(world, 1);
    expect(point(softBody.positions, 26)[1]).toBeCloseTo(0.5, 3);
    expect(constraint.alive).toBe(true);
  });

  test('goes by the name of its kind', () => {
    const world = makeWorld();
    expectOwnName(world, 'softBody', world.addSoftBody(cube));
  });
});

test('a removed one is stale in every use', () => {
  const world = makeWorld();
  const body = world.addSoftBody({ ...cube, name: 'jelly' });
  body.remove();
  expect([body.alive, body.name]).toEqual([false, 'jelly']);
  expectStale([
    () => body.positions,
    () => body.normals,
    () => body.indices,
    () => body.tetrahedra,
    () => body.volume,
    () => body.youngsModulus,
    () => Object.assign(body, { youngsModulus: 1 }),
    () => body.constraints('hydrostatic'),
    () => body.blowUp,
    () => body.describe(),
    () => body.remove(),
    () => world.softBodyFromId(body.id),
    () => world.addAttachment({ softBody: body, point: 0 }),
    () => world.grab({ softBody: body, target: [0, 0, 0] }),
  ]);
});
