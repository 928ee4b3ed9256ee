// Facts about the types, checked by the compiler: each wrong line must be an error.
import {
  type Attachment,
  type BallJoint,
  type Body,
  type BodyDescription,
  type BodyId,
  type Cloth,
  type ClothId,
  type HingeJoint,
  type Holonom,
  HolonomError,
  type Joint,
  type ProximityHit,
  type RayHit,
  type Rod,
  type Scene,
  type ShapeCastHit,
  type ShapeDescription,
  type SoftBody,
  type Vec3,
  type World,
} from 'holonom';
import { CharacterController } from 'holonom/character';
import { Quaternion, Vector3 } from 'three';
import { expectTypeOf, test } from 'vitest';

declare const holonom: Holonom;
declare const world: World;
declare const body: Body;
declare const cloth: Cloth;

test('shapes are told apart by their key', () => {
  const shapes: ShapeDescription[] = [
    { sphere: { radius: 1 } },
    { box: { halfExtents: [1, 1, 1] } },
    { plane: { normal: [0, 1, 0], offset: 2 } },
    { cylinder: { radius: 1, halfHeight: 2 } },
    { cone: { radius: 1, height: 2 } },
    { ellipsoid: { radii: [1, 2, 3] } },
  ];
  void shapes;
  // @ts-expect-error two shapes at once
  world.addBody({ shape: { sphere: { radius: 1 }, box: { halfExtents: [1, 1, 1] } } });
  // @ts-expect-error no such shape
  world.addBody({ shape: { torus: { radius: 1 } } });
  // @ts-expect-error misspelt
  world.addBody({ shape: { sphere: { raduis: 1 } } });
  // @ts-expect-error a mesh needs triangles
  world.addCloth({ mesh: { vertices: [] } });
});

test('descriptions are exact', () => {
  // @ts-expect-error misspelt
  world.addBody({ positon: [0, 0, 0], shape: { sphere: { radius: 1 } } });
  // @ts-expect-error no such type
  world.addBody({ type: 'soft', shape: { sphere: { radius: 1 } } });
  // @ts-expect-error grid and mesh exclude each other
  world.addCloth({ grid: { size: [1, 1], segments: [1, 1] }, mesh: { vertices: [], indices: [] } });
  // @ts-expect-error one of them is needed
  world.addCloth({ name: 'nothing' });
  // @ts-expect-error lattice and tetrahedra exclude each other
  world.addSoftBody({ lattice: {}, tetrahedra: { vertices: [], indices: [] } });
  // @ts-expect-error one of them is needed
  world.addSoftBody({ youngsModulus: 1e5 });
  // @ts-expect-error no such material
  world.addSoftBody({ lattice: {}, model: 'linear' });
  // @ts-expect-error no such end
  world.addRod({ clamps: ['middle'] });
  // @ts-expect-error no such solver
  holonom.createWorld({ solver: 'magic' });
  // @ts-expect-error no such side
  world.addCloth({ grid: { size: [1, 1], segments: [1, 1] }, pins: ['middle'] });
});

test('vectors come in many forms and go out in one', () => {
  const description: BodyDescription = {
    position: new Vector3(),
    rotation: new Quaternion(),
    linearVelocity: new Float32Array(3),
    angularVelocity: { x: 0, y: 0, z: 0 },
    shape: { sphere: { radius: 1 } },
  };
  world.addBody(description);
  body.position = new Vector3();
  body.position = [0, 1, 2];
  expectTypeOf(body.position).toEqualTypeOf<Readonly<Vec3>>();
  expectTypeOf(world.gravity).toEqualTypeOf<Readonly<Vec3>>();
});

test('a list of numbers is a vector wherever one is taken: TypeScript infers no tuples', () => {
  const [v, q, pair] = [
    [0, 1, 2],
    [0, 0, 0, 1],
    [1, 2],
  ];
  if (!v || !q || !pair) return;
  const shape = { box: { halfExtents: v } };
  const described = { position: v, rotation: q, linearVelocity: v, centerOfMass: v, shape };
  world.addBody(described);
  world.addBody({ shape: { plane: { normal: v } }, inertia: v, angularVelocity: v });
  const parts = [{ position: v, rotation: q, shape }];
  world.addBody({ shape: { compound: { parts } } });
  world.addCloth({ grid: { size: pair, segments: pair }, position: v, rotation: q });
  world.addGrains({ base: pair, layers: 2, radius: 0.1 });
  world.addSoftBody({ lattice: { size: v, cells: v }, position: v, rotation: q });
  world.addRod({ points: v, position: v, rotation: q }).turnClamp('left', q);
  world.addJoint({ hinge: { bodyA: body, anchor: v, axis: v } });
  world.addJoint({ ball: { bodyA: body, anchorA: v, rotationA: q } });
  world.addForce({ point: { body, force: v, anchor: v } });
  world.addForce({ field: { acceleration: v } });
  world.addAttachment({ cloth, point: 0, anchor: v });
  world.grab({ body, target: v }).moveTo(v);
  Object.assign(world, { gravity: v });
  world.gravity = v;
  world.wind = v;
  body.position = v;
  body.rotation = q;
  body.rotation = { euler: { order: 'xyz', angles: v } };
  body.rotation = { axisAngle: { axis: v, angle: 1 } };
  body.rotation = { rotationVector: v };
  body.rotation = { matrix: v };
  body.linearVelocity = v;
  body.applyForce(v, v);
  body.applyTorque(v);
  body.applyImpulse(v, v);
  body.getPosition(v);
  world.raycast(v, v);
  world.castShape(shape, v, { position: v, rotation: q });
  world.proximity(shape, { position: v, rotation: q });
  world.overlap(shape, { position: v, rotation: q });
  world.bodiesAt(v);
  holonom.convertRotation(q, 'euler');
  holonom.massProperties({ ellipsoid: { radii: v } });
  const character = new CharacterController(world, { position: v, up: v, rotation: q });
  character.position = v;
  character.up = v;
  character.move(v, 1 / 60);
  const locks = [1, 0, 0].map(Boolean);
  world.addBody({ lockTranslation: locks });
  body.lockRotation = locks;
});

test('typed arrays and the vectors of other libraries are taken as well', () => {
  const vectors = [
    new Int8Array(3),
    new Uint8ClampedArray(3),
    new Uint16Array(3),
    new Float64Array(3),
    new Vector3(),
    { x: 0, y: 0, z: 0 },
  ];
  const rotations = [new Float32Array(4), new Quaternion(), { x: 0, y: 0, z: 0, w: 1 }];
  for (const v of vectors) {
    world.addBody({ position: v, shape: { box: { halfExtents: v } } });
    body.linearVelocity = v;
    body.applyForce(v, v);
    world.raycast(v, v);
    world.grab({ body, target: v }).moveTo(v);
    for (const q of rotations) {
      body.rotation = q;
      body.moveTo(v, q);
    }
  }
});

test('objects carry any data', () => {
  body.userData = new Vector3();
  body.userData.label = 'crate';
  for (const joint of world.joints) joint.userData = null;
  const count: number = cloth.userData.count;
  void count;
  // @ts-expect-error not of descriptions
  world.addBody({ userData: {} });
});

test('collections are searched and mapped like arrays', () => {
  expectTypeOf(world.bodies.find(({ position }) => position[1] < 0)).toEqualTypeOf<
    Body | undefined
  >();
  expectTypeOf(world.bodies.filter((it, index) => it.mass > index)).toEqualTypeOf<Body[]>();
  expectTypeOf(world.bodies.map(({ name }) => name)).toEqualTypeOf<string[]>();
  expectTypeOf(world.bodies.some(({ asleep }) => asleep)).toEqualTypeOf<boolean>();
  expectTypeOf(world.bodies.byName('crate')).toEqualTypeOf<Body | undefined>();
  expectTypeOf(world.cloths.byName('flag')).toEqualTypeOf<Cloth | undefined>();
  const isHinge = (joint: Joint): joint is HingeJoint => joint.type === 'hinge';
  expectTypeOf(world.joints.find(isHinge)).toEqualTypeOf<HingeJoint | undefined>();
  expectTypeOf(world.joints.filter(isHinge)).toEqualTypeOf<HingeJoint[]>();
  // @ts-expect-error joints have no names
  world.joints.byName('hinge');
  // @ts-expect-error a test is needed
  world.bodies.find();
});

test('getters give copies, in which nothing is written', () => {
  // @ts-expect-error lost: the position is assigned whole
  body.position[1] = 3;
  // @ts-expect-error likewise
  body.rotation[3] = 1;
  // @ts-expect-error likewise
  body.linearVelocity.fill(0);
  // @ts-expect-error likewise
  body.worldCenterOfMass[0] = 0;
  // @ts-expect-error likewise
  body.massProperties.principalMoments[0] = 0;
  // @ts-expect-error likewise
  world.gravity[1] = 0;
  // @ts-expect-error likewise
  world.momentum.linear[0] = 0;
  // @ts-expect-error likewise, at any depth
  if (body.shape.box) body.shape.box.halfExtents[0] = 1;
  // @ts-expect-error likewise
  cloth.bend.compliance = 1;
  // @ts-expect-error likewise
  cloth.pins.push(3);
  for (const joint of world.joints) {
    // @ts-expect-error likewise
    joint.reaction.force[0] = 1;
    // @ts-expect-error likewise
    if (joint.type === 'hinge' && joint.limits) joint.limits.lower = 0;
    // @ts-expect-error likewise
    if (joint.type === 'ball') joint.coordinates[0] = 0;
  }
  // What was read may be given again, and what the caller owns is written.
  world.addBody({ ...body.describe(), position: body.position, shape: body.shape });
  const [x, y, z] = body.position;
  body.position = [x, y + 1, z];
  const out: Vec3 = [0, 0, 0];
  body.getPosition(out)[1] = 3;
  const copy = world.describe(body);
  copy.position![1] = 3;
});

test('rotations come in many forms, and solids have a mass', () => {
  body.rotation = { euler: { order: 'yxz', angles: [1, 2, 3] } };
  world.addBody({ shape: { sphere: {} }, rotation: { axisAngle: { axis: [0, 1, 0], angle: 1 } } });
  // @ts-expect-error no such order
  body.rotation = { euler: { order: 'xxy', angles: [1, 2, 3] } };
  // @ts-expect-error an axis alone does not say how far
  body.rotation = { axisAngle: { axis: [0, 1, 0] } };
  expectTypeOf(
    holonom.convertRotation(body.rotation, 'axisAngle').axisAngle.axis,
  ).toEqualTypeOf<Vec3>();
  // @ts-expect-error no such form
  holonom.convertRotation(body.rotation, 'quat');
  expectTypeOf(
    holonom.massProperties({ cone: { radius: 1 }, mass: 2 }).center,
  ).toEqualTypeOf<Vec3>();
  // @ts-expect-error a half-space has no mass
  holonom.massProperties({ plane: {} });
});

test('ids of one kind do not pass for another', () => {
  expectTypeOf(body.id).toEqualTypeOf<BodyId>();
  expectTypeOf<BodyId>().toExtend<number>();
  expectTypeOf<BodyId>().not.toExtend<ClothId>();
  world.addAttachment({ cloth: cloth.id, point: 0, body: body.id });
  // @ts-expect-error a cloth is not a body
  world.addAttachment({ cloth, point: 0, body: cloth });
  // @ts-expect-error nor is its id
  world.addAttachment({ cloth, point: 0, body: cloth.id });
  // @ts-expect-error a bare number is no id
  world.addAttachment({ cloth: 1, point: 0 });
});

test('an id of one kind finds no object of another', () => {
  expectTypeOf(world.jointFromId(world.joints.at(0)!.id)).toEqualTypeOf<Joint>();
  // A list of ids has lost their kind.
  world.bodyFromId(world.instances('box').bodies[0]!);
  // @ts-expect-error the id of a body
  world.jointFromId(body.id);
  // @ts-expect-error the id of a cloth
  world.bodyFromId(cloth.id);
  // @ts-expect-error the id of a body
  world.forceFromId(body.id);
  // @ts-expect-error the id of a body
  world.clothFromId(body.id);
  // @ts-expect-error the id of a body
  world.softBodyFromId(body.id);
  // @ts-expect-error the id of a cloth
  world.rodFromId(cloth.id);
  // @ts-expect-error the id of a cloth
  world.springNetworkFromId(cloth.id);
  // @ts-expect-error the id of a body
  world.attachmentFromId(body.id);
  // @ts-expect-error the id of a body
  world.grabFromId(body.id);
});

test('fixed fields can be read only', () => {
  expectTypeOf(body.shape).not.toBeAny();
  // @ts-expect-error fixed at creation
  body.shape = { sphere: { radius: 1 } };
  // @ts-expect-error views are not assigned
  cloth.normals = new Float32Array(3);
  // @ts-expect-error no such field
  body.positon;
});

test('objects refer to objects', () => {
  expectTypeOf<Attachment['body']>().toEqualTypeOf<Body | undefined>();
  expectTypeOf<Attachment['cloth']>().toEqualTypeOf<Cloth | undefined>();
  expectTypeOf(world.bodies.at(0)).toEqualTypeOf<Body | undefined>();
  for (const each of world.bodies) expectTypeOf(each).toEqualTypeOf<Body>();
  expectTypeOf(cloth.positions).toEqualTypeOf<Float32Array>();
  expectTypeOf(world.softBodies.at(0)).toEqualTypeOf<SoftBody | undefined>();
  expectTypeOf<SoftBody['tetrahedra']>().toEqualTypeOf<Uint32Array>();
  expectTypeOf<Attachment['toSoftBody']>().toEqualTypeOf<SoftBody | undefined>();
  expectTypeOf(world.rods.at(0)).toEqualTypeOf<Rod | undefined>();
  expectTypeOf<Rod['rotations']>().toEqualTypeOf<Float32Array>();
  expectTypeOf<Attachment['toRod']>().toEqualTypeOf<Rod | undefined>();
  expectTypeOf(world.save()).toEqualTypeOf<Scene>();
});

test('joints are told apart by their key, and are what was described', () => {
  expectTypeOf(
    world.addJoint({ hinge: { bodyA: body, axis: [0, 1, 0] } }),
  ).toEqualTypeOf<HingeJoint>();
  const ball = world.addJoint({ ball: { bodyA: body, bodyB: body.id, swingLimit: 1 } });
  expectTypeOf(ball).toEqualTypeOf<BallJoint>();
  expectTypeOf(ball.coordinates[1]).toEqualTypeOf<number>();
  ball.swingLimit = undefined;
  ball.twistLimits = { lower: -1 };
  for (const joint of world.joints) {
    expectTypeOf(joint).toEqualTypeOf<Joint>();
    if (joint.type === 'prismatic') joint.motor = { velocity: 1, maxForce: 2 };
    // @ts-expect-error a hinge turns: it has a torque
    if (joint.type === 'hinge') joint.motor = { velocity: 1, maxForce: 2 };
    // @ts-expect-error a fixed joint has no coordinate
    if (joint.type === 'fixed') joint.coordinate;
  }
  // @ts-expect-error two joints at once
  world.addJoint({ hinge: { bodyA: body }, fixed: { bodyA: body } });
  // @ts-expect-error no body
  world.addJoint({ fixed: {} });
  // @ts-expect-error misspelt
  world.addJoint({ fixed: { bodyA: body, anchr: [0, 0, 0] } });
  // @ts-expect-error a cloth is not a body
  world.addJoint({ fixed: { bodyA: cloth } });
  ball.anchorA = [0, 0, 0];
  // @ts-expect-error fixed at creation
  ball.bodyA = body;
  const scene: Scene = { holonom: 3, joints: [{ distance: { bodyA: 0, anchorB: [0, 1, 0] } }] };
  void scene;
  // @ts-expect-error scene files hold indices
  const wrong: Scene = { holonom: 3, joints: [{ fixed: { bodyA: body } }] };
  void wrong;
});

test('queries and events have exact types', () => {
  expectTypeOf(world.raycast([0, 0, 0], [0, 1, 0])).toEqualTypeOf<RayHit | undefined>();
  expectTypeOf(world.raycast([0, 0, 0], new Vector3(), { all: true })).toEqualTypeOf<RayHit[]>();
  const ball = { sphere: { radius: 1 } } as const;
  expectTypeOf(world.castShape(ball, [0, 1, 0])).toEqualTypeOf<ShapeCastHit | undefined>();
  expectTypeOf(world.castShape(ball, [0, 1, 0], { all: true })).toEqualTypeOf<ShapeCastHit[]>();
  expectTypeOf(world.proximity(ball, { maxDistance: 1 })).toEqualTypeOf<ProximityHit[]>();
  expectTypeOf(world.overlap({ sphere: { radius: 1 } })).toEqualTypeOf<Body[]>();
  world.on('contactBegin', (event) => expectTypeOf(event.bodyA).toEqualTypeOf<Body>());
  expectTypeOf(world.on('contactEnd', () => {})).toEqualTypeOf<() => void>();
  // @ts-expect-error no such event
  world.on('contact', () => {});
  // @ts-expect-error misspelt
  world.raycast([0, 0, 0], [0, 1, 0], { distance: 1 });
});

test('errors have their codes', () => {
  const error: unknown = undefined;
  if (error instanceof HolonomError) {
    expectTypeOf(error.code).toExtend<string>();
    // @ts-expect-error no such code
    error.code === 'oops';
  }
});
