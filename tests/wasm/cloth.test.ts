import type { Cloth } from 'holonom';
import { describe, expect, test } from 'vitest';
import { crate, distance, expectFinite, ground, makeWorld, point, refusal, run } from './fixture';

const sheet = { grid: { size: [2, 1], segments: [8, 4] } } as const;

describe('a grid', () => {
  test('has rows along x, then z, about its position', () => {
    const cloth = makeWorld().addCloth({ ...sheet, position: [10, 5, 0] });
    expect(cloth.count).toBe(9 * 5);
    expect(point(cloth.positions, 0)).toEqual([9, 5, -0.5]);
    expect(point(cloth.positions, 8)).toEqual([11, 5, -0.5]);
    expect(point(cloth.positions, 44)).toEqual([11, 5, 0.5]);
    expect(cloth.indices.length).toBe(3 * 2 * 8 * 4);
    expect(cloth.uvs.length).toBe(2 * 45);
    expect(Math.max(...cloth.indices)).toBe(44);
  });

  test('its rotation turns it', () => {
    const cloth = makeWorld().addCloth({ ...sheet, rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
    // A quarter turn about x takes the far edge at +z to -y.
    expect(distance(point(cloth.positions, 44), [1, -0.5, 0])).toBeLessThan(1e-6);
  });

  test('weighs its density times its area, or its mass', () => {
    const total = (list: ArrayLike<number>) => Array.from(list).reduce((sum, w) => sum + 1 / w, 0);
    expect(total(makeWorld().addCloth({ ...sheet, density: 0.3 }).inverseMasses)).toBeCloseTo(
      0.6,
      5,
    );
    expect(total(makeWorld().addCloth({ ...sheet, mass: 5 }).inverseMasses)).toBeCloseTo(5, 4);
  });

  test('has unit normals, +Y on a flat one', () => {
    const cloth = makeWorld().addCloth(sheet);
    expect(cloth.normals.length).toBe(cloth.positions.length);
    for (let i = 0; i < cloth.count; i++)
      expect(distance(point(cloth.normals, i), [0, 1, 0])).toBeLessThan(1e-6);
  });
});

describe('pins', () => {
  test.each([
    ['corners', [0, 8, 36, 44]],
    ['top', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['left', [0, 9, 18, 27, 36]],
    ['bottom-right', [44]],
  ] as const)("'%s' holds the particles it names", (name, pinned) => {
    const cloth = makeWorld().addCloth({ ...sheet, pins: [name] });
    const still = Array.from(cloth.inverseMasses.keys()).filter(
      (i) => cloth.inverseMasses[i] === 0,
    );
    expect(still).toEqual(pinned);
  });

  test('pinned particles stay, the others fall', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...sheet, pins: ['top-left', 8] });
    run(world, 1);
    expect(point(cloth.positions, 0)).toEqual([-1, 0, -0.5]);
    expect(point(cloth.positions, 8)).toEqual([1, 0, -0.5]);
    expect(cloth.positions[3 * 40 + 1]).toBeLessThan(-0.3);
  });

  test('come and go: what is let go falls, what is held stays where it is', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...sheet, pins: ['top'] });
    run(world, 0.5);
    cloth.pins = ['top-left', 40];
    expect(cloth.pins).toEqual([40, 'top-left']);
    const [held, freed] = [point(cloth.positions, 40), point(cloth.positions, 8)];
    run(world, 0.5);
    expect(point(cloth.positions, 40)).toEqual(held);
    expect(cloth.positions[3 * 8 + 1]).toBeLessThan((freed[1] as number) - 0.1);
    expect(refusal(() => Object.assign(cloth, { pins: [45] }))).toMatchObject({
      code: 'range',
      path: 'pins[0]',
    });
    expect(cloth.pins).toEqual([40, 'top-left']);
  });
});

describe('motion', () => {
  test('without air a loose cloth falls like a stone', () => {
    const world = makeWorld({ substeps: 4 });
    const cloth = world.addCloth({ ...sheet, drag: 0 });
    run(world, 1);
    const fallen = (9.81 * (1 / 240) ** 2 * 240 * 241) / 2;
    for (let i = 0; i < cloth.count; i++)
      expect(cloth.positions[3 * i + 1]).toBeCloseTo(-fallen, 2);
    expect(cloth.velocities[1]).toBeCloseTo(-9.81, 2);
  });

  test('a hanging inextensible cloth keeps its height within 3 %', () => {
    const world = makeWorld();
    const cloth = world.addCloth({
      grid: { size: [1, 1], segments: [10, 10] },
      pins: ['top'],
      damping: 2,
    });
    run(world, 5);
    const top = cloth.positions[1] ?? 0;
    const bottom = cloth.positions[3 * 120 + 1] ?? 0;
    expect(top - bottom).toBeGreaterThan(0.97);
    expect(top - bottom).toBeLessThan(1.03);
  });

  test('wind carries a flag along', () => {
    const world = makeWorld({ gravity: [0, 0, 0], wind: [0, 0, 10] });
    const cloth = world.addCloth({
      ...sheet,
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      pins: ['left'],
    });
    run(world, 1);
    expect(cloth.positions[3 * 26 + 2]).toBeGreaterThan(0.1);
  });

  test('gusts shake a flag, the same way each time', () => {
    const heights = [0, 1, 1].map((gusts) => {
      const world = makeWorld({ wind: [6, 0, 0], gusts, gustPeriod: 0.5 });
      const cloth = world.addCloth({ ...sheet, pins: ['left'], lift: 0.5, springDamping: 0.01 });
      run(world, 1);
      expectFinite(cloth.positions);
      return cloth.positions[3 * 26 + 1];
    });
    expect(heights[1]).not.toBe(heights[0]);
    expect(heights[2]).toBe(heights[1]);
  });

  test('it comes to lie on a box, and the box feels it', () => {
    const world = makeWorld();
    const scale = world.addBody({ ...crate, gravityScale: 0, mass: 1 });
    world.addCloth({
      grid: { size: [1.5, 1.5], segments: [12, 12] },
      position: [0, 0.6, 0],
      mass: 1,
      drag: 0,
    });
    run(world, 1);
    const cloth = world.cloths.at(0);
    expectFinite(cloth?.positions ?? []);
    const middle = cloth?.positions[3 * 84 + 1] ?? 0;
    expect(middle - scale.position[1]).toBeGreaterThan(0.49);
    expect(scale.linearVelocity[1]).toBeLessThan(-0.5);
  });
});

describe('constraints', () => {
  test('their forces carry the weight', () => {
    const world = makeWorld({ gravity: [0, 0, 10], substeps: 20 });
    const cloth = world.addCloth({
      ...sheet,
      pins: ['top'],
      mass: 2,
      damping: 5,
      drag: 0,
      stretchCompliance: 1e-3,
    });
    run(world, 3);
    const { size, particles, values, forces } = cloth.constraints('distance');
    expect(particles.length).toBe(size * forces.length);
    // Pulls on the pinned row, along z.
    let pull = 0;
    forces.forEach((force, k) => {
      const [a = 0, b = 0] = particles.slice(2 * k, 2 * k + 2);
      if (a >= 9 || b < 9) return;
      const d = point(cloth.positions, b).map((p, i) => p - (point(cloth.positions, a)[i] ?? 0));
      const length = Math.hypot(...d);
      pull += (force * (d[2] ?? 0)) / length;
      expect(values[k]).toBeCloseTo(force * 1e-3, 4);
    });
    // The pinned row holds half a cell of itself: 2 kg less an eighth.
    const damped = 1 / (1 + 5 / 1200);
    expect(pull).toBeCloseTo(2 * (7 / 8) * 10 * damped, 1);
  });

  test('a kind that the cloth has not is empty, one that nobody has is refused', () => {
    const cloth = makeWorld().addCloth(sheet);
    expect(cloth.constraints('area').forces.length).toBe(0);
    expect(refusal(() => cloth.constraints('nothing' as 'bend')).code).toBe('type');
  });

  test('weave, area and isometric bending are described, saved and loaded', () => {
    const world = makeWorld();
    const cloth = world.addCloth({
      ...sheet,
      strain: { weftCompliance: 0.02 },
      areaCompliance: 0.1,
      bend: { model: 'isometric', compliance: 10 },
    });
    expect(cloth.constraints('warp').size).toBe(3);
    expect(cloth.constraints('isometricBend').forces.length).toBeGreaterThan(0);
    expect(cloth.constraints('distance').forces.length).toBe(0);
    run(world, 0.5);
    const copy = makeWorld();
    copy.load(world.save());
    expect(copy.cloths.at(0)?.strain).toEqual(cloth.strain);
    run(world, 0.5);
    run(copy, 0.5);
    expect(copy.hash()).toBe(world.hash());
    cloth.strain = { ...cloth.strain, shearCompliance: 1 };
    expect(cloth.strain?.shearCompliance).toBe(1);
    expect(cloth.strain?.weftCompliance).toBeCloseTo(0.02);
  });
});

describe('enclosed volume', () => {
  /** A cube, counter-clockwise from outside. */
  const cube = {
    vertices: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]),
    indices: [
      [0, 2, 1, 1, 2, 3],
      [4, 5, 6, 5, 7, 6],
      [0, 1, 4, 1, 5, 4],
      [2, 6, 3, 3, 6, 7],
      [0, 4, 2, 2, 4, 6],
      [1, 3, 5, 3, 7, 5],
    ].flat(),
  };
  const balloon = { mesh: cube, drag: 0, stretchCompliance: 1e-3, density: 1 } as const;

  test('is kept, inflated and read with its pressure', () => {
    const world = makeWorld({ gravity: [0, 0, 0], particleIterations: 20 });
    const cloth = world.addCloth({ ...balloon, globalDamping: 5, volume: { compliance: 1e-5 } });
    expect(cloth.enclosedVolume).toBeCloseTo(1, 5);
    expect(cloth.pressure).toBe(0);
    cloth.volume = { ratio: 1.5, compliance: 1e-5 };
    run(world, 5);
    expect(cloth.enclosedVolume).toBeGreaterThan(1.1);
    expect(cloth.pressure).toBeGreaterThan(100);
    expect(1.5 - cloth.enclosedVolume).toBeCloseTo(1e-5 * cloth.pressure, 2);
    const { size, particles, values, forces } = cloth.constraints('volume');
    expect(size).toBe(8);
    expect(Array.from(particles).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(values[0]).toBeCloseTo(cloth.enclosedVolume - 1.5, 4);
    expect(forces[0]).toBe(-cloth.pressure);
  });

  test('is saved and loaded, and absent unless asked for', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...balloon, volume: {} });
    expect(cloth.volume).toEqual({ ratio: 1, compliance: 0 });
    run(world, 0.5);
    const copy = makeWorld();
    copy.load(world.save());
    run(world, 0.5);
    run(copy, 0.5);
    expect(copy.hash()).toBe(world.hash());
    const plain = world.addCloth(balloon);
    expect(plain.volume).toBeUndefined();
    expect(plain.pressure).toBe(0);
    expect(plain.constraints('volume').size).toBe(0);
  });

  test('wants a closed mesh, and says what is open', () => {
    const world = makeWorld();
    expect(refusal(() => world.addCloth({ ...sheet, volume: {} })).path).toBe('volume');
    const open = { ...cube, indices: cube.indices.slice(3) };
    expect(refusal(() => world.addCloth({ ...balloon, mesh: open, volume: {} })).path).toMatch(
      /^mesh\.indices\[\d+\]$/,
    );
    expect(refusal(() => world.addCloth({ ...balloon, volume: { ratio: 0 } })).path).toBe(
      'volume.ratio',
    );
    const cloth = world.addCloth({ ...balloon, volume: {} });
    expect(refusal(() => Object.assign(cloth, { volume: undefined })).path).toBe('volume');
    expect(world.cloths.length).toBe(1);
  });
});

describe('seams', () => {
  // A sheet closed into a tube: its left side, from the top down, with its right side.
  const seam = { first: ['left'], second: ['right'] } as const;
  const soft = { ...sheet, position: [0, 3, 0], seams: [{ ...seam, compliance: 1e-3 }] } as const;
  const gaps = (cloth: Cloth) =>
    [0, 9, 18, 27, 36].map((i) =>
      distance(point(cloth.positions, i), point(cloth.positions, i + 8)),
    );

  test('draw their sides together, and are read as they were given', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    // Two sheets of 1 m, 0.3 m from one another.
    const vertices = [-1.15, -0.15, 0.15, 1.15].flatMap((x) => [x, 0, 0, x, 0, 1]);
    const cloth = world.addCloth({
      mesh: { vertices, indices: [0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7] },
      seams: [{ first: [2, 3], second: [4, 5], compliance: 1e-3 }],
      damping: 2,
      drag: 0,
    });
    expect(cloth.seams).toEqual([
      { first: [2, 3], second: [4, 5], compliance: expect.closeTo(1e-3) },
    ]);
    const { size, particles } = cloth.constraints('seam');
    expect(size).toBe(2);
    // All pairs along x, then along y, then along z.
    expect(Array.from(particles)).toEqual([2, 4, 3, 5, 2, 4, 3, 5, 2, 4, 3, 5]);
    run(world, 4);
    for (const i of [2, 3])
      expect(distance(point(cloth.positions, i), point(cloth.positions, i + 2))).toBeLessThan(0.01);
    expect(distance(point(cloth.positions, 0), point(cloth.positions, 6))).toBeCloseTo(2, 1);
  });

  test('are made from indices, changed and cut while the world runs', () => {
    const world = makeWorld();
    const cloth = world.addCloth({ ...soft, drag: 0 });
    cloth.seams = [{ first: [0, 'bottom-left'], second: [8, 'bottom-right'], compliance: 0.01 }];
    expect(cloth.seams[0]).toMatchObject({
      first: [0, 'bottom-left'],
      second: [8, 'bottom-right'],
    });
    expect(cloth.constraints('seam').values.length).toBe(3 * 2);
    run(world, 0.5);
    expect(gaps(cloth)[0]).toBeLessThan(1.5);
    cloth.seams = [];
    expect(cloth.seams).toEqual([]);
    expect(cloth.constraints('seam').values.length).toBe(0);
  });

  test('carry the weight of what hangs on them', () => {
    const world = makeWorld();
    // Two upright strips, one below the other; the lower one hangs by the seam.
    const vertices = [0, -1, -1, -2].flatMap((y) => [0, y, 0, 0.5, y, 0]);
    const cloth = world.addCloth({
      mesh: { vertices, indices: [0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7] },
      seams: [{ first: [2, 3], second: [4, 5] }],
      pins: [0, 1],
      mass: 2,
      drag: 0,
      damping: 2,
    });
    run(world, 6);
    const { forces, values } = cloth.constraints('seam');
    const along = (axis: number) => (forces[2 * axis] ?? 0) + (forces[2 * axis + 1] ?? 0);
    const weight = 1 * 9.81;
    expect(Math.abs(Math.abs(along(1)) - weight)).toBeLessThan(0.01 * weight);
    expect(Math.abs(along(0))).toBeLessThan(0.01 * weight);
    expect(Math.max(...values.map(Math.abs))).toBeLessThan(1e-3);
  });

  test('are saved and loaded, and part of snapshots', () => {
    const world = makeWorld();
    world.addBody(ground);
    const cloth = world.addCloth({ ...soft, selfCollision: true });
    run(world, 0.3);
    const bytes = world.snapshot();
    const [copy, restored] = [makeWorld(), makeWorld()];
    const text = JSON.stringify(world.save());
    expect(JSON.parse(text).cloths[0].seams).toEqual(cloth.describe().seams);
    copy.load(text);
    restored.restore(bytes);
    expect(copy.cloths.at(0)?.seams).toEqual(cloth.seams);
    expect(restored.cloths.at(0)?.seams).toEqual(cloth.seams);
    for (const each of [world, copy, restored]) run(each, 0.5);
    expect(copy.hash()).toBe(world.hash());
    expect(restored.hash()).toBe(world.hash());
    // Back before a cut, what was cut is sewn again.
    cloth.seams = [];
    world.restore(bytes);
    run(world, 0.5);
    expect(world.hash()).toBe(restored.hash());
  });

  test.each([
    ['no particle', { first: [], second: [] }, 'range', 'seams[0].first', 0],
    ['one side longer', { first: [0, 9], second: [8] }, 'range', 'seams[0].second', 1],
    ['a particle on both sides', { first: [0, 1], second: [1, 2] }, 'range', 'seams[0].second', 1],
    ['a particle twice', { first: [3, 3], second: [4, 5] }, 'range', 'seams[0].first', 3],
    ['a particle too many', { first: [0], second: [45] }, 'range', 'seams[0].second[0]', 45],
    ['compliance < 0', { ...seam, compliance: -1 }, 'range', 'seams[0].compliance', -1],
    ['not a side', { first: ['middle'], second: ['left'] }, 'range', 'seams[0].first[0]', 'middle'],
  ] as const)('are refused with %s, and nothing changes', (_, wrong, code, path, value) => {
    const world = makeWorld();
    const expected = { code, path, value };
    const seams = [wrong] as never;
    expect(refusal(() => world.addCloth({ ...sheet, seams }))).toMatchObject(expected);
    expect(world.cloths.length).toBe(0);
    const cloth = world.addCloth(soft);
    const before = world.hash();
    expect(refusal(() => Object.assign(cloth, { seams }))).toMatchObject(expected);
    expect(cloth.seams).toHaveLength(1);
    expect(world.hash()).toBe(before);
  });
});

describe('a mesh', () => {
  const square = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1], indices: [0, 2, 1, 1, 2, 3] };

  test('keeps its vertices and triangles', () => {
    const cloth = makeWorld().addCloth({ mesh: square, position: [0, 1, 0], pins: [0, 3] });
    expect(cloth.count).toBe(4);
    expect(point(cloth.positions, 3)).toEqual([1, 1, 1]);
    expect([...cloth.indices]).toEqual(square.indices);
    expect([...cloth.inverseMasses].map((w) => w === 0)).toEqual([true, false, false, true]);
  });

  test('comes as typed arrays too', () => {
    const mesh = {
      vertices: new Float32Array(square.vertices),
      indices: new Uint16Array(square.indices),
    };
    expect(makeWorld().addCloth({ mesh }).count).toBe(4);
  });

  test('has no named sides', () => {
    const world = makeWorld();
    const error = refusal(() => world.addCloth({ mesh: square, pins: ['corners'] }));
    expect(error).toMatchObject({ code: 'type', path: 'pins' });
    expect(world.cloths.length).toBe(0);
  });
});

test('grid and mesh exclude each other, and one is needed', () => {
  const world = makeWorld();
  const mesh = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 2, 1] };
  expect(refusal(() => world.addCloth({ ...sheet, mesh } as never)).path).toMatch(/grid|mesh/);
  expect(refusal(() => world.addCloth({} as never)).code).toBe('missing');
});

test('thickness keeps it above the ground', () => {
  const world = makeWorld();
  world.addBody(ground);
  const cloth = world.addCloth({ ...sheet, position: [0, 0.3, 0], thickness: 0.05 });
  run(world, 3);
  for (let i = 0; i < cloth.count; i++) expect(cloth.positions[3 * i + 1]).toBeGreaterThan(0.04);
});

describe('ropes and grains', () => {
  test('are objects of their own, saved and loaded as they are', () => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: { plane: {} } });
    const rope = world.addRope({
      length: 2,
      segments: 10,
      density: 0.2,
      pins: ['left'],
      position: [0, 2, 0],
    });
    const pile = world.addGrains({
      base: [3, 2],
      layers: 2,
      radius: 0.1,
      friction: 0.4,
      staticFriction: 0.7,
    });
    expect([rope.count, pile.count]).toEqual([11, 12]);
    expect([world.cloths.length, world.ropes.length, world.grains.length]).toEqual([0, 1, 1]);
    expect([world.ropes.at(0), world.grains.at(-1)]).toEqual([rope, pile]);
    expect([rope.alive, world.ropeFromId(rope.id), world.grainsFromId(pile.id)]).toEqual([
      true,
      rope,
      pile,
    ]);
    expect(rope.constraints('distance').values).toHaveLength(10);
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(rope.positions[0]).toBeCloseTo(-1, 6);
    expect(Math.min(...pile.positions.filter((_, i) => i % 3 === 1))).toBeGreaterThan(0.09);
    pile.staticFriction = 0.9;
    const saved = world.save();
    const again = makeWorld();
    again.load(saved);
    expect(again.save()).toEqual(saved);
    expect(again.grains.at(0)?.staticFriction).toBeCloseTo(0.9, 6);
  });

  test('refuse what neither is', () => {
    const world = makeWorld();
    expect(refusal(() => world.addCloth({ rope: {} } as never)).path).toBe('rope');
    expect(refusal(() => world.addRope({ strain: {} } as never)).path).toBe('strain');
    expect(refusal(() => world.addGrains({ radius: 0 })).path).toBe('radius');
    expect(refusal(() => world.addRope({ segments: 0 })).path).toBe('segments');
  });

  test('are tied, pulled and constrained under the names of their kinds', () => {
    const world = makeWorld();
    const rope = world.addRope({ length: 1, segments: 4, position: [0, 3, 0] });
    const grains = world.addGrains({ base: [2, 2], layers: 1, position: [0, 1, 0] });
    const cloth = world.addCloth(sheet);
    const tie = world.addAttachment({ rope, point: 0, toGrains: grains, toPoint: 2 });
    expect([tie.rope, tie.toGrains, tie.cloth]).toEqual([rope, grains, undefined]);
    expect(world.grab({ grains, point: 1, target: [0, 2, 0] }).grains).toBe(grains);
    const value = ([x = 0]: Float64Array) => x;
    const held = world.addUserConstraint({ particles: [{ rope, point: 4 }, { cloth }], value });
    expect(held.alive).toBe(true);
    const wrong: [string, () => unknown][] = [
      ['cloth', () => world.addAttachment({ cloth: rope as never, point: 0 })],
      ['rope', () => world.addAttachment({ rope: cloth.id as never, point: 0 })],
      ['rope', () => world.addAttachment({ cloth, rope, point: 0 } as never)],
      ['toRope', () => world.addAttachment({ cloth, point: 0, toRope: grains.id as never })],
      ['grains', () => world.grab({ grains: rope.id as never, target: [0, 0, 0] })],
      [
        'particles[0].grains',
        () => world.addUserConstraint({ particles: [{ grains: rope.id as never }], value }),
      ],
      [
        'particles[0].rope',
        () => world.addUserConstraint({ particles: [{ cloth, rope } as never], value }),
      ],
      ['cloth', () => world.clothFromId(rope.id as never)],
    ];
    for (const [path, call] of wrong) expect(refusal(call).path).toBe(path);
    rope.remove();
    expect([tie.alive, rope.alive, grains.alive]).toEqual([false, false, true]);
  });

  test('of files of the second version become what they are now', () => {
    const world = makeWorld();
    world.load({
      holonom: 2,
      cloths: [
        { rope: { length: 2, segments: 3 }, drag: 2, pins: ['left'] },
        { grid: { size: [1, 1], segments: [2, 2] } },
        { pile: { base: [2, 2], layers: 2 } },
      ],
      attachments: [{ cloth: 1, point: 0, toCloth: 0, toPoint: 3 }],
    });
    expect([world.cloths.length, world.ropes.length, world.grains.length]).toEqual([1, 1, 1]);
    expect(world.attachments.at(0)).toMatchObject({ toPoint: 3, toRope: world.ropes.at(0) });
    expect(world.save().holonom).toBe(3);
  });
});

test('positions and velocities are set as whole lists, those of pinned particles too', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const cloth = world.addCloth({
    grid: { size: [1, 1], segments: [2, 2] },
    pins: ['top'],
    drag: 0,
  });
  const raised = cloth.positions.map((value, i) => (i % 3 === 1 ? value + 2 : value));
  cloth.positions = raised;
  expect([...cloth.positions]).toEqual([...raised]);
  run(world, 0.1);
  expect(point(cloth.positions, 0), 'a pin stays where it was put').toEqual(point(raised, 0));

  const free = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] }, drag: 0 });
  free.velocities = new Float32Array(27).fill(0.5);
  run(world, 0.5);
  expect(distance(point(free.positions, 8), [0.75, 0.25, 0.75])).toBeLessThan(1e-4);

  const before = world.hash();
  expect(refusal(() => (cloth.positions = [1, 2, 3]))).toMatchObject({
    code: 'range',
    path: 'positions',
    allowed: '27 numbers',
  });
  expect(refusal(() => (cloth.velocities = new Float64Array(27).fill(Number.NaN))).path).toBe(
    'velocities[0]',
  );
  expect(world.hash()).toBe(before);
});

describe('the solvers of a cloth', () => {
  const solvers = ['colored', 'gauss-seidel', 'jacobi', 'direct', 'hierarchical', 'lines'] as const;

  test.each(solvers)('%s changes on a live world and tells what its sweeps leave', (solver) => {
    const world = makeWorld({ particleIterations: 20, particleResiduals: true });
    const cloth = world.addCloth({ ...sheet, pins: ['left'] });
    run(world, 0.2);
    world.particleSolver = solver;
    run(world, 0.3);
    expect(cloth.residuals.length).toBe(20);
    // An exact one leaves what rounding does.
    expect(cloth.residuals[19]).toBeLessThan(Math.max(cloth.residuals[0] ?? 0, 1e-6));
    expect(world.save().settings?.particleSolver ?? 'colored').toBe(solver);
  });

  test('nothing is measured unless asked for', () => {
    const world = makeWorld();
    const cloth = world.addCloth(sheet);
    run(world, 0.1);
    expect(cloth.residuals.length).toBe(0);
  });

  test('bdf2 keeps the swing that euler damps', () => {
    const swing = (particleIntegrator: 'euler' | 'bdf2') => {
      const world = makeWorld({ particleIntegrator, substeps: 1 });
      const rope = world.addRope({
        length: 1,
        segments: 1,
        pins: ['left'],
        positions: [0, 0, 0, Math.SQRT1_2, -Math.SQRT1_2, 0],
      });
      let widest = 0;
      for (let i = 0; i < 600; i++) {
        world.step(1 / 60);
        const [x, y] = point(rope.positions, 1);
        if (i >= 480) widest = Math.max(widest, Math.abs(Math.atan2(x, -y)));
      }
      return widest / (Math.PI / 4);
    };
    expect(swing('bdf2')).toBeGreaterThan(0.98);
    expect(swing('euler')).toBeLessThan(0.6);
  });
});
