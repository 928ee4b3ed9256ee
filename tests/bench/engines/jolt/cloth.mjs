import { friction } from '../../scene.mjs';
import { movingLayer } from './layers.mjs';

// Softness of every constraint of a cloth, as in the cloth example of JoltPhysics.js.
const compliance = 1e-5;

export function addCloth(Jolt, system, { size, points, position, mass, pins, thickness, damping }) {
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

export function particlesOf(Jolt, body, count) {
  const vertices = Jolt.castObject(
    body.GetMotionProperties(),
    Jolt.SoftBodyMotionProperties,
  ).GetVertices();
  const center = body.GetCenterOfMassPosition();
  const origin = [center.GetX(), center.GetY(), center.GetZ()];
  return Array.from({ length: count }, (_, i) => vertices.at(i).mPosition).flatMap((p) => [
    origin[0] + p.GetX(),
    origin[1] + p.GetY(),
    origin[2] + p.GetZ(),
  ]);
}
