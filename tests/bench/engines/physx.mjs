import { jointFrames } from '../joint-frames.mjs';
import { npmPackage } from '../npm-package.mjs';
import { friction, gravity } from '../scene.mjs';

const fastestSpin = 1000; // its limit is 100 rad/s otherwise

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const { version, read } = npmPackage('physx-js-webidl');
  const px = await hidingNode(async () => {
    const { default: initPhysx } = await import('physx-js-webidl');
    return initPhysx({ wasmBinary: read('physx-js-webidl.wasm') });
  });
  const top = px.PxTopLevelFunctions.prototype;
  const foundation = top.CreateFoundation(
    top.PHYSICS_VERSION,
    new px.PxDefaultAllocator(),
    new px.PxDefaultErrorCallback(),
  );
  const scale = new px.PxTolerancesScale();
  const physics = top.CreatePhysics(top.PHYSICS_VERSION, foundation, scale);
  top.InitExtensions(physics);
  const kit = { px, top, physics, scale, dispatcher: top.DefaultCpuDispatcherCreate(0) };
  return { version, createWorld: (scene) => createWorld(kit, scene) };
}

/** The package is built for pages alone and refuses to start where it sees Node. */
async function hidingNode(start) {
  const { process } = globalThis;
  const alive = setInterval(() => {}, 50); // the start-up does not keep Node's loop alive by itself
  globalThis.process = undefined;
  globalThis.window = globalThis;
  try {
    return await start();
  } finally {
    globalThis.process = process;
    delete globalThis.window;
    clearInterval(alive);
  }
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(kit, description) {
  const { bodies: descriptions, joints = [], cloth } = description;
  if (cloth) throw new Error('has no cloth');
  const { px, physics } = kit;
  const { friction: own = friction, restitution = 0, continuous = false } = description;
  const scene = createScene(kit, continuous);
  const material = physics.createMaterial(own, own, restitution);
  const meshes = new Map(); // hulls that bodies share
  const bodies = descriptions.map((description) => {
    const body = createBody(kit, meshes, material, continuous, description);
    scene.addActor(body);
    if (description.velocity) body.setLinearVelocity(new px.PxVec3(...description.velocity));
    return body;
  });
  for (const joint of joints) addJoint(kit, bodies, descriptions, joint);
  return {
    step(dt) {
      scene.simulate(dt);
      scene.fetchResults(true);
    },
    readPoses(poses) {
      for (let i = 0; i < bodies.length; i++) {
        const { p, q } = bodies[i].getGlobalPose();
        poses[7 * i] = p.x;
        poses[7 * i + 1] = p.y;
        poses[7 * i + 2] = p.z;
        poses[7 * i + 3] = q.x;
        poses[7 * i + 4] = q.y;
        poses[7 * i + 5] = q.z;
        poses[7 * i + 6] = q.w;
      }
    },
    raycast: rayCaster(px, scene),
    dispose: () => scene.release(),
  };
}

function createScene({ px, top, physics, scale, dispatcher }, continuous) {
  const description = new px.PxSceneDesc(scale);
  description.gravity = new px.PxVec3(...gravity);
  description.cpuDispatcher = dispatcher;
  description.filterShader = top.DefaultFilterShader();
  if (continuous) description.flags.raise(px.PxSceneFlagEnum.eENABLE_CCD);
  description.solverType = px.PxSolverTypeEnum.eTGS; // the better of its two solvers
  return physics.createScene(description);
}

/** Only buffers of all hits are bound: the nearest is looked for here. */
function rayCaster(px, scene) {
  const hits = new px.PxRaycastResult();
  const [origin, direction] = [new px.PxVec3(0, 0, 0), new px.PxVec3(0, 0, 0)];
  const flags = new px.PxHitFlags(px.PxHitFlagEnum.eDEFAULT);
  const filter = new px.PxQueryFilterData();
  const set = (vector, [x, y, z]) => {
    vector.x = x;
    vector.y = y;
    vector.z = z;
  };
  return (from, along, farthest) => {
    set(origin, from);
    set(direction, along);
    scene.raycast(origin, direction, farthest, hits, flags, filter);
    let nearest = Infinity;
    for (let i = hits.getNbAnyHits() - 1; i >= 0; i--)
      nearest = Math.min(nearest, hits.getAnyHit(i).distance);
    return nearest < Infinity ? nearest : -1;
  };
}

function geometryOf(kit, meshes, { box, sphere, capsule, hull, mesh }) {
  const { px } = kit;
  if (box) return new px.PxBoxGeometry(...box.halfExtents);
  if (sphere) return new px.PxSphereGeometry(sphere.radius);
  if (capsule) return new px.PxCapsuleGeometry(capsule.radius, capsule.halfHeight);
  const key = hull ?? mesh;
  if (!meshes.has(key)) meshes.set(key, hull ? cookHull(kit, hull) : cookMesh(kit, mesh));
  const cooked = meshes.get(key);
  return hull ? new px.PxConvexMeshGeometry(cooked) : new px.PxTriangleMeshGeometry(cooked);
}

function setPoints(px, points, xyz) {
  const array = new px.PxArray_PxVec3(xyz.length / 3);
  for (let i = 0; i < xyz.length / 3; i++)
    array.set(i, new px.PxVec3(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]));
  points.count = xyz.length / 3;
  points.stride = 12;
  points.data = array.begin();
}

function cookHull({ px, top, scale }, { points }) {
  const description = new px.PxConvexMeshDesc();
  description.flags = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  setPoints(px, description.points, points);
  return top.CreateConvexMesh(new px.PxCookingParams(scale), description);
}

function cookMesh({ px, top, scale }, { vertices, indices }) {
  const description = new px.PxTriangleMeshDesc();
  setPoints(px, description.points, vertices);
  const array = new px.PxArray_PxU32(indices.length);
  for (const [i, index] of indices.entries()) array.set(i, index);
  description.triangles.count = indices.length / 3;
  description.triangles.stride = 12;
  description.triangles.data = array.begin();
  return top.CreateTriangleMesh(new px.PxCookingParams(scale), description);
}

function createBody(
  kit,
  meshes,
  material,
  continuous,
  { fixed, position, rotation, shape, density, sleeps = false },
) {
  const { px, physics } = kit;
  const pose = new px.PxTransform(new px.PxVec3(...position), new px.PxQuat(...rotation));
  const body = fixed ? physics.createRigidStatic(pose) : physics.createRigidDynamic(pose);
  const { eSCENE_QUERY_SHAPE, eSIMULATION_SHAPE } = px.PxShapeFlagEnum;
  const flags = new px.PxShapeFlags(eSCENE_QUERY_SHAPE | eSIMULATION_SHAPE);
  const made = physics.createShape(geometryOf(kit, meshes, shape), material, true, flags);
  // The third word is of pair flags.
  const swept = continuous ? px.PxPairFlagEnum.eDETECT_CCD_CONTACT : 0;
  made.setSimulationFilterData(new px.PxFilterData(1, 1, swept, 0));
  if (shape.capsule) {
    // Its capsules lie along x.
    const upright = new px.PxQuat(0, 0, Math.SQRT1_2, Math.SQRT1_2);
    made.setLocalPose(new px.PxTransform(new px.PxVec3(0, 0, 0), upright));
  }
  body.attachShape(made);
  if (fixed) return body;
  px.PxRigidBodyExt.prototype.updateMassAndInertia(body, density);
  if (continuous) body.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eENABLE_CCD, true);
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  if (!sleeps) body.setSleepThreshold(0);
  body.setStabilizationThreshold(0);
  body.setMaxAngularVelocity(fastestSpin);
  return body;
}

function addJoint({ px, top, physics }, bodies, descriptions, joint) {
  const { a, b, frameA, frameB } = jointFrames(descriptions, joint);
  const frame = ({ anchor, rotation }) =>
    new px.PxTransform(new px.PxVec3(...anchor), new px.PxQuat(...rotation));
  const ends = [physics, bodies[a], frame(frameA), bodies[b], frame(frameB)];
  const { ball, hinge, fixed, distance } = joint;
  if (fixed) top.FixedJointCreate(...ends);
  if (ball && ball.swingLimit === undefined) top.SphericalJointCreate(...ends);
  if (ball?.swingLimit !== undefined) limitBall(px, top.D6JointCreate(...ends), ball);
  if (hinge) {
    const made = top.RevoluteJointCreate(...ends);
    if (hinge.limits) {
      made.setLimit(new px.PxJointAngularLimitPair(hinge.limits.lower, hinge.limits.upper));
      made.setRevoluteJointFlag(px.PxRevoluteJointFlagEnum.eLIMIT_ENABLED, true);
    }
  }
  if (distance) {
    const made = top.DistanceJointCreate(...ends);
    made.setMaxDistance(distance.length);
    made.setDistanceJointFlag(px.PxDistanceJointFlagEnum.eMAX_DISTANCE_ENABLED, true);
  }
}

/** Its ball joints limit no twist, its free ones everything. */
function limitBall(px, joint, { swingLimit, twistLimits }) {
  for (const axis of ['eTWIST', 'eSWING1', 'eSWING2'])
    joint.setMotion(px.PxD6AxisEnum[axis], px.PxD6MotionEnum.eLIMITED);
  joint.setTwistLimit(new px.PxJointAngularLimitPair(twistLimits.lower, twistLimits.upper));
  joint.setSwingLimit(new px.PxJointLimitCone(swingLimit, swingLimit));
}
