// Shapes made from geometries: a body collides where its object is drawn.
import type { ShapeDescription } from 'holonom';
import { shapeFrom } from 'holonom/three';
import {
  BatchedMesh,
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Line,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  SkinnedMesh,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { makeWorld, refusal } from './fixture';
import { Seeded } from './seeded';

const material = new MeshBasicMaterial();

/** All vertices of an object, in world axes. */
function verticesIn(object: Object3D): Vector3[] {
  const vertices: Vector3[] = [];
  object.updateWorldMatrix(true, true);
  object.traverse((child) => {
    if (!(child instanceof Mesh)) return;
    const { position } = child.geometry.attributes;
    for (let i = 0; i < position.count; i++)
      vertices.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(child.matrixWorld));
  });
  return vertices;
}

/** A static body with a shape from an object, in the pose of the object; the distances at which rays hit it. */
function collider(object: Object3D, kind: 'hull' | 'box' | 'sphere' | 'mesh') {
  const world = makeWorld();
  const body = world.addBody({
    type: 'static',
    shape: shapeFrom(object, { kind }),
    position: object.getWorldPosition(new Vector3()),
    rotation: object.getWorldQuaternion(new Quaternion()),
  });
  const distance = (from: Vector3, along: Vector3) =>
    world.raycast(from, along)?.distance ?? Number.POSITIVE_INFINITY;
  return { world, body, distance };
}

/** Rays from all around to near a point. */
function* rays(random: Seeded, object: Object3D, count: number) {
  const bounds = new Box3().setFromPoints(verticesIn(object));
  const [center, size] = [bounds.getCenter(new Vector3()), bounds.getSize(new Vector3()).length()];
  for (let i = 0; i < count; i++) {
    const along = random.vector(1).normalize();
    const aim = random.vector(0.3 * size).add(center);
    yield { from: aim.addScaledVector(along, -3 * size), along };
  }
}

const seeds = [...Array(16).keys()];

/** A solid object in random groups: moved, turned, scaled unevenly and mirrored. */
const solids = [
  () => new BoxGeometry(1, 2, 0.5, 2, 1, 1).translate(0.3, 0, 1),
  () => new IcosahedronGeometry(1, 1),
  () => new ConeGeometry(1, 2, 12),
  () => new BoxGeometry(0.7, 1, 2).toNonIndexed(),
];

test.each(seeds)('hulls and meshes are hit where the object is drawn, seed %i', (seed) => {
  const random = new Seeded(seed);
  const make = solids[seed % solids.length]!;
  const object = random.nest(random.place(new Mesh(make(), material)), new Group());
  object.updateWorldMatrix(true, true);
  const raycaster = new Raycaster();
  const made = [collider(object, 'hull'), collider(object, 'mesh')];
  let [hits, grazing] = [0, 0];
  for (const { from, along } of rays(random, object, 60)) {
    raycaster.set(from, along);
    const drawn = raycaster.intersectObject(object)[0]?.distance ?? Number.POSITIVE_INFINITY;
    if (drawn < Number.POSITIVE_INFINITY) hits++;
    for (const { distance } of made) {
      const found = distance(from, along);
      if (found === drawn || Math.abs(found - drawn) < 1e-3 * (1 + drawn)) continue;
      expect([found, drawn], `seed ${seed}`).toContain(Number.POSITIVE_INFINITY);
      grazing++;
    }
  }
  expect(hits).toBeGreaterThan(15);
  // A ray along an edge may hit one and miss the other.
  expect(grazing).toBeLessThan(3);
});

/** A tree of meshes, with a line and an empty group in it. */
function tree(random: Seeded): Group {
  const root = random.place(new Group());
  for (const geometry of [
    new BoxGeometry(1, 1, 1),
    new SphereGeometry(0.5, 8, 6),
    new TorusKnotGeometry(0.5, 0.2, 24, 5),
    new CapsuleGeometry(0.3, 0.6, 3, 6).toNonIndexed(),
  ])
    random.nest(random.place(new Mesh(geometry, material)), root);
  const far = new BufferGeometry().setFromPoints([new Vector3(99, 0, 0), new Vector3()]);
  root.add(new Line(far), new Group());
  return root;
}

const partOf = ({ compound, ...shape }: ShapeDescription) => {
  const part = compound?.parts[0];
  return {
    ...shape,
    ...part?.shape,
    position: new Vector3(...((part?.position ?? [0, 0, 0]) as [number, number, number])),
  };
};

test.each(seeds)(
  'boxes and spheres contain all meshes of an object and touch them, seed %i',
  (seed) => {
    const random = new Seeded(100 + seed);
    const object = random.nest(tree(random), new Group());
    const { body } = collider(object, 'box');
    const rotation = new Quaternion(...body.rotation).invert();
    const vertices = verticesIn(object).map((vertex) =>
      vertex.sub(new Vector3(...body.position)).applyQuaternion(rotation),
    );
    const bounds = new Box3().setFromPoints(vertices);
    const box = partOf(shapeFrom(object, { kind: 'box' }));
    const half = new Vector3(...(box.box!.halfExtents as [number, number, number]));
    expect(box.position.clone().sub(half).distanceTo(bounds.min)).toBeLessThan(1e-4);
    expect(box.position.clone().add(half).distanceTo(bounds.max)).toBeLessThan(1e-4);
    const sphere = partOf(shapeFrom(object, { kind: 'sphere' }));
    const farthest = Math.max(...vertices.map((vertex) => vertex.distanceTo(sphere.position)));
    expect(sphere.sphere!.radius).toBeCloseTo(farthest, 4);
    const { mesh } = shapeFrom(object, { kind: 'mesh' });
    expect(
      new Box3().setFromArray(mesh!.vertices as Float32Array).min.distanceTo(bounds.min),
    ).toBeLessThan(1e-4);
    // A mesh of all children is accepted, whatever its triangles without area.
    collider(object, 'mesh');
    const { points } = shapeFrom(object, { kind: 'hull' }).hull!;
    expect(points.length).toBe(3 * vertices.length);
  },
);

test('a shape about the origin is plain, another is a compound of one part', () => {
  const plain = new BoxGeometry(1, 2, 3);
  expect(shapeFrom(plain, { kind: 'box' })).toEqual({ box: { halfExtents: [0.5, 1, 1.5] } });
  const { sphere } = shapeFrom(new SphereGeometry(2), { kind: 'sphere' });
  expect(sphere!.radius).toBeCloseTo(2, 6);
  expect(shapeFrom(plain.translate(0, 1, 0), { kind: 'box' })).toEqual({
    compound: { parts: [{ position: [0, 1, 0], shape: { box: { halfExtents: [0.5, 1, 1.5] } } }] },
  });
  // A body of it has its mass there.
  const body = makeWorld().addBody({ shape: shapeFrom(plain, { kind: 'box' }) });
  expect(body.massProperties.center).toEqual([0, 1, 0]);
});

test('an object counts at its scale in the world, a geometry as it is', () => {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), material);
  mesh.scale.setScalar(3);
  mesh.position.set(7, 7, 7);
  const group = new Group().add(mesh);
  group.scale.set(1, 2, 1);
  expect(shapeFrom(mesh, { kind: 'box' })).toEqual({ box: { halfExtents: [1.5, 3, 1.5] } });
  expect(shapeFrom(mesh.geometry, { kind: 'box' })).toEqual({
    box: { halfExtents: [0.5, 0.5, 0.5] },
  });
});

test('interleaved and normalized positions are read', () => {
  const packed = new InterleavedBuffer(new Float32Array([9, -1, -1, -1, 9, 1, 1, 1]), 4);
  const interleaved = new BufferGeometry().setAttribute(
    'position',
    new InterleavedBufferAttribute(packed, 3, 1),
  );
  expect(shapeFrom(interleaved, { kind: 'box' })).toEqual({ box: { halfExtents: [1, 1, 1] } });
  const small = new Int8Array([-127, -127, -127, 127, 127, 127]);
  const normalized = new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(small, 3, true),
  );
  expect(shapeFrom(normalized, { kind: 'box' })).toEqual({ box: { halfExtents: [1, 1, 1] } });
});

test('triangles without area are left out of a mesh', () => {
  const geometry = new PlaneGeometry(1, 1);
  geometry.setIndex([0, 1, 1, ...geometry.index!.array, 2, 3]);
  const { mesh } = shapeFrom(geometry, { kind: 'mesh' });
  expect([...(mesh!.indices as Uint32Array)]).toEqual([0, 2, 1, 2, 3, 1]);
  makeWorld().addBody({ type: 'static', shape: { mesh: mesh! } });
});

test('what makes no shape is refused with what it lacks', () => {
  const points = (...numbers: number[]) =>
    new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(new Float32Array(numbers), 3),
    );
  const flat = new Mesh(new BoxGeometry(1, 1, 1), material);
  flat.scale.x = 0;
  const box = new BoxGeometry(1, 1, 1);
  for (const [source, kind, path, code, rule] of [
    [new BufferGeometry(), 'hull', 'source', 'geometry', 'four-points'],
    [new BufferGeometry(), 'box', 'source', 'geometry', 'points-apart'],
    [new BufferGeometry(), 'mesh', 'source', 'geometry', 'one-triangle'],
    [new Group(), 'sphere', 'source', 'geometry', 'points-apart'],
    [points(1, 2, 3), 'sphere', 'source', 'geometry', 'points-apart'],
    [points(0, 0, 0, 1, 0, 0, 0, 1, 0), 'hull', 'source', 'geometry', 'four-points'],
    [points(0, 0, 0, 1, 0, 0, 2, 0, 0), 'mesh', 'source', 'geometry', 'one-triangle'],
    [new PlaneGeometry(), 'box', 'source', 'geometry', 'points-not-in-plane'],
    [
      points(0, 0, 0, 0, Number.NaN, 0),
      'box',
      'source.attributes.position[1].y',
      'finite',
      'finite-number',
    ],
    [flat, 'box', 'source.scale', 'range', 'scale-not-zero'],
    [new SkinnedMesh(box, material), 'box', 'source.isSkinnedMesh', 'geometry', 'plain-mesh'],
    [
      new Group().add(new InstancedMesh(box, material, 2)),
      'hull',
      'source.isInstancedMesh',
      'geometry',
      'plain-mesh',
    ],
    [
      new BatchedMesh(1, 24, 36, material),
      'mesh',
      'source.isBatchedMesh',
      'geometry',
      'plain-mesh',
    ],
    [box, 'capsule', 'kind', 'type', 'one-word'],
    [material, 'box', 'source', 'type', 'geometry-or-object'],
  ] as const)
    expect(
      refusal(() => shapeFrom(source as BufferGeometry, { kind: kind as 'box' })),
      path,
    ).toMatchObject({
      path,
      code,
      rule,
    });
  expect(refusal(() => shapeFrom(box, { kind: 'box', scale: 2 } as never))).toMatchObject({
    code: 'unknown-field',
    path: 'scale',
  });
  const coplanar = shapeFrom(new PlaneGeometry(), { kind: 'hull' });
  expect(refusal(() => makeWorld().addBody({ shape: coplanar }))).toMatchObject({
    rule: 'points-not-in-plane',
  });
});
