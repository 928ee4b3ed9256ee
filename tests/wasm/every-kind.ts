// One of every kind and type of object.
import type { World } from 'holonom';
import { crate } from './fixture';

const grid = { grid: { size: [1, 1], segments: [2, 2] } } as const;
const at = (x: number) => ({ ...crate, position: [x, 3, 0] as const });

/** Adds an object of each kind and type, with what it needs. */
export const everyKind: Readonly<Record<string, (world: World) => Made>> = {
  body: (world) => world.addBody({ ...at(0), name: 'crate', mass: 3 }),
  'cloth of a grid': (world) => world.addCloth({ ...grid, pins: ['top'] }),
  rope: (world) => world.addRope({ length: 2, segments: 4 }),
  grains: (world) => world.addGrains({ base: [2, 2], layers: 2, radius: 0.1 }),
  'soft body of a lattice': (world) => world.addSoftBody({ lattice: { cells: [2, 1, 1] } }),
  'soft body of tetrahedra': (world) =>
    world.addSoftBody({
      tetrahedra: { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 1, 2, 3] },
      model: 'saint-venant-kirchhoff',
    }),
  rod: (world) => world.addRod({ length: 2, segments: 4, clamps: ['left'] }),
  'rod along points': (world) =>
    world.addRod({ points: [0, 0, 0, 1, 0, 0, 1, 1, 0], youngsModulus: 1e5 }),
  'spring network': (world) => world.addSpringNetwork({ ...grid, stiffness: 77 }),
  'attachment of cloth': (world) => world.addAttachment({ cloth: world.addCloth(grid), point: 1 }),
  'attachment of a node': (world) =>
    world.addAttachment({
      springNetwork: world.addSpringNetwork(grid),
      point: 2,
      body: world.addBody(at(0)),
    }),
  grab: (world) => world.grab({ body: world.addBody(at(0)), target: [0, 4, 0] }),
  'fixed joint': (world) => world.addJoint({ fixed: { bodyA: world.addBody(at(0)) } }),
  'ball joint': (world) => world.addJoint({ ball: { bodyA: world.addBody(at(0)) } }),
  'hinge joint': (world) =>
    world.addJoint({
      hinge: { bodyA: world.addBody(at(0)), bodyB: world.addBody(at(2)), axis: [0, 0, 1] },
    }),
  'prismatic joint': (world) =>
    world.addJoint({ prismatic: { bodyA: world.addBody(at(0)), axis: [1, 0, 0] } }),
  'distance joint': (world) =>
    world.addJoint({ distance: { bodyA: world.addBody(at(0)), anchorB: [0, 5, 0] } }),
  'gear joint': (world) =>
    world.addJoint({
      gear: { bodyA: world.addBody(at(0)), bodyB: world.addBody(at(2)), axisA: [0, 0, 1] },
    }),
  'rack and pinion joint': (world) =>
    world.addJoint({
      rackAndPinion: {
        bodyA: world.addBody(at(0)),
        bodyB: world.addBody(at(2)),
        axis: [0, 0, 1],
        direction: [1, 0, 0],
        radius: 1,
      },
    }),
  'pulley joint': (world) =>
    world.addJoint({
      pulley: {
        bodyA: world.addBody(at(0)),
        bodyB: world.addBody(at(2)),
        groundA: [0, 9, 0],
        groundB: [2, 9, 0],
      },
    }),
  'point force': (world) =>
    world.addForce({ point: { body: world.addBody(at(0)), force: [0, 1, 0] } }),
  torque: (world) => world.addForce({ torque: { body: world.addBody(at(0)), torque: [0, 1, 0] } }),
  field: (world) => world.addForce({ field: { acceleration: [0, 1, 0] } }),
  spring: (world) =>
    world.addForce({ spring: { bodyA: world.addBody(at(0)), anchorB: [0, 5, 0], stiffness: 9 } }),
  drag: (world) => world.addForce({ drag: { body: world.addBody(at(0)), linear: 2 } }),
};

/** The lists of a world, one for each kind. */
export const everyList = [
  'bodies',
  'joints',
  'forces',
  'cloths',
  'ropes',
  'grains',
  'softBodies',
  'rods',
  'springNetworks',
  'attachments',
  'grabs',
] as const;

export type Made = ReturnType<
  | World['addBody']
  | World['addCloth']
  | World['addRope']
  | World['addGrains']
  | World['addSoftBody']
  | World['addRod']
  | World['addSpringNetwork']
  | World['addAttachment']
  | World['grab']
  | World['addJoint']
  | World['addForce']
>;
