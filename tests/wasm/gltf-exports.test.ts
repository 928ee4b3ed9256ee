// holonom/gltf: whole scenes as exporters write them, played for a while.
import { type GltfFile, readGltf } from 'holonom/gltf';
import { expect, test } from 'vitest';
import { makeWorld, run } from './fixture';

const physics = 'KHR_physics_rigid_bodies';
const still = { rotation: [0, 0, 0, 1], translation: [0, 0, 0] };
const withPhysics = (fields: object) => ({ extensions: { [physics]: fields } });

/** A box from -1 to 1 as a mesh with a normal for each corner of a face, so each point is there three times. */
function boxMesh() {
  const points = [0, 1, 2].flatMap(() =>
    Array.from({ length: 8 }, (_, i) => [i & 1, i & 2, i & 4].map((bit) => (bit ? 1 : -1))),
  );
  const bytes = new Uint8Array(new Float32Array(points.flat()).buffer);
  const uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`;
  return {
    buffers: [{ byteLength: bytes.length, uri }],
    bufferViews: [{ buffer: 0, byteLength: bytes.length, byteOffset: 0, target: 34962 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 24, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ name: 'Gray' }],
  };
}

/** The bodies of a file after so many seconds, and what was said of it. */
function played(file: GltfFile, seconds: number) {
  const { scene, notes } = readGltf(file);
  const world = makeWorld();
  world.load(scene);
  const entered: string[] = [];
  world.on('sensorEnter', ({ sensor }) => entered.push(sensor.name));
  run(world, seconds);
  return { world, notes, entered, body: (i: number) => world.bodies.at(i)! };
}

test('a modeling program: hulls in nodes outside the scene, a sensor, lights and cameras', () => {
  const surface = { physicsMaterial: 0, collisionFilter: 0 };
  const hullOf = (node: number) => ({ geometry: { convexHull: true, node } });
  const { body, entered, notes } = played(
    {
      asset: { generator: 'a modeling program', version: '2.0' },
      extensionsUsed: ['KHR_lights_punctual', 'KHR_implicit_shapes', physics],
      extensionsRequired: ['KHR_lights_punctual'],
      extensions: {
        KHR_lights_punctual: { lights: [{ type: 'point', color: [1, 1, 1], intensity: 54 }] },
        KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [40, 4, 40] } }] },
        [physics]: {
          physicsMaterials: [{ staticFriction: 0.5, dynamicFriction: 0.5, restitution: 0 }],
          collisionFilters: [{ collisionSystems: ['System_0'], collideWithSystems: ['System_0'] }],
        },
      },
      scene: 0,
      scenes: [{ nodes: [0, 1, 2, 4, 7] }],
      nodes: [
        { name: 'Light', extensions: { KHR_lights_punctual: { light: 0 } } },
        { name: 'Camera', camera: 0, translation: [0, 3, 9] },
        {
          name: 'Floor',
          scale: [0.25, 0.25, 0.25],
          translation: [0, -0.5, 0],
          ...withPhysics({ collider: { geometry: { shape: 0 }, ...surface } }),
        },
        { name: 'physicsMeshDataNode', mesh: 0, ...still },
        {
          name: 'Cube',
          mesh: 0,
          translation: [0, 6, 0],
          ...withPhysics({ motion: { mass: 1 }, collider: { ...hullOf(3), ...surface } }),
        },
        { name: 'physicsMeshDataNode', mesh: 0, ...still },
        {
          name: 'Gate',
          mesh: 0,
          rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
          translation: [0, 3, 0],
          ...withPhysics({ trigger: { ...hullOf(5), collisionFilter: 0 } }),
        },
        { name: 'Triggers', children: [6] },
      ],
      ...boxMesh(),
    },
    2,
  );
  expect(notes).toEqual([]);
  expect(entered).toEqual(['Gate']);
  // The box of two meters lies on the floor's top, at 0.
  expect(body(1).position[1]).toBeCloseTo(1, 1);
});

test('a generator of tests: boxes of the default size, a hinge and a driven slider between children', () => {
  const box = { collider: { geometry: { shape: 0 } } };
  const turned = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
  const joint = (connectedNode: number, index: number) =>
    withPhysics({ joint: { connectedNode, joint: index } });
  const { world, body, notes } = played(
    {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_implicit_shapes', physics],
      extensionsRequired: ['KHR_implicit_shapes', physics],
      extensions: {
        KHR_implicit_shapes: { shapes: [{ type: 'box', box: {} }] },
        [physics]: {
          physicsJoints: [
            {
              limits: [
                { min: 0, max: 0, linearAxes: [0, 1, 2] },
                { min: 0, max: 0, angularAxes: [0, 2] },
              ],
            },
            {
              limits: [
                { min: 0, max: 0, linearAxes: [0, 2] },
                { min: 0, max: 0, angularAxes: [0, 1, 2] },
                { min: -2, max: 2, linearAxes: [1] },
              ],
              drives: [
                {
                  type: 'linear',
                  mode: 'acceleration',
                  axis: 1,
                  positionTarget: 2,
                  velocityTarget: 0,
                  stiffness: 400,
                  damping: 20,
                },
              ],
            },
          ],
        },
      },
      nodes: [
        { children: [1], ...withPhysics(box) },
        { translation: [0.5, -0.5, 0.5], ...turned, ...joint(2, 0) },
        { translation: [0.5, 0.5, 0.5], ...turned },
        { children: [2], translation: [0, -1, 0], ...withPhysics({ motion: {}, ...box }) },
        { children: [5], translation: [9, 0, 0], ...withPhysics(box) },
        joint(6, 1),
        {},
        {
          children: [6],
          translation: [9, 2, 0],
          ...withPhysics({ motion: { mass: 1, inertiaDiagonal: [0, 0, 0] }, ...box }),
        },
      ],
    },
    3,
  );
  expect([...world.joints].map(({ type }) => type)).toEqual(['hinge', 'prismatic']);
  expect(notes.join()).toContain('an infinite moment becomes');
  // The hinge lies along z through one edge: the box swings about it and comes out of the plane of neither side.
  const [x, y, z] = body(1).position;
  expect(Math.hypot(x - 0.5, y + 0.5)).toBeCloseTo(Math.SQRT1_2, 2);
  expect(z).toBeCloseTo(0, 3);
  // Held by 400 N/m for each kilogram, less what gravity stretches it.
  expect(body(3).position[1]).toBeCloseTo(2 - 9.81 / 400, 2);
});

test('other names of physics are said not to be read', () => {
  const nodes = [{ extensions: { KHR_rigid_bodies: { motion: { mass: 1 } } } }];
  const { notes, scene } = readGltf({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_collision_shapes', 'KHR_rigid_bodies'],
    nodes,
  });
  expect(scene.bodies).toEqual([]);
  expect(notes).toEqual(['extensionsUsed[1]: KHR_rigid_bodies is not read']);
});
