// What `import … from 'holonom/react'` gives: components for React Three Fiber.
export { Cloth, type ClothProps } from './cloth.js';
export { Joint, type JointProps } from './joint.js';
export { Physics, type PhysicsProps } from './physics.js';
export { RigidBody, type RigidBodyProps } from './rigid-body.js';
export { useAfterStep, useBeforeStep, useWorld } from './simulation.js';
