// Soft bodies of closed surfaces: the tetrahedra, the skin, and what is refused.
import type { Vec3 } from 'holonom';
import { readObj } from 'holonom/gltf';
import { type Skin, skinVertices, tetrahedralize } from 'holonom/tetrahedra';
import { describe, expect, test } from 'vitest';
import { badValues } from './bad-arguments';
import {
  box,
  insideOut,
  moved,
  type Solid,
  sphere,
  together,
  torus,
  volumeOf,
} from './closed-surfaces';
import { expectFinite, makeWorld, point, refusal, run } from './fixture';

const { NaN: nan } = Number;
type Tetrahedra = ReturnType<typeof tetrahedralize>['tetrahedra'];

const cross = (a: number[], b: number[]) => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const minus = (a: number[], b: number[]) => a.map((it, axis) => it - b[axis]!);

/** Volumes of the tetrahedra. */
function volumesOf({ vertices, indices }: Tetrahedra): number[] {
  return Array.from({ length: indices.length / 4 }, (_, t) => {
    const [a, b, c, d] = Array.from(indices.subarray(4 * t, 4 * t + 4), (i) => point(vertices, i));
    return dot(cross(minus(b!, a!), minus(c!, a!)), minus(d!, a!)) / 6;
  });
}
const volumeIn = (tetrahedra: Tetrahedra) =>
  volumesOf(tetrahedra).reduce((sum, volume) => sum + volume, 0);

/** Expects that faces match: each is of two tetrahedra, on opposite sides, or of the boundary, which is closed. */
function expectConforming({ vertices, indices }: Tetrahedra): void {
  const count = vertices.length / 3;
  const faces = new Map<number, number>();
  for (let t = 0; t < indices.length; t += 4)
    for (const face of [
      [1, 2, 3],
      [0, 3, 2],
      [0, 1, 3],
      [0, 2, 1],
    ]) {
      const corners = face.map((k) => indices[t + k]!);
      const [a, b, c] = [...corners].sort((one, two) => one - two) as [number, number, number];
      const even = [0, 1, 2].some((k) => corners[k] === a && corners[(k + 1) % 3] === b);
      const key = (a * count + b) * count + c;
      const seen = faces.get(key);
      if (seen === undefined) faces.set(key, even ? 1 : -1);
      else if (seen === (even ? -1 : 1)) faces.set(key, 0);
      else throw new Error(`face ${a} ${b} ${c} is of tetrahedra on one side, or of three`);
    }
  expect(new Set(indices).size).toBe(count);
}

/** Least weight, and largest distance between a vertex and where its weights put it. */
function skinned({ vertices }: Tetrahedra, solid: Solid, skin: Skin) {
  const out = new Float64Array(solid.vertices.length);
  skinVertices(skin, vertices, out);
  const error = farthest(out, solid.vertices);
  let [sum, least] = [0, 0];
  for (let i = 0; i < skin.weights.length; i += 4) {
    const weights = skin.weights.subarray(i, i + 4);
    sum = Math.max(sum, Math.abs(weights.reduce((a, b) => a + b, 0) - 1));
    least = Math.min(least, ...weights);
  }
  return { error, sum, least };
}

/** Largest difference of two lists. */
const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, it, i) => Math.max(most, Math.abs(it - b[i]!)), 0);

/** Random numbers from 0 to 1, the same each time. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A rotation, scale and offset, the same each time. */
function placing(seed: number): { by: (point: Vec3) => Vec3 } {
  const next = random(seed);
  const q = [next(), next(), next(), next()].map((it) => it - 0.5);
  const [x, y, z, w] = q.map((it) => it / Math.hypot(...q)) as [number, number, number, number];
  const scale = 10 ** (6 * next() - 3);
  const offset = [next(), next(), next()].map((it) => 3 * scale * (it - 0.5));
  const by = (p: Vec3) => {
    const t = cross([x, y, z], p).map((it) => 2 * it);
    const u = cross([x, y, z], t);
    return p.map((it, axis) => scale * (it + w * t[axis]! + u[axis]!) + offset[axis]!) as Vec3;
  };
  return { by };
}

/** A star-shaped surface of random waves. */
function star(seed: number, n: number): Solid {
  const next = random(seed);
  const waves = Array.from({ length: 4 }, () => ({
    way: [next(), next(), next()].map((it) => 10 * (it - 0.5)),
    phase: 7 * next(),
  }));
  return sphere(n, (way) => {
    const radius = waves.reduce(
      (sum, wave) => sum + 0.15 * Math.sin(dot(wave.way, way) + wave.phase),
      1,
    );
    return way.map((it) => radius * it) as Vec3;
  });
}

const slab = box(1, 1, 0.02);
const solids: Record<string, Solid> = {
  'a sphere': sphere(5),
  'a torus': torus(1, 0.35, 18, 9),
  'a box': box(1, 0.63, 0.37),
  'a beam': box(9, 1, 1),
  'a thin plate': slab,
  'two spheres apart': together(
    sphere(5),
    moved(sphere(4), ([x, y, z]) => [x + 2.6, y, 0.5 * z]),
  ),
  'a shell around a cavity': together(
    sphere(5),
    insideOut(moved(sphere(4), (it) => it.map((x) => 0.6 * x) as Vec3)),
  ),
  'a star': star(1, 6),
  'another star': star(5, 5),
};

describe.each(Object.entries(solids))('%s', (_, solid) => {
  test.each([
    [3, 11],
    [7, 12],
  ])('is filled by %i cells, however it is placed', (cells, seed) => {
    const { by } = placing(seed);
    const placed = moved(solid, by);
    const volume = volumeOf(placed);
    // Vertices are rounded to single precision.
    const rounding = 1e-6 * Math.max(...placed.vertices.map(Math.abs));
    const [whole, fitted] = [false, true].map((fit) => {
      const { tetrahedra, skin } = tetrahedralize(placed, { cells, fit });
      const volumes = volumesOf(tetrahedra);
      expect(Math.min(...volumes)).toBeGreaterThan(0);
      expectConforming(tetrahedra);
      const { error, sum, least } = skinned(tetrahedra, placed, skin);
      expect(error).toBeLessThan(rounding);
      expect(sum).toBeLessThan(1e-6);
      return { least, volumes, inside: volumes.reduce((a, b) => a + b) };
    });
    expect(whole!.least).toBeGreaterThan(-1e-4);
    expect(whole!.inside).toBeGreaterThan(volume * (1 - 1e-5));
    expect(Math.max(...whole!.volumes) / Math.min(...whole!.volumes)).toBeLessThan(1.01);
    expect(fitted!.least).toBeGreaterThan(-1);
    expect(fitted!.inside).toBeLessThan(whole!.inside * (1 + 1e-5));
  });
});

describe('the volume of the tetrahedra', () => {
  const excess = (solid: Solid, cells: number, fit: boolean) =>
    volumeIn(tetrahedralize(solid, { cells, fit }).tetrahedra) / volumeOf(solid) - 1;
  const { by } = placing(3);

  test.each([
    ['a sphere', sphere(8)],
    ['a torus', torus(1, 0.4, 24, 12)],
    ['a box', moved(box(1, 0.7, 0.5), by)],
  ])('of whole cells converges to that of %s with the size of the cells', (_, solid) => {
    const [coarse, fine] = [excess(solid, 6, false), excess(solid, 18, false)];
    expect(fine).toBeGreaterThan(0);
    // First order: a third of it; its noise is from the cells at the surface.
    expect(fine / coarse).toBeLessThan(0.5);
    expect(fine / coarse).toBeGreaterThan(0.25);
  });

  test.each([
    ['a sphere', sphere(8), 0.03],
    ['a torus', torus(1, 0.4, 24, 12), 0.06],
    ['a turned box', moved(box(1, 0.7, 0.5), by), 0.12],
    ['a star', star(1, 8), 0.09],
  ])('fitted to %s is near to that inside', (_, solid, most) => {
    expect(Math.abs(excess(solid, 12, true))).toBeLessThan(most);
  });

  test('of boxes whose sides lie in those of cells is exact', () => {
    for (const fit of [false, true]) {
      expect(excess(box(2, 1, 1), 4, fit)).toBeCloseTo(0, 6);
      const hollow = together(box(4, 4, 4), insideOut(box(2, 2, 2)));
      expect(excess(hollow, 4, fit)).toBeCloseTo(0, 6);
      expect(excess(hollow, 8, fit)).toBeCloseTo(0, 6);
      const apart = together(
        box(1, 1, 1),
        moved(box(1, 1, 1), ([x, y, z]) => [x + 3, y, z]),
      );
      expect(excess(apart, 8, fit)).toBeCloseTo(0, 6);
    }
  });

  test('of a plate thinner than a cell is that of a layer of cells', () => {
    const { tetrahedra } = tetrahedralize(slab, { cells: 10, fit: false });
    expect(volumeIn(tetrahedra)).toBeCloseTo(0.1, 6);
    expect(excess(slab, 10, true)).toBeCloseTo(0, 5);
  });
});

test('where surfaces overlap, the inside is the inside of either', () => {
  const both = together(
    box(2, 2, 2),
    moved(box(2, 2, 2), ([x, y, z]) => [x + 1, y, z]),
  );
  expect(volumeIn(tetrahedralize(both, { cells: 6, fit: false }).tetrahedra)).toBeCloseTo(12, 5);
});

test('vertices at one point may be several', () => {
  const { vertices, indices } = sphere(6);
  // Each triangle with vertices of its own, that differ by rounding.
  const next = random(8);
  const split = indices.flatMap((i) => point(vertices, i).map((it) => it + 1e-7 * (next() - 0.5)));
  const { tetrahedra } = tetrahedralize({ vertices: split });
  expect(tetrahedra.indices).toEqual(tetrahedralize({ vertices, indices }).tetrahedra.indices);
});

test('the surface of a file falls as a soft body, rests and keeps its volume', () => {
  const lines = Object.entries(torus(0.5, 0.2, 24, 12)).flatMap(([name, list]) =>
    Array.from({ length: list.length / 3 }, (_, i) =>
      name === 'vertices'
        ? `v ${point(list, i).join(' ')}`
        : `f ${point(list, i)
            .map((it) => it + 1)
            .join(' ')}`,
    ),
  );
  const surface = readObj(lines.join('\n'));
  const { tetrahedra, skin } = tetrahedralize(surface);
  const world = makeWorld();
  world.addBody({ type: 'static', shape: { plane: {} } });
  const body = world.addSoftBody({
    tetrahedra,
    position: [0, 1, 0],
    youngsModulus: 2e5,
    density: 300,
    globalDamping: 2,
  });
  const before = body.volume;
  run(world, 4);
  expectFinite(body.positions);
  expect(Math.abs(body.volume / before - 1)).toBeLessThan(0.05);
  expect(Math.max(...body.velocities.map(Math.abs))).toBeLessThan(0.3);
  const vertices = new Float32Array(surface.vertices.length);
  skinVertices(skin, body.positions, vertices);
  const heights = vertices.filter((_, i) => i % 3 === 1);
  expect(Math.min(...heights)).toBeGreaterThan(-0.03);
  expect(Math.min(...heights)).toBeLessThan(0.1);
});

describe('a skin', () => {
  const solid = star(2, 6);
  const rotation = [0.5, -0.5, 0.5, 0.5] as const;
  /** By that rotation. */
  const turned = ([x, y, z]: Vec3): Vec3 => [-y, -z, x];

  test('of a body that is turned and moved is the surface turned and moved', () => {
    const { tetrahedra, skin } = tetrahedralize(solid, { cells: 6 });
    const position = [100, -20, 7] as const;
    const body = makeWorld().addSoftBody({ tetrahedra, position, rotation });
    const [vertices, normals, rest] = [1, 2, 3].map(() => new Float32Array(solid.vertices.length));
    skinVertices(skin, body.positions, vertices!, normals!);
    skinVertices(skin, tetrahedra.vertices, vertices!.slice(), rest!);
    const expected = moved(solid, (it) => turned(it).map((x, axis) => x + position[axis]!) as Vec3);
    expect(farthest(vertices!, expected.vertices)).toBeLessThan(5e-5);
    const expectedNormals = moved({ vertices: [...rest!], indices: [] }, turned).vertices;
    expect(farthest(normals!, expectedNormals)).toBeLessThan(1e-3);
  });

  test('has the normals of the surface, or those given', () => {
    const way = (it: Vec3) => it;
    const ball = sphere(8, way);
    for (const normals of [undefined, ball.vertices.map((it) => 3 * it)]) {
      const { tetrahedra, skin } = tetrahedralize({ ...ball, normals });
      const out = new Float32Array(ball.vertices.length);
      skinVertices(skin, tetrahedra.vertices, out.slice(), out);
      for (let v = 0; v < out.length / 3; v++) {
        expect(Math.hypot(...point(out, v))).toBeCloseTo(1, 5);
        const along = dot(point(out, v), point(ball.vertices, v));
        expect(along).toBeGreaterThan(normals ? 1 - 1e-5 : 0.97);
      }
    }
  });

  test('stretched along an axis has normals at right angles to its triangles', () => {
    const cube = box(1, 1, 1);
    const { tetrahedra, skin } = tetrahedralize(cube, { cells: 2 });
    const sheared = tetrahedra.vertices.map((it, i) =>
      i % 3 === 0 ? 2 * it + tetrahedra.vertices[i + 1]! : it,
    );
    const [vertices, normals] = [1, 2].map(() => new Float32Array(cube.vertices.length));
    skinVertices(skin, sheared, vertices!, normals!);
    for (let t = 0; t < cube.indices.length; t += 3) {
      const [a, b, c] = cube.indices.slice(t, t + 3).map((i) => point(vertices!, i));
      const normal = cross(minus(b!, a!), minus(c!, a!));
      for (const corner of cube.indices.slice(t, t + 3)) {
        const cosine = dot(normal, point(normals!, corner)) / Math.hypot(...normal);
        expect(cosine).toBeCloseTo(1, 5);
      }
    }
  });

  test('is plain data', () => {
    const { tetrahedra, skin } = tetrahedralize(solid, { cells: 3 });
    const out = new Float32Array(solid.vertices.length);
    skinVertices(structuredClone(skin), tetrahedra.vertices, out);
    expect(out[0]).toBeCloseTo(solid.vertices[0]!, 5);
  });

  test('refuses lists of another length', () => {
    const { tetrahedra, skin } = tetrahedralize(solid, { cells: 3 });
    const [given, out] = [tetrahedra.vertices, solid.vertices.slice()];
    const short = new Float32Array(3);
    expect(refusal(() => skinVertices({} as never, given, out)).path).toBe('skin');
    expect(refusal(() => skinVertices(skin, short, out)).path).toBe('positions');
    expect(refusal(() => skinVertices(skin, given, short)).path).toBe('vertices');
    expect(refusal(() => skinVertices(skin, given, out, short)).path).toBe('normals');
  });
});

describe('refuses', () => {
  const { vertices, indices } = sphere(2);
  const changed = <Item>(list: readonly Item[], at: number, item: Item) =>
    list.map((it, i) => (i === at ? item : it));
  const third = moved(box(1, 1, 1), ([x, y, z]) => [x + 1, y + 1, z]);
  test.each<[what: string, surface: object, path: string, rule: string]>([
    ['an open surface', { vertices, indices: indices.slice(3) }, 'indices[', 'closed-one-triangle'],
    ['edges with four triangles', together(box(1, 1, 1), third), 'indices[', 'triangles-on-edge'],
    [
      'triangles that wind differently',
      { vertices, indices: [indices[0]!, indices[2]!, indices[1]!, ...indices.slice(3)] },
      'indices[0]',
      'triangles-same-way',
    ],
    ['a surface inside out', insideOut({ vertices, indices }), 'indices', 'triangles-inside-out'],
    [
      'a part of it inside out',
      together(
        sphere(4),
        insideOut(moved(sphere(4), ([x, y, z]) => [0.9 * x + 2, 0.9 * y, 0.9 * z])),
      ),
      'indices',
      'triangles-inside-out',
    ],
    ['a flat surface', box(1, 1, 0), 'vertices', 'surface-with-volume'],
    ['a surface of one point', box(0, 0, 0), 'vertices', 'surface-with-volume'],
    [
      'a vertex that is not finite',
      { vertices: changed(vertices, 4, nan), indices },
      'vertices[4]',
      'finite-number',
    ],
    [
      'a vertex that is a text',
      { vertices: changed<unknown>(vertices, 4, '1'), indices },
      'vertices[4]',
      'finite-number',
    ],
    [
      'two numbers a vertex',
      { vertices: vertices.slice(1), indices },
      'vertices',
      'three-per-vertex',
    ],
    [
      'an index that is not there',
      { vertices, indices: changed(indices, 5, vertices.length / 3) },
      'indices[5]',
      'vertex-index-of',
    ],
    [
      'a negative index',
      { vertices, indices: changed(indices, 5, -1) },
      'indices[5]',
      'vertex-index-of',
    ],
    [
      'a fraction as index',
      { vertices, indices: changed(indices, 5, 0.5) },
      'indices[5]',
      'vertex-index-of',
    ],
    [
      'two indices a triangle',
      { vertices, indices: indices.slice(1) },
      'indices',
      'three-per-triangle',
    ],
    ['no triangles', { vertices, indices: [] }, 'indices', 'four-triangles'],
    ['nothing', { vertices: [] }, 'indices', 'four-triangles'],
    ['normals of other vertices', { vertices, indices, normals: [0, 0, 1] }, 'normals', 'count'],
    [
      'vertices far from the origin',
      moved({ vertices, indices }, ([x, y, z]) => [x + 1e6, y, z]),
      'vertices[0]',
      'number-from-to',
    ],
    [
      'vertices beyond single precision',
      moved({ vertices, indices }, ([x, y, z]) => [1e200 * x, y, z]),
      'vertices[',
      'number-from-to',
    ],
    ['a field that is not known', { vertices, indices, uvs: [] }, 'surface.uvs', 'one-of'],
  ])('%s', (_, surface, path, rule) => {
    const error = refusal(() => tetrahedralize(surface as Solid));
    expect(error.path.startsWith(path)).toBe(true);
    expect(error).toMatchObject({ rule });
  });

  test.each([0, -1, 0.5, nan, 201, Number.POSITIVE_INFINITY, '8', null])('%s cells', (cells) => {
    const error = refusal(() => tetrahedralize({ vertices, indices }, { cells } as never));
    expect(error.path).toBe('cells');
  });

  test('more than a million tetrahedra, with the number of cells that is possible', () => {
    const cube = box(1, 1, 1);
    const { parameters } = refusal(() => tetrahedralize(cube, { cells: 60 }));
    expect(parameters).toEqual({ high: 55 });
  });

  test('what is no surface, and no options', () => {
    for (const [kind, value] of badValues(makeWorld())) {
      const calls = {
        surface: () => tetrahedralize(value as never),
        vertices: () => tetrahedralize({ vertices: value, indices } as never),
        indices: () => tetrahedralize({ vertices: vertices.slice(1), indices: value } as never),
        normals: () =>
          tetrahedralize({ vertices: vertices.slice(1), indices, normals: value } as never),
        options: () => tetrahedralize({ vertices: [] }, value as never),
        fit: () => tetrahedralize({ vertices: [] }, { fit: value } as never),
        skin: () => skinVertices(value as never, [], []),
      };
      for (const [name, call] of Object.entries(calls))
        expect(refusal(call).message, `${name}: ${kind}`).not.toBe('');
    }
  });
});
