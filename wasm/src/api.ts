// Exports of every entry point that loads the module.
export { Attachment } from './attachment.js';
export { Body, type BodyMassProperties } from './body.js';
export { Cloth } from './cloth.js';
export { Collection } from './collection.js';
export type { Contact, ContactEvent, ContactPoint } from './contacts.js';
export type { DebugSettings } from './debug-lines.js';
export type * from './definitions.generated.js';
export { definitions, diagnosticNames, sceneVersion, version } from './definitions.generated.js';
export type {
  Definitions,
  FieldDefinition,
  KindDefinition,
  StructDefinition,
} from './definitions.js';
export type { Energy, Momentum, Statistics } from './diagnostics.js';
export { type ErrorTexts, errorMessage, errorTexts, type HolonomErrorRule } from './error-texts.js';
export {
  HolonomError,
  type HolonomErrorCode,
  type HolonomErrorData,
  type HolonomErrorDetails,
  type HolonomErrorParameter,
  type HolonomErrorPicture,
} from './errors.js';
export type { ListenOptions, ObjectEvent, SensorEvent, WorldEvents } from './events.js';
export { FixedStepClock } from './fixed-step-clock.js';
export {
  DragForce,
  FieldForce,
  type Force,
  type ForceDescriptionOf,
  ForceObject,
  PointForce,
  SpringForce,
  TorqueForce,
} from './force.js';
export { Grab } from './grab.js';
export { Grains } from './grains.js';
export {
  BallJoint,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  HingeJoint,
  type Joint,
  type JointDescriptionOf,
  JointObject,
  type JointReaction,
  type JointRow,
  PrismaticJoint,
  PulleyJoint,
  RackAndPinionJoint,
} from './joint.js';
export { Holonom } from './library.js';
export type { LoadOptions } from './loading.js';
export type { MassProperties, SolidWithMass } from './mass-properties.js';
export type { QuatOut, Vec3Out } from './out.js';
export {
  type ParticleConstraintKind,
  type ParticleConstraints,
  type ParticleKind,
  ParticleObject,
} from './particle-object.js';
export type {
  OverlapOptions,
  ProximityHit,
  ProximityOptions,
  QueryOptions,
  RaycastOptions,
  RayHit,
  ShapeCastHit,
  ShapeCastOptions,
} from './queries.js';
export { Recording, type RecordOptions } from './recording.js';
export { Rod } from './rod.js';
export { Rope } from './rope.js';
export type { RotationForms } from './rotations.js';
export { SoftBody } from './soft-body.js';
export { type BlowUp, type SpringDiagnostics, SpringNetwork } from './spring-network.js';
export type {
  AttachmentId,
  BodyId,
  ClothId,
  DeepReadonly,
  EulerOrder,
  ForceId,
  GrabId,
  GrainsId,
  Id,
  IdLike,
  JointId,
  Quat,
  QuatLike,
  RodId,
  RopeId,
  RotationLike,
  SoftBodyId,
  SpringNetworkId,
  Vec2,
  Vec2Like,
  Vec3,
  Vec3Like,
} from './types.js';
export {
  type ConstrainedParticle,
  type ForceBounds,
  UserConstraint,
  type UserConstraintDescription,
  type UserReaction,
} from './user-constraint.js';
export {
  bodyState,
  type InstanceShape,
  type Instances,
  type ShapeGeometry,
  type StopReport,
  shapeNames,
} from './views.js';
export { type ForceGenerator, type ForceGeneratorOptions, World } from './world.js';
export { WorldObject } from './world-object.js';
