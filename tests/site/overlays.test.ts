// What is drawn over the picture: forces as arrows, strain and islands as colors.
import { Color, type InstancedMesh, type Mesh, type Object3D } from 'three';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Holonom, loadHolonom, type World } from '../../wasm/src/index.ts';
import { actingForces } from '../../web/three/acting-forces.ts';
import { forceText } from '../../web/three/force-labels.ts';
import { WorldView } from '../../web/three/index.ts';
import { islandsOf } from '../../web/three/islands.ts';
import { RoundScale } from '../../web/three/round-scale.ts';
import { particleStrain, restLengthsOf, springStrain } from '../../web/three/strain.ts';

let holonom: Holonom;
let world: World;
beforeAll(async () => {
  holonom = await loadHolonom();
});
afterEach(() => world?.dispose());

const settle = (steps = 120): void => {
  for (let i = 0; i < steps; i++) world.step(1 / 60);
};
const ground = { type: 'static', shape: { plane: {} } } as const;
const cube = { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } }, density: 100 } as const;

test('two crates carry their weights, each shown where it is held up', () => {
  world = holonom.createWorld();
  world.addBody(ground);
  const lower = world.addBody({ ...cube, position: [0, 0.5, 0] });
  world.addBody({ ...cube, position: [0, 1.5, 0] });
  settle();
  const forces = actingForces(world).sort((a, b) => a.at.y - b.at.y);
  expect(forces.map(({ kind }) => kind)).toEqual(['contact', 'contact']);
  const weight = lower.mass * 9.81;
  expect(forces[0]?.force.y).toBeCloseTo(2 * weight, -1);
  expect(forces[1]?.force.y).toBeCloseTo(weight, -1);
  expect(forces[0]?.at.y).toBeCloseTo(0, 2);
  expect(forces[1]?.at.y).toBeCloseTo(1, 2);
});

test('what hangs on a joint is pulled up by its weight, at the joint', () => {
  world = holonom.createWorld();
  const bodyA = world.addBody({ ...cube, position: [2, 3, 0] });
  world.addJoint({ ball: { bodyA, anchor: [2, 4, 0] } });
  settle(30);
  const [acting] = actingForces(world);
  expect(acting?.kind).toBe('joint');
  expect(acting?.force.y).toBeCloseTo(bodyA.mass * 9.81, 0);
  expect(acting?.at.toArray().map((x) => Math.round(100 * x) / 100)).toEqual([2, 4, 0]);
});

test('what hangs on a tie or a seam shows its weight there', () => {
  world = holonom.createWorld();
  const still = { drag: 0, damping: 3 };
  const vertices = [0, -1, -1, -2].flatMap((y) => [0, y, 0, 0.5, y, 0]);
  const strips = world.addCloth({
    mesh: { vertices, indices: [0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7] },
    seams: [{ first: [2, 3], second: [4, 5] }],
    mass: 2,
    ...still,
  });
  world.addAttachment({ cloth: strips, point: 0 });
  world.addAttachment({ cloth: strips, point: 1 });
  const body = world.addBody({ shape: { sphere: { radius: 0.1 } }, mass: 3, position: [0, -2, 0] });
  world.addAttachment({ cloth: strips, point: 6, body });
  settle(480);
  const forces = actingForces(world);
  expect(new Set(forces.map(({ kind }) => kind))).toEqual(new Set(['tie']));
  const lift = (height: number) =>
    forces
      .filter(({ at }) => Math.abs(at.y - height) < 0.05)
      .reduce((sum, { force }) => sum + force.y, 0);
  expect(lift(0), 'everything').toBeCloseTo(5 * 9.81, 0);
  expect(Math.abs(lift(-1)), 'the lower strip and the ball').toBeCloseTo(4 * 9.81, 0);
  expect(lift(-2), 'the ball, which is held up').toBeCloseTo(3 * 9.81, 0);
});

test('arrows are drawn while they are switched on, with a round scale', () => {
  world = holonom.createWorld();
  world.addBody(ground);
  for (let x = 0; x < 40; x++) world.addBody({ ...cube, position: [2 * x, 0.5, 0] });
  settle(60);
  const view = new WorldView(world);
  const shown = (): InstancedMesh[] => {
    const found: InstancedMesh[] = [];
    view.traverseVisible((object: Object3D) => {
      const mesh = object as InstancedMesh;
      if (mesh.isInstancedMesh && mesh.renderOrder === 12) found.push(mesh);
    });
    return found;
  };
  expect(shown()).toEqual([]);
  view.overlays.forces = true;
  view.update();
  expect(shown().map(({ count }) => count)).toEqual([40, 40]);
  expect(String(view.newtonsPerMeter)).toMatch(/^[125]0*$/);
  view.overlays.forces = false;
  view.update();
  expect(shown()).toEqual([]);
  view.dispose();
});

test('a scale follows its quantity in round numbers, and stays while that changes little', () => {
  const scale = new RoundScale();
  scale.fit(0);
  expect(scale.unit).toBe(0);
  scale.fit(98);
  expect(scale.unit).toBe(200);
  scale.fit(60);
  scale.fit(150);
  expect(scale.unit).toBe(200);
  scale.fit(1200);
  expect(scale.unit).toBe(2000);
  expect([0.123, 9.81, 981, 12_345].map(forceText)).toEqual(['0.12 N', '9.8 N', '981 N', '12 kN']);
});

test('a rod has the strain of its segments, however it lies', () => {
  world = holonom.createWorld();
  const rod = world.addRod({ length: 1, segments: 2, rotation: [0, 0, 0.6, 0.8] });
  const { positions } = rod;
  rod.positions = positions.map((at, i) =>
    i < 6 ? at : at + 0.1 * (at - (positions[i - 3] ?? 0)),
  );
  expect([...particleStrain(rod)].map((x) => Math.abs(x).toFixed(3))).toEqual([
    '0.000',
    '0.100',
    '0.100',
  ]);
});

test('a spring pulled to one and a half times its length has a strain of a half', () => {
  world = holonom.createWorld({ gravity: [0, 0, 0] });
  const network = world.addSpringNetwork({
    lists: { positions: [0, 0, 0, 1.5, 0, 0, 1.5, 0.8, 0], springs: [0, 1, 1, 2] },
    restLengths: [1, 1],
    pins: [0, 1, 2],
  });
  const strains = springStrain(network, restLengthsOf(network));
  expect([...strains].map((x) => Math.round(100 * x) / 100)).toEqual([0.5, -0.2]);
});

const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
test.each([
  ['grid', { grid: { size: [2, 1], segments: [4, 3] }, pins: ['left'] }],
  ['mesh', { mesh: { vertices: tetrahedron, indices: [0, 1, 2, 0, 2, 3] }, pins: [0] }],
  ['tetrahedra', { tetrahedra: { vertices: tetrahedron, indices: [0, 1, 2, 3] }, pins: [0] }],
  ['list', { lists: { positions: tetrahedron, springs: [0, 1, 1, 2, 2, 3] }, pins: [0] }],
] as const)(
  'springs of a %s are at rest as they were made, and the largest strain is the core’s',
  (_, net) => {
    world = holonom.createWorld();
    const network = world.addSpringNetwork({ ...net, position: [1, 2, 3], stiffness: 20 });
    const strains = () => springStrain(network, restLengthsOf(network));
    expect(Math.max(...strains().map(Math.abs))).toBeLessThan(1e-6);
    settle(20);
    const largest = strains().reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    expect(largest).toBeCloseTo(network.diagnostics.largestStrain, 5);
    expect(Math.abs(largest)).toBeGreaterThan(1e-3);
  },
);

test.each([
  ['edges', {}],
  ['threads', { strain: { warpCompliance: 1e-3, weftCompliance: 1e-3, shearCompliance: 1e-3 } }],
])('the strain of a cloth held by %s is what its particles are apart', (_, held) => {
  world = holonom.createWorld({ gravity: [0, 0, 0] });
  const cloth = world.addCloth({
    grid: { size: [1, 1], segments: [1, 1] },
    stretchCompliance: 1e-3,
    pins: 'left right'.split(' ') as ['left', 'right'],
    ...held,
  });
  expect(Math.max(...particleStrain(cloth).map(Math.abs))).toBeLessThan(1e-6);
  const described = cloth.describe();
  const wide = Array.from(cloth.positions, (x, i) => (i % 3 === 0 ? 1.02 * x : x));
  cloth.remove();
  const stretched = world.addCloth({ ...described, positions: wide });
  for (const strain of particleStrain(stretched)) expect(strain).toBeCloseTo(0.02, 3);
});

test('a cloth shows its strain, and its own colors again', () => {
  world = holonom.createWorld();
  const cloth = world.addCloth({
    grid: { size: [1, 1], segments: [4, 4] },
    stretchCompliance: 1e-3,
    pins: ['corners'],
  });
  settle(30);
  const view = new WorldView(world);
  const mesh = view.children.find(
    (child) => (child as Mesh).geometry?.attributes.position?.count === cloth.count,
  ) as Mesh;
  const material = mesh.material as unknown as {
    vertexColors: boolean;
    map: unknown;
    color: Color;
  };
  const own = { color: material.color.getHex(), map: material.map };
  view.overlays.strain = true;
  view.update();
  expect(material.vertexColors).toBe(true);
  expect(mesh.geometry.attributes.color?.count).toBe(cloth.count);
  expect(view.largestStrain).toBeGreaterThan(0);
  view.overlays.strain = false;
  view.update();
  expect(material.vertexColors).toBe(false);
  expect({ color: material.color.getHex(), map: material.map }).toEqual(own);
  view.dispose();
});

test('bodies that touch or are joined share an island, and its color', () => {
  world = holonom.createWorld();
  world.addBody(ground);
  const [a, b, c, d] = [
    [0, 0.5],
    [0, 1.5],
    [4, 0.5],
    [8, 0.5],
  ].map(([x, y]) => world.addBody({ ...cube, position: [x as number, y as number, 0] }));
  if (!a || !b || !c || !d) throw new Error('four bodies were added');
  world.addJoint({ distance: { bodyA: c, bodyB: d } });
  settle(10);
  const leaders = islandsOf(world);
  expect([a, b, c, d].map(({ id }) => leaders.get(id))).toEqual([a.id, a.id, c.id, c.id]);
  expect(new Set(leaders.values()).size).toBe(world.statistics.islands);

  const view = new WorldView(world);
  const boxes = view.children.find(
    (child) => (child as InstancedMesh).isInstancedMesh && (child as InstancedMesh).count === 4,
  ) as InstancedMesh;
  const colors = () =>
    [0, 1, 2, 3].map((i) => {
      const color = new Color();
      boxes.getColorAt(i, color);
      return color.getHexString();
    });
  const own = colors();
  view.overlays.islands = true;
  view.update();
  const tinted = colors();
  expect([tinted[0] === tinted[1], tinted[2] === tinted[3]]).toEqual([true, true]);
  expect(tinted[0]).not.toBe(tinted[2]);
  view.overlays.islands = false;
  view.update();
  expect(colors()).toEqual(own);
  view.dispose();
});
