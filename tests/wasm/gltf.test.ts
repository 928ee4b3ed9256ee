// holonom/gltf: what is written of a world is read back as the same bodies and joints.
import type { Body, BodyDescription, JointDescription, World } from 'holonom';
import { readGltf, writeGltf } from 'holonom/gltf';
import { describe, expect, test } from 'vitest';
import { distance, makeWorld, run } from './fixture';
import { refusal } from './refusal';

/** Numbers to 5 decimals and 6 digits: single precision, turned into other axes and back. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) =>
      typeof part === 'number' ? Number((Math.round(part * 1e5) / 1e5).toPrecision(6)) + 0 : part,
    ),
  );

function throughGltf(world: World): {
  copy: World;
  notes: readonly string[];
  lost: readonly string[];
} {
  const { file, notes: lost } = writeGltf(world);
  const { scene, notes } = readGltf(file);
  const copy = makeWorld();
  copy.load(scene);
  return { copy, notes, lost };
}

const bodiesOf = (world: World) =>
  world.save().bodies?.map(({ density: _, mass: __, ...body }, i) => {
    const { mass, center, principalMoments } = world.bodies.at(i)!.massProperties;
    return { ...body, mass, center, principalMoments };
  });

const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const turned = { axisAngle: { axis: [1, 2, 3], angle: 1 } } as const;

const bodies: Record<string, BodyDescription> = {
  'a sphere': { shape: { sphere: { radius: 0.3 } } },
  'a box that is turned': {
    position: [1, 2, 3],
    rotation: turned,
    shape: { box: { halfExtents: [0.1, 0.2, 0.3] } },
  },
  'a capsule': { shape: { capsule: { radius: 0.2, halfHeight: 0.4 } } },
  'a cylinder': { rotation: turned, shape: { cylinder: { radius: 0.2, halfHeight: 0.4 } } },
  'a cone': {
    position: [1, 2, 3],
    rotation: turned,
    shape: { cone: { radius: 0.3, height: 0.7 } },
  },
  'an ellipsoid': { rotation: turned, shape: { ellipsoid: { radii: [0.1, 0.2, 0.3] } } },
  'a static cylinder': {
    type: 'static',
    rotation: turned,
    shape: { cylinder: { radius: 0.2, halfHeight: 0.4 } },
  },
  'a static ellipsoid': {
    type: 'static',
    position: [0, 1, 0],
    rotation: turned,
    shape: { ellipsoid: { radii: [0.1, 0.2, 0.3] } },
  },
  'a sensor that is a cone and moves': {
    sensor: true,
    shape: { cone: { radius: 0.3, height: 0.7 } },
  },
  'a hull': { shape: { hull: { points: tetrahedron } } },
  'a compound': {
    rotation: turned,
    shape: {
      compound: {
        parts: [
          { shape: { sphere: { radius: 0.5 } }, position: [1, 0, 0] },
          { shape: { box: { halfExtents: [1, 0.1, 0.2] } }, position: [0, 2, 0], rotation: turned },
          { shape: { hull: { points: tetrahedron } } },
          { shape: { cylinder: { radius: 0.5, halfHeight: 0.1 } }, position: [0, 0, 2] },
          { shape: { cone: { radius: 0.5, height: 2 } }, position: [0, 0, -2], rotation: turned },
          { shape: { ellipsoid: { radii: [0.1, 2, 0.3] } }, position: [1, 1, 1], rotation: turned },
        ],
      },
    },
  },
  'a compound of one': {
    shape: { compound: { parts: [{ shape: { sphere: { radius: 1 } }, position: [0, 1, 0] }] } },
  },
  'a static mesh': {
    type: 'static',
    position: [0, 1, 0],
    rotation: turned,
    shape: { mesh: { vertices: tetrahedron, indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] } },
  },
  'a plane': { type: 'static', shape: { plane: { normal: [0, 1, 0] } } },
  'a body with a name, mass, center and inertia': {
    name: 'Wheel',
    mass: 3,
    centerOfMass: [0.1, 0.2, 0.3],
    inertia: [1, 2, 2.5],
  },
  'velocities of a body that is turned': {
    rotation: turned,
    linearVelocity: [1, 2, 3],
    angularVelocity: [-1, 0.5, 2],
    gravityScale: -0.5,
  },
  'a kinematic body': { type: 'kinematic', linearVelocity: [1, 0, 0], angularVelocity: [0, 1, 0] },
  'friction and restitution': {
    friction: 0.7,
    restitution: 0.25,
    frictionCombine: 'multiply',
    restitutionCombine: 'average',
  },
  'static friction': { friction: 0.25, staticFriction: 0.75 },
  'other rules': { frictionCombine: 'min', restitutionCombine: 'max' },
  'a sensor': { type: 'static', sensor: true, shape: { sphere: { radius: 2 } } },
  'a sensor that moves': { sensor: true, rotation: turned },
  'a sensor of several shapes': {
    sensor: true,
    type: 'static',
    shape: {
      compound: {
        parts: [
          { shape: { sphere: { radius: 0.5 } }, position: [1, 0, 0] },
          { shape: { sphere: { radius: 0.5 } } },
        ],
      },
    },
  },
};

test.each(Object.entries(bodies))('%s comes back', (_, description) => {
  const world = makeWorld();
  world.addBody(description);
  const { copy, notes } = throughGltf(world);
  expect(rounded(bodiesOf(copy))).toEqual(rounded(bodiesOf(world)));
  expect(notes).toEqual([]);
});

test('a plane somewhere else comes back as the same half-space', () => {
  const world = makeWorld();
  const normal = [0.6, 0.8, 0] as const;
  world.addBody({ type: 'static', position: [0, 1, 0], shape: { plane: { normal, offset: 2 } } });
  const { copy } = throughGltf(world);
  for (const origin of [
    [0, 20, 0],
    [-3, 30, 7],
  ] as const) {
    const [here, there] = [world, copy].map((each) => each.raycast(origin, [0, -1, 0])?.distance);
    expect(there).toBeCloseTo(here!, 4);
  }
});

const rotationA = { axisAngle: { axis: [0, 1, 1], angle: 0.4 } } as const;

/** What is joined. */
type Ends = { readonly bodyA: Body; readonly bodyB?: Body };

/** Joints of a body that hangs on another, or in the world. */
const joints: Record<string, (ends: Ends) => JointDescription> = {
  fixed: (ends) => ({ fixed: { ...ends, anchor: [0, 2, 0] } }),
  ball: (ends) => ({ ball: { ...ends, anchor: [0, 2, 0] } }),
  'a ball with a cone and a twist': (ends) => ({
    ball: {
      ...ends,
      axis: [0, 1, 0],
      swingLimit: 0.5,
      twistLimits: { lower: -0.25, upper: 0.5 },
    },
  }),
  'a ball that may not twist': (ends) => ({
    ball: { ...ends, axis: [0, 0, 1], twistLimits: { lower: 0, upper: 0 } },
  }),
  'a hinge on axes of its own': (ends) => ({ hinge: { ...ends, rotationA, anchorA: [0.5, 0, 0] } }),
  'a hinge with limits and a motor': (ends) => ({
    hinge: {
      ...ends,
      axis: [0, 0, 1],
      limits: { lower: -1, upper: 2 },
      motor: { velocity: 1.5, maxTorque: 20 },
    },
  }),
  'a hinge with a drive': (ends) => ({
    hinge: { ...ends, axis: [1, 0, 0], drive: { target: 0.5, frequency: 3, dampingRatio: 0.7 } },
  }),
  'a slider with one limit and a motor': (ends) => ({
    prismatic: { ...ends, axis: [0, 1, 0], limits: { lower: -0.5 }, motor: { velocity: 2 } },
  }),
  'a slider with a drive and a motor': (ends) => ({
    prismatic: {
      ...ends,
      axis: [1, 1, 0],
      drive: { target: 1, frequency: 2, dampingRatio: 1, maxForce: 50 },
      motor: { velocity: 0, maxForce: 1 },
    },
  }),
  'a rope': (ends) => ({ distance: { ...ends, mode: 'rope', length: 3, anchorB: [0, 3, 0] } }),
  'a rod': (ends) => ({ distance: { ...ends, length: 2, anchorB: [0, 3, 0] } }),
  'a joint whose bodies collide': (ends) => ({ ball: { ...ends, collide: true } }),
};

/** What may be had of the world as well as of a body at rest in it: coordinates, and what follows. */
function joined(
  to: 'a body' | 'a static body' | 'the world',
  joint: (ends: Ends) => JointDescription,
) {
  const world = makeWorld();
  const bodyA = world.addBody({ position: [0, 1, 0], rotation: turned, mass: 2 });
  const type = to === 'a body' ? 'dynamic' : 'static';
  const bodyB = to === 'the world' ? undefined : world.addBody({ type, position: [0, 4, 0] });
  world.addJoint(joint({ bodyA, ...(bodyB ? { bodyB } : {}) }));
  return world;
}

describe.each(['a body', 'a static body', 'the world'] as const)('joined to %s', (to) => {
  test.each(Object.entries(joints))('%s comes back, and moves alike', (_, joint) => {
    const world = joined(to, joint);
    const { copy, notes, lost } = throughGltf(world);
    expect(rounded(copy.save().joints)).toEqual(rounded(world.save().joints));
    expect([notes, lost]).toEqual([[], []]);
    for (const each of [world, copy]) run(each, 0.25);
    const [here, there] = [world, copy].map((each) => each.bodies.at(0)!.position);
    expect(distance(here!, there!)).toBeLessThan(1e-3);
  });
});

test('who collides with whom comes back', () => {
  const world = makeWorld();
  const groups = [
    [1, 0xffffffff],
    [2, 1],
    [4, 6],
    [6, 0xffffffff],
    [0, 0xffffffff],
    [1, 0],
    [0x80000000, 0x80000001],
  ] as const;
  for (const [collisionGroups, collisionMask] of groups)
    world.addBody({ collisionGroups, collisionMask });
  const pairs = (of: World) => {
    const all = [...of.bodies];
    return all.map((a) =>
      all.map((b) => {
        const meets = (x: typeof a, y: typeof a) => (x.collisionGroups & y.collisionMask) !== 0;
        return meets(a, b) && meets(b, a);
      }),
    );
  };
  const { copy } = throughGltf(world);
  expect(pairs(copy)).toEqual(pairs(world));
});

test('what glTF has no words for is said', () => {
  const world = makeWorld();
  const body = world.addBody({
    name: 'Kite',
    linearDamping: 0.1,
    rollingFriction: 0.1,
    torsionalFriction: 0.1,
    surfaceVelocity: [1, 0, 0],
    continuous: false,
    restitutionCombine: 'geometric-mean',
  });
  world.addJoint({ ball: { bodyA: body, frequency: 3, breakForce: 5 } });
  world.addJoint({ distance: { bodyA: body, mode: 'spring', anchorB: [0, 2, 0] } });
  world.addForce({ drag: { linear: 1 } });
  world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
  world.addSoftBody({ lattice: { cells: [1, 1, 1] } });
  world.addRod({});
  const { notes } = writeGltf(world);
  const places = [
    "bodies[0] ('Kite').linearDamping",
    "bodies[0] ('Kite').rollingFriction",
    "bodies[0] ('Kite').torsionalFriction",
    "bodies[0] ('Kite').surfaceVelocity",
    "bodies[0] ('Kite').continuous",
    "bodies[0] ('Kite').restitutionCombine",
    'joints[0].frequency',
    'joints[0].breakForce',
    'joints[1]',
    'cloths',
    'softBodies',
    'rods',
    'forces',
  ];
  expect(notes.map((note) => note.split(':')[0]).sort()).toEqual(places.sort());
});

test('a static cone stands where it stood, with its origin at half its height', () => {
  const world = makeWorld();
  world.addBody({
    type: 'static',
    rotation: turned,
    shape: { cone: { radius: 0.3, height: 1.5 } },
  });
  const { copy, notes, lost } = throughGltf(world);
  expect([...notes, ...lost]).toEqual([]);
  for (let i = 0; i < 200; i++) {
    const angle = 2.4 * i;
    const from = [3 * Math.cos(angle), -3 + 0.03 * i, 3 * Math.sin(angle)] as const;
    const way = from.map((part) => -part) as [number, number, number];
    const [before, after] = [world.raycast(from, way), copy.raycast(from, way)];
    expect(after === undefined).toBe(before === undefined);
    expect(after?.distance ?? 0).toBeCloseTo(before?.distance ?? 0, 4);
  }
});

test('a world without bodies gives a file that holds none', () => {
  const { scene, notes } = readGltf(writeGltf(makeWorld()).file);
  expect(scene).toEqual({ holonom: 3, bodies: [], joints: [] });
  expect(notes).toEqual([]);
});

test('only a world is written, and not after it was disposed of', () => {
  expect(refusal(() => writeGltf({} as never)).code).toBe('type');
  const world = makeWorld();
  world.dispose();
  expect(refusal(() => writeGltf(world)).code).toBe('disposed');
});
