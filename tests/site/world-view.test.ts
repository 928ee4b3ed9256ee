import {
  Box3,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshNormalMaterial,
  Raycaster,
  SphereGeometry,
  Triangle,
  Vector3,
} from 'three';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Holonom, loadHolonom, type World } from '../../wasm/src/index.ts';
import { tetrahedralize } from '../../wasm/src/tetrahedra/index.ts';
import { WorldView } from '../../web/three/index.ts';

let holonom: Holonom;
let world: World;
beforeAll(async () => {
  holonom = await loadHolonom();
});
afterEach(() => world.dispose());

const ball = (x: number) => ({
  position: [x, 5, 0] as const,
  shape: { sphere: { radius: 0.5 } },
});

/** What a ray straight down at a place meets. */
function pickBelow(view: WorldView, x: number) {
  view.updateMatrixWorld(true);
  const raycaster = new Raycaster(new Vector3(x, 10, 0), new Vector3(0, -1, 0));
  raycaster.params.Line.threshold = 0.01;
  return view.pick(raycaster)?.picked;
}

test('bodies that are added are drawn and found, beyond any capacity, until they are removed', () => {
  world = holonom.createWorld();
  const view = new WorldView(world);
  const bodies = Array.from({ length: 100 }, (_, i) => world.addBody(ball(2 * i)));
  view.update();
  expect(pickBelow(view, 198)?.body).toBe(bodies[99]);
  world.remove(bodies[99] as (typeof bodies)[0]);
  view.update();
  expect(pickBelow(view, 198)).toBeUndefined();
  expect(pickBelow(view, 4)?.body).toBe(bodies[2]);
  view.dispose();
  expect(view.children).toEqual([]);
});

test('what is removed between two drawings is not asked for its state again', () => {
  world = holonom.createWorld();
  const grid = { size: [1, 1], segments: [2, 2] } as const;
  const [cloth, network] = [world.addCloth({ grid }), world.addSpringNetwork({ grid })];
  const view = new WorldView(world);
  world.remove(cloth);
  world.remove(network);
  view.capture();
  view.update();
  expect(pickBelow(view, 0)).toBeUndefined();
  view.dispose();
});

const tetrahedron = [-1, 0, -1, 1, 0, -1, 0, 0, 1, 0, 1, 0];
const shapes = {
  capsule: { capsule: { radius: 0.5, halfHeight: 1 } },
  hull: { hull: { points: tetrahedron } },
  cylinder: { cylinder: { radius: 0.5, halfHeight: 1 } },
  cone: { cone: { radius: 0.5, height: 1 } },
  ellipsoid: { ellipsoid: { radii: [0.5, 1, 0.3] } },
  mesh: { mesh: { vertices: tetrahedron, indices: [0, 2, 1] } },
  compound: {
    compound: {
      parts: [
        { position: [-0.3, 0, 0], shape: { sphere: { radius: 0.5 } } },
        { position: [0.3, 0, 0], shape: { hull: { points: tetrahedron } } },
      ],
    },
  },
} as const;

test.each(Object.entries(shapes))('a %s is drawn where it is', (name, shape) => {
  world = holonom.createWorld();
  const type = name === 'mesh' ? 'static' : 'dynamic';
  const add = (x: number) => world.addBody({ position: [x, 2, 0], shape, type });
  const [first, second] = [add(0), add(6)];
  const view = new WorldView(world);
  expect(pickBelow(view, 0.1)?.body).toBe(first);
  expect(pickBelow(view, 6.1)?.body).toBe(second);
  expect(pickBelow(view, 3.1)).toBeUndefined();
  first.position = [3, 2, 0];
  view.update();
  expect(pickBelow(view, 3.1)?.body).toBe(first);
  expect(pickBelow(view, 0.1)).toBeUndefined();
  world.remove(first);
  view.update();
  expect(pickBelow(view, 3.1)).toBeUndefined();
  expect(pickBelow(view, 6.1)?.body).toBe(second);
  view.dispose();
  expect(view.children).toEqual([]);
});

test('a capsule is drawn with its own proportions', () => {
  world = holonom.createWorld();
  world.addBody({
    position: [0, 2, 0],
    shape: shapes.capsule,
    rotation: { axisAngle: { axis: [0, 0, 1], angle: Math.PI / 2 } },
  });
  const view = new WorldView(world);
  // Lying along x, it ends at radius plus half height.
  expect(pickBelow(view, 1.45)).toBeDefined();
  expect(pickBelow(view, 1.55)).toBeUndefined();
  view.dispose();
});

/** Lying along x with its y axis, each is drawn from here to there. */
test.each([
  ['cylinder', -1, 1, 0.5],
  ['cone', -1, 0, 0.5],
  ['ellipsoid', -1, 1, 0.5],
] as const)('a %s is drawn as it collides', (name, from, to, high) => {
  world = holonom.createWorld();
  const body = world.addBody({
    position: [3, 2, 0],
    shape: shapes[name],
    rotation: { axisAngle: { axis: [0, 0, 1], angle: Math.PI / 2 } },
  });
  const view = new WorldView(world);
  view.updateMatrixWorld(true);
  const drawn = new Box3();
  const triangles: Triangle[] = [];
  for (const mesh of view.children) {
    if (!(mesh instanceof InstancedMesh) || mesh.count === 0) continue;
    const at = new Matrix4();
    mesh.getMatrixAt(0, at);
    const { position, normal } = mesh.geometry.attributes;
    const corner = (i: number) => new Vector3().fromBufferAttribute(position!, i).applyMatrix4(at);
    const order = mesh.geometry.index;
    const count = order?.count ?? position!.count;
    for (let i = 0; i < count; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => order?.getX(i + k) ?? i + k) as [
        number,
        number,
        number,
      ];
      const triangle = new Triangle(corner(a), corner(b), corner(c));
      if (triangle.getArea() > 1e-9) triangles.push(triangle);
      expect(normal!.getX(a) ** 2 + normal!.getY(a) ** 2 + normal!.getZ(a) ** 2).toBeCloseTo(1, 4);
    }
    for (let i = 0; i < position!.count; i++) drawn.expandByPoint(corner(i));
  }
  expect(triangles.length).toBeGreaterThan(90);
  expect(drawn.min.x).toBeCloseTo(3 + from, 2);
  expect(drawn.max.x).toBeCloseTo(3 + to, 2);
  expect(drawn.max.y).toBeCloseTo(2 + high, 2);
  // Middles of the triangles are on the shape, up to their chords; and they face outward.
  const middle = new Vector3();
  const outward = new Vector3();
  for (const triangle of triangles) {
    triangle.getMidpoint(middle);
    triangle.getNormal(outward);
    const start = middle.clone().addScaledVector(outward, 2);
    const hit = world.raycast(start.toArray(), outward.clone().negate().toArray());
    expect(hit?.body).toBe(body);
    expect(Math.abs((hit?.distance ?? 0) - 2)).toBeLessThan(0.03);
  }
  view.dispose();
});

test('cylinders, cones and ellipsoids show that they roll, and few are finer than many', () => {
  world = holonom.createWorld();
  const view = new WorldView(world);
  const meshes = () =>
    view.children.filter((it) => it instanceof InstancedMesh && it.count > 0) as InstancedMesh[];
  for (const shape of [shapes.cylinder, shapes.cone]) {
    const first = world.addBody({ shape });
    view.update();
    const [mesh] = meshes();
    const { uv } = mesh!.geometry.attributes;
    const wedges = Array.from({ length: uv!.count }, (_, i) => Math.floor(uv!.getX(i) * 6 + 60));
    // Corners of one triangle are of one tone; there are six wedges.
    for (let i = 0; i < wedges.length; i += 3) expect(new Set(wedges.slice(i, i + 3)).size).toBe(1);
    expect(new Set(wedges).size).toBe(6);
    for (let i = 0; i < 120; i++) world.addBody({ shape, position: [i, 0, 0] });
    view.update();
    const [many] = meshes();
    expect(many!.geometry.attributes.position!.count).toBeLessThan(uv!.count);
    for (const one of [...world.bodies]) one.remove();
    expect(first.alive).toBe(false);
  }
  view.dispose();
});

test('distance joints are drawn between their points', () => {
  world = holonom.createWorld();
  const bodyA = world.addBody(ball(0));
  const view = new WorldView(world);
  const before = view.children.length;
  const joint = world.addJoint({
    distance: { bodyA, anchorA: [0, 0.5, 0], anchorB: [3, 9.5, 0], mode: 'rope' },
  });
  view.update();
  const ties = view.children.find(
    (child) => child instanceof InstancedMesh && child.count === 1 && !child.instanceColor,
  ) as InstancedMesh;
  const matrix = new Matrix4();
  ties.getMatrixAt(0, matrix);
  const ends = [-0.5, 0.5].map((y) => new Vector3(0, y, 0).applyMatrix4(matrix).toArray());
  expect(ends.flat().map((x) => Math.round(1000 * x) / 1000)).toEqual([0, 5.5, 0, 3, 9.5, 0]);
  world.remove(joint);
  view.update();
  expect(view.children.length).toBe(before);
  view.dispose();
});

test('bodies that are not shown are neither drawn nor found', () => {
  world = holonom.createWorld();
  world.addBody({ ...ball(0), name: 'glass' });
  const shown = world.addBody(ball(3));
  const view = new WorldView(world, { shows: (body) => body.name !== 'glass' });
  expect(pickBelow(view, 0)).toBeUndefined();
  expect(pickBelow(view, 3)?.body).toBe(shown);
  view.dispose();
});

test('a particle of a cloth and a node of a network are found where they are', () => {
  world = holonom.createWorld();
  const grid = { size: [1, 1], segments: [2, 2] } as const;
  const cloth = world.addCloth({ grid, position: [0, 1, 0] });
  const springNetwork = world.addSpringNetwork({ grid, position: [4, 1, 0] });
  const view = new WorldView(world);
  const particle = pickBelow(view, 0.45);
  expect(particle?.cloth).toBe(cloth);
  expect(particle?.point).toBe(5);
  const node = pickBelow(view, 4.45);
  expect(node?.springNetwork).toBe(springNetwork);
  expect(node?.point).toBe(5);
  expect(view.objectAt({ object: view } as unknown as Intersection)).toBeUndefined();
  view.dispose();
});

test('half way between two steps the drawing is half way', () => {
  world = holonom.createWorld({ gravity: [0, 0, 0] });
  world.addBody({ ...ball(0), linearVelocity: [6, 0, 0] });
  const view = new WorldView(world);
  view.capture();
  world.step(1);
  view.update(0.5);
  expect(pickBelow(view, 3)?.body).toBeDefined();
  expect(pickBelow(view, 6)).toBeUndefined();
  view.update();
  expect(pickBelow(view, 6)?.body).toBeDefined();
  view.dispose();
});

test('meshes of cloths are made anew only for new cloths', () => {
  world = holonom.createWorld();
  const grid = { size: [1, 1], segments: [2, 2] } as const;
  const first = world.addCloth({ grid });
  const view = new WorldView(world);
  const before = [...view.children];
  world.step(1 / 60);
  view.update();
  expect(view.children).toEqual(before);
  first.remove();
  world.addCloth({ grid });
  view.update();
  expect(view.children.length).toBe(before.length);
  expect(view.children).not.toEqual(before);
  view.dispose();
});

test('rods are drawn as cylinders of their radius, and found', () => {
  world = holonom.createWorld();
  const view = new WorldView(world);
  const rod = world.addRod({ length: 2, segments: 4, radius: 0.1, position: [5, 3, 0] });
  view.update();
  expect(pickBelow(view, 4.25)).toEqual({ rod, point: 0 });
  expect(pickBelow(view, 5.75)).toEqual({ rod, point: 3 });
  const counts = view.children.map((it) => (it instanceof InstancedMesh ? it.count : 0));
  expect(counts).toContain(4);
  const { min, max } = new Box3().setFromObject(view);
  expect([min.x, max.x, max.y, max.z].map((at) => Math.round(100 * at) / 100)).toEqual([
    4, 6, 3.1, 0.1,
  ]);
  rod.remove();
  view.update();
  expect(pickBelow(view, 4.25)).toBeUndefined();
  view.dispose();
});

test('soft bodies are drawn as the surfaces skinned to them', () => {
  world = holonom.createWorld({ gravity: [0, -4, 0] });
  const geometry = new SphereGeometry(1, 12, 8);
  const { position: points, normal: normals } = geometry.attributes;
  const { tetrahedra, skin } = tetrahedralize({
    vertices: points!.array,
    indices: geometry.index!.array,
    normals: normals!.array,
  });
  const [first, second, plain] = [0, 5, 10].map((x) =>
    world.addSoftBody({ tetrahedra, position: [x, 2, 0] }),
  );
  const material = new MeshNormalMaterial();
  const view = new WorldView(world, {
    skins: (softBody) => (softBody === plain ? undefined : { geometry, material, skin }),
  });
  const meshes = view.children.filter(
    (it): it is Mesh => it instanceof Mesh && it.material === material,
  );
  expect(meshes.length).toBe(2);
  /** Largest distance of the vertices of the second mesh from those of the geometry, moved. */
  const distance = (name: string, [x = 0, y = 0]: number[]) => {
    const [now, rest] = [meshes[1]!.geometry, geometry].map((it) => it.getAttribute(name));
    return Math.max(
      ...Array.from({ length: rest!.count }, (_, i) =>
        Math.hypot(
          now!.getX(i) - rest!.getX(i) - x,
          now!.getY(i) - rest!.getY(i) - y,
          now!.getZ(i) - rest!.getZ(i),
        ),
      ),
    );
  };
  expect(distance('position', [5, 2])).toBeLessThan(1e-5);
  expect(distance('normal', [])).toBeLessThan(1e-5);
  const picked = pickBelow(view, 5.1);
  expect(picked?.softBody).toBe(second);
  expect(picked?.point).toBeLessThan(second!.count);
  expect(pickBelow(view, 10.1)?.softBody).toBe(plain);
  view.capture();
  world.step(0.5);
  const fall = 2 - Math.min(...[...second!.positions].filter((_, i) => i % 3 === 1)) - 1;
  view.update(0.5);
  expect(distance('position', [5, 2 - fall / 2])).toBeLessThan(1e-2);
  first!.remove();
  view.update();
  expect(view.children).not.toContain(meshes[0]);
  expect(view.children).toContain(meshes[1]);
  view.dispose();
  expect(view.children).toEqual([]);
});

test('surfaces that do not fit a soft body are refused', () => {
  world = holonom.createWorld();
  const geometry = new SphereGeometry(1, 8, 6);
  const surface = {
    vertices: geometry.attributes.position!.array,
    indices: geometry.index!.array,
  };
  const { tetrahedra, skin } = tetrahedralize(surface);
  world.addSoftBody({ tetrahedra });
  const material = new MeshNormalMaterial();
  const other = tetrahedralize(surface, { cells: 3 }).skin;
  for (const [look, path] of [
    [{}, 'skins'],
    [{ geometry, material }, 'skins'],
    [{ geometry, material, skin: other }, 'skins.skin.particleCount'],
    [
      { geometry: new SphereGeometry(), material, skin },
      'skins.geometry.attributes.position.count',
    ],
  ] as const)
    expect(() => new WorldView(world, { skins: () => look as never })).toThrow(
      expect.objectContaining({ name: 'HolonomError', path }),
    );
});
