import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from '../../../.tools/run.mjs';
import { jointFrames } from '../joint-frames.mjs';
import { npmPackage } from '../npm-package.mjs';
import { friction, gravity } from '../scene.mjs';
import { addCloth, particlesOf } from './jolt/cloth.mjs';
import { collisionGroups, createJoint } from './jolt/joints.mjs';
import { fixedLayer, movingLayer } from './jolt/layers.mjs';
import { shapeOf } from './jolt/shapes.mjs';

const mostContacts = 20_000; // what fits into the scratch memory of its build, 10 MB
const mostBodies = 5000; // that touch each other in so many places

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const { version, read } = npmPackage('jolt-physics');
  const alive = setInterval(() => {}, 50); // the start-up does not keep Node's loop alive by itself
  const { default: initJolt } = await import(repairedBuild(version, read));
  const Jolt = await initJolt();
  clearInterval(alive);
  return { version, createWorld: (scene) => createWorld(Jolt, scene) };
}

/**
 * Its one build with SIMD is that with threads, of which none is used here. As published it waits
 * in Node for ever, because `await` lacks parentheses.
 */
function repairedBuild(version, read) {
  const name = 'jolt-physics.multithread.wasm-compat.js'; // what its workers look for
  const file = at('.cache/bench', `jolt-${version}`, name);
  if (!existsSync(file)) {
    const published = 'await import("node:worker_threads").workerData';
    const repaired = '(await import("node:worker_threads")).workerData';
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, read(`dist/${name}`).toString().replace(published, repaired));
  }
  return pathToFileURL(file).href;
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(Jolt, scene) {
  const { bodies: descriptions, joints = [], cloth: clothDescription } = scene;
  if (descriptions.length > mostBodies)
    throw new Error(`holds ${mostContacts} contacts, too few for so many bodies`);
  const jolt = createInterface(Jolt, descriptions.length);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(...gravity));
  const settings = system.GetPhysicsSettings();
  settings.mAllowSleeping = descriptions.some(({ sleeps }) => sleeps);
  system.SetPhysicsSettings(settings);
  const groups = collisionGroups(Jolt, descriptions, joints);
  const shapes = new Map(); // hulls that bodies share
  const bodies = descriptions.map((description, i) =>
    addBody(Jolt, system, shapes, scene, description, groups[i]),
  );
  for (const joint of joints)
    system.AddConstraint(createJoint(Jolt, bodies, joint, jointFrames(descriptions, joint)));
  const cloth = clothDescription && addCloth(Jolt, system, clothDescription);
  system.OptimizeBroadPhase();
  return {
    step: (dt) => jolt.Step(dt, 1),
    readPoses(poses) {
      for (let i = 0; i < bodies.length; i++) {
        const p = bodies[i].GetPosition();
        poses[7 * i] = p.GetX();
        poses[7 * i + 1] = p.GetY();
        poses[7 * i + 2] = p.GetZ();
        const q = bodies[i].GetRotation();
        poses[7 * i + 3] = q.GetX();
        poses[7 * i + 4] = q.GetY();
        poses[7 * i + 5] = q.GetZ();
        poses[7 * i + 6] = q.GetW();
      }
    },
    particles: () => (cloth ? particlesOf(Jolt, cloth, clothDescription.points ** 2) : []),
    raycast: rayCaster(Jolt, jolt),
    dispose: () => Jolt.destroy(jolt),
  };
}

/** The whole system, with two layers: what is fixed meets only what moves. */
function createInterface(Jolt, bodyCount) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  settings.mMaxBodies = bodyCount + 16;
  settings.mMaxBodyPairs = 65536;
  settings.mMaxContactConstraints = mostContacts;
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(fixedLayer, movingLayer);
  pairs.EnableCollision(movingLayer, movingLayer);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [fixedLayer, movingLayer])
    layers.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    2,
    pairs,
    2,
  );
  const jolt = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  return jolt;
}

function addBody(Jolt, system, shapes, scene, description, group) {
  const { fixed, position, rotation, velocity } = description;
  const settings = new Jolt.BodyCreationSettings(
    shapeOf(Jolt, shapes, description),
    new Jolt.RVec3(...position),
    new Jolt.Quat(...rotation),
    fixed ? Jolt.EMotionType_Static : Jolt.EMotionType_Dynamic,
    fixed ? fixedLayer : movingLayer,
  );
  settings.mAllowSleeping = description.sleeps ?? false;
  settings.mFriction = scene.friction ?? friction;
  settings.mRestitution = scene.restitution ?? 0;
  if (scene.continuous) settings.mMotionQuality = Jolt.EMotionQuality_LinearCast;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  if (velocity) settings.mLinearVelocity = new Jolt.Vec3(...velocity);
  if (group) {
    settings.mCollisionGroup.SetGroupFilter(group.table);
    settings.mCollisionGroup.SetGroupID(group.id);
    settings.mCollisionGroup.SetSubGroupID(group.sub);
  }
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateBody(settings);
  bodies.AddBody(body.GetID(), fixed ? Jolt.EActivation_DontActivate : Jolt.EActivation_Activate);
  return body;
}

function rayCaster(Jolt, jolt) {
  const queries = jolt.GetPhysicsSystem().GetNarrowPhaseQuery();
  const [ray, settings] = [new Jolt.RRayCast(), new Jolt.RayCastSettings()];
  const nearest = new Jolt.CastRayClosestHitCollisionCollector();
  const filters = [
    new Jolt.DefaultBroadPhaseLayerFilter(jolt.GetObjectVsBroadPhaseLayerFilter(), movingLayer),
    new Jolt.DefaultObjectLayerFilter(jolt.GetObjectLayerPairFilter(), movingLayer),
    new Jolt.BodyFilter(),
    new Jolt.ShapeFilter(),
  ];
  return (from, direction, farthest) => {
    ray.mOrigin.Set(from[0], from[1], from[2]);
    const [x, y, z] = direction;
    ray.mDirection.Set(x * farthest, y * farthest, z * farthest);
    nearest.Reset();
    queries.CastRay(ray, settings, nearest, ...filters);
    return nearest.HadHit() ? nearest.mHit.mFraction * farthest : -1;
  };
}
