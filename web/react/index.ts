// Entry point `holonom/react`: components for React Three Fiber.
export type { BodyEvents } from './events.js';
export { Physics, type PhysicsProps } from './physics.js';
export { RigidBody, type RigidBodyProps } from './rigid-body.js';
export { useAfterStep, useBeforeStep, useWorld } from './simulation.js';
export { SpringNetwork, type SpringNetworkProps } from './spring-network.js';
export {
  Grains,
  type GrainsProps,
  Rod,
  type RodProps,
  Rope,
  type RopeProps,
  type StrandLook,
} from './strands.js';
export { Cloth, type ClothProps, SoftBody, type SoftBodyProps } from './surfaces.js';
export {
  Attachment,
  type AttachmentProps,
  Force,
  type ForceProps,
  Joint,
  type JointProps,
} from './ties.js';
