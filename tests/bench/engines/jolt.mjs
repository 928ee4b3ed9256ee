import { createRequire } from 'node:module';
import initJolt from 'jolt-physics/wasm-compat';
import { density, friction, gravity } from '../scenes.mjs';

const { version } = createRequire(import.meta.url)('jolt-physics/package.json');
const fixedLayer = 0;
const movingLayer = 1;
// Softness of every constraint of a cloth, as in the cloth example of JoltPhysics.js.
const compliance = 1e-5;

/** @type {import('../worker.mjs').LoadEngine} */
export async function loadEngine() {
  const Jolt = await initJolt();
  return { version, cloth: true, createWorld: (scene) => createWorld(Jolt, scene) };
}

/** @returns {import('../worker.mjs').BenchWorld} */
function createWorld(Jolt, { bodies: descriptions, cloth: clothDescription }) {
  const jolt = createInterface(Jolt);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(...gravity));
  const settings = system.GetPhysicsSettings();
  settings.mAllowSleeping = false;
  system.SetPhysicsSettings(settings);
  const bodies = descriptions.map((description) => addBody(Jolt, system, description));
  const cloth = clothDescription && addCloth(Jolt, system, clothDescription);
  system.OptimizeBroadPhase();
  return {
    step: (dt) => jolt.Step(dt, 1),
    poses: () =>
      bodies.flatMap((body) => {
        const [p, q] = [body.GetPosition(), body.GetRotation()];
        return [p.GetX(), p.GetY(), p.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
      }),
    particles: () => (cloth ? particlesOf(Jolt, cloth, clothDescription.points ** 2) : []),
    dispose: () => Jolt.destroy(jolt),
  };
}

/** The whole system, with two layers: what is fixed meets only what moves. */
function createInterface(Jolt) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
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

function addBody(Jolt, system, { fixed, position, halfExtents, radius }) {
  const shape = halfExtents
    ? new Jolt.BoxShapeSettings(new Jolt.Vec3(...halfExtents), 0.05) // its own default rounding
    : new Jolt.SphereShapeSettings(radius);
  shape.mDensity = density;
  const settings = new Jolt.BodyCreationSettings(
    shape.Create().Get(),
    new Jolt.RVec3(...position),
    new Jolt.Quat(0, 0, 0, 1),
    fixed ? Jolt.EMotionType_Static : Jolt.EMotionType_Dynamic,
    fixed ? fixedLayer : movingLayer,
  );
  settings.mFriction = friction;
  settings.mRestitution = 0;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateBody(settings);
  bodies.AddBody(body.GetID(), fixed ? Jolt.EActivation_DontActivate : Jolt.EActivation_Activate);
  return body;
}

function addCloth(Jolt, system, { size, points, position, mass, pins, thickness, damping }) {
  const shared = new Jolt.SoftBodySharedSettings();
  const vertex = new Jolt.SoftBodySharedSettingsVertex();
  for (let i = 0; i < points * points; i++) {
    vertex.mPosition.x = ((i % points) / (points - 1) - 0.5) * size;
    vertex.mPosition.y = 0;
    vertex.mPosition.z = (Math.floor(i / points) / (points - 1) - 0.5) * size;
    vertex.mInvMass = pins.includes(i) ? 0 : (points * points) / mass;
    shared.mVertices.push_back(vertex);
  }
  for (const triangle of trianglesOf(points)) {
    const face = new Jolt.SoftBodySharedSettingsFace(...triangle, 0);
    shared.AddFace(face);
    Jolt.destroy(face);
  }
  const attributes = new Jolt.SoftBodySharedSettingsVertexAttributes();
  attributes.mCompliance = compliance;
  attributes.mShearCompliance = compliance;
  attributes.mBendCompliance = compliance;
  shared.CreateConstraints(attributes, 1, Jolt.SoftBodySharedSettings_EBendType_Distance);
  shared.Optimize();
  const settings = new Jolt.SoftBodyCreationSettings(
    shared,
    new Jolt.RVec3(...position),
    new Jolt.Quat(0, 0, 0, 1),
    movingLayer,
  );
  settings.mFriction = friction;
  settings.mVertexRadius = thickness;
  settings.mLinearDamping = damping;
  settings.mUpdatePosition = false;
  settings.mAllowSleeping = false;
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  return body;
}

/** Two triangles for each cell of the grid. @param {number} points */
function trianglesOf(points) {
  const triangles = [];
  for (let row = 0; row < points - 1; row++)
    for (let a = row * points; a < row * points + points - 1; a++) {
      const [b, c, d] = [a + 1, a + points, a + points + 1];
      triangles.push([a, c, d], [a, d, b]);
    }
  return triangles;
}

function particlesOf(Jolt, body, count) {
  const vertices = Jolt.castObject(
    body.GetMotionProperties(),
    Jolt.SoftBodyMotionProperties,
  ).GetVertices();
  const centre = body.GetCenterOfMassPosition();
  const origin = [centre.GetX(), centre.GetY(), centre.GetZ()];
  return Array.from({ length: count }, (_, i) => vertices.at(i).mPosition).flatMap((p) => [
    origin[0] + p.GetX(),
    origin[1] + p.GetY(),
    origin[2] + p.GetZ(),
  ]);
}
