import initHavok from '@babylonjs/havok';
import { jointFrames } from '../joint-frames.mjs';
import { npmPackage } from '../npm-package.mjs';
import { dt, friction, gravity } from '../scene.mjs';

const noTurn = [0, 0, 0, 1];
const everything = 0xffffffff | 0;
const fastest = 500; // its limit of speeds is 200 m/s otherwise

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const { version, read } = npmPackage('@babylonjs/havok');
  const havok = await initHavok({ wasmBinary: read('lib/esm/HavokPhysics.wasm') });
  return { version, createWorld: (scene) => createWorld(havok, scene) };
}

/** Most calls answer with a result code and a value. */
const resultOf = ([, value]) => value;

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(havok, scene) {
  const { bodies: descriptions, joints = [], cloth } = scene;
  if (cloth) throw new Error('has no cloth');
  const world = resultOf(havok.HP_World_Create());
  havok.HP_World_SetGravity(world, gravity);
  havok.HP_World_SetIdealStepTime(world, dt);
  havok.HP_World_SetSpeedLimit(world, fastest, fastest);
  const shapes = new Map(); // hulls that bodies share
  const bodies = descriptions.map((description) =>
    addBody(havok, world, shapes, scene, description),
  );
  for (const joint of joints) addJoint(havok, bodies, descriptions, joint);
  const collector = resultOf(havok.HP_QueryCollector_Create(1));
  return {
    step: (dt) => havok.HP_World_Step(world, dt),
    readPoses(poses) {
      for (let i = 0; i < bodies.length; i++) {
        const [p, q] = resultOf(havok.HP_Body_GetQTransform(bodies[i]));
        poses.set(p, 7 * i);
        poses.set(q, 7 * i + 3);
      }
    },
    raycast(from, direction, farthest) {
      const to = from.map((v, k) => v + direction[k] * farthest);
      const filter = [everything, everything];
      havok.HP_World_CastRayWithCollector(world, collector, [from, to, filter, false, [0n]]);
      if (resultOf(havok.HP_QueryCollector_GetNumHits(collector)) === 0) return -1;
      const [fraction] = resultOf(havok.HP_QueryCollector_GetCastRayResult(collector, 0));
      return fraction * farthest;
    },
    dispose: () => havok.HP_World_Release(world),
  };
}

/** Does something with a copy of numbers in the module's memory. */
function withCopies(havok, arrays, use) {
  const places = arrays.map((array) => {
    const place = havok._malloc(array.byteLength);
    havok.HEAPU8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), place);
    return place;
  });
  const result = use(...places);
  for (const place of places) havok._free(place);
  return result;
}

function createShape(havok, { box, sphere, capsule, hull, mesh }) {
  const origin = [0, 0, 0];
  if (box)
    return havok.HP_Shape_CreateBox(
      origin,
      noTurn,
      box.halfExtents.map((half) => 2 * half),
    );
  if (sphere) return havok.HP_Shape_CreateSphere(origin, sphere.radius);
  if (capsule) {
    const { radius, halfHeight } = capsule;
    return havok.HP_Shape_CreateCapsule([0, -halfHeight, 0], [0, halfHeight, 0], radius);
  }
  if (hull)
    return withCopies(havok, [hull.points], (points) =>
      havok.HP_Shape_CreateConvexHull(points, hull.points.length / 3),
    );
  return withCopies(havok, [mesh.vertices, mesh.indices], (vertices, indices) =>
    havok.HP_Shape_CreateMesh(vertices, mesh.vertices.length / 3, indices, mesh.indices.length / 3),
  );
}

function shapeOf(
  havok,
  shapes,
  { friction: own = friction, restitution = 0 },
  { shape: description, density },
) {
  const known = shapes.get(description);
  if (known) return known;
  const shape = resultOf(createShape(havok, description));
  const { GEOMETRIC_MEAN, MAXIMUM } = havok.MaterialCombine;
  havok.HP_Shape_SetMaterial(shape, [own, own, restitution, GEOMETRIC_MEAN, MAXIMUM]);
  havok.HP_Shape_SetDensity(shape, density);
  if (description.hull) shapes.set(description, shape);
  return shape;
}

function addBody(havok, world, shapes, scene, description) {
  const { fixed, position, rotation, velocity, sleeps } = description;
  const body = resultOf(havok.HP_Body_Create());
  const shape = shapeOf(havok, shapes, scene, description);
  const { STATIC, DYNAMIC } = havok.MotionType;
  havok.HP_Body_SetShape(body, shape);
  havok.HP_Body_SetMotionType(body, fixed ? STATIC : DYNAMIC);
  if (!fixed) {
    havok.HP_Body_SetMassProperties(body, resultOf(havok.HP_Shape_BuildMassProperties(shape)));
    havok.HP_Body_SetLinearDamping(body, 0);
    havok.HP_Body_SetAngularDamping(body, 0);
  }
  havok.HP_Body_SetQTransform(body, [position, rotation]);
  havok.HP_World_AddBody(world, body, false);
  if (!fixed && !sleeps)
    havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE);
  if (velocity) havok.HP_Body_SetLinearVelocity(body, velocity);
  return body;
}

function addJoint(havok, bodies, descriptions, joint) {
  const { a, b, frameA, frameB } = jointFrames(descriptions, joint);
  const constraint = resultOf(havok.HP_Constraint_Create());
  havok.HP_Constraint_SetParentBody(constraint, bodies[a]);
  havok.HP_Constraint_SetChildBody(constraint, bodies[b]);
  havok.HP_Constraint_SetAnchorInParent(constraint, frameA.anchor, frameA.axis, frameA.normal);
  havok.HP_Constraint_SetAnchorInChild(constraint, frameB.anchor, frameB.axis, frameB.normal);
  for (const [axis, limits] of axesOf(havok.ConstraintAxis, joint)) {
    const { LOCKED, LIMITED } = havok.ConstraintAxisLimitMode;
    havok.HP_Constraint_SetAxisMode(constraint, axis, limits ? LIMITED : LOCKED);
    if (!limits) continue;
    havok.HP_Constraint_SetAxisMinLimit(constraint, axis, limits.lower);
    havok.HP_Constraint_SetAxisMaxLimit(constraint, axis, limits.upper);
  }
  havok.HP_Constraint_SetCollisionsEnabled(constraint, 0);
  havok.HP_Constraint_SetEnabled(constraint, 1);
}

/** What a joint holds: an axis, with limits unless it is locked. */
function axesOf(axis, { ball, hinge, fixed, distance }) {
  if (distance) return [[axis.LINEAR_DISTANCE, { lower: 0, upper: distance.length }]];
  const held = [[axis.LINEAR_X], [axis.LINEAR_Y], [axis.LINEAR_Z]];
  const twist = hinge?.limits ?? ball?.twistLimits;
  if (fixed || twist) held.push([axis.ANGULAR_X, twist]);
  if (fixed || hinge) held.push([axis.ANGULAR_Y], [axis.ANGULAR_Z]);
  if (ball?.swingLimit !== undefined) {
    const limits = { lower: -ball.swingLimit, upper: ball.swingLimit };
    held.push([axis.ANGULAR_Y, limits], [axis.ANGULAR_Z, limits]);
  }
  return held;
}
