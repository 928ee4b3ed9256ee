import type { Body, Quat, ShapeDescription, Vec3, World } from 'holonom';
import { addBox, addGround, seeded, turn } from './parts/common.js';
import { prism } from './parts/surfaces.js';
import { defineScene } from './scene.js';

/** Distance between lanes, height of the barrels, and where the muzzles are. Unit: m. */
const [pitch, height, muzzle] = [1.4, 1, -1.8];
/** Where the plates stand, and where a bullet has gone through. Unit: m. */
const [target, behind] = [1, 2];
const magazine = 16;
/** Time between two shots of a lane. Unit: s. */
const period = 0.6;
const steel = { density: 7800, friction: 0.4 } as const;
const lead = { mass: 0.02, friction: 0.4, rollingFriction: 0.01, name: 'bullet' } as const;

export default defineScene({
  title: 'Bullets and plates',
  description:
    'Bullets of many shapes hit thin plates on hinges, springs and axles. In a step they move by hundreds of times the thickness of a plate, yet none passes. Switch continuous collision off, and most do: they are caught behind.',
  group: 'rigid',
  tags: ['rigid', 'joints', 'contact'],
  order: 27,
  camera: { position: [-1.6, 4.6, 8.2], target: [0, 0.3, 0] },
  controls: {
    continuous: {
      label: 'Continuous collision',
      value: true,
      live: true,
      setting: 'continuous',
    },
    speed: { label: 'Speed', value: 300, min: 10, max: 300, step: 10, unit: 'm/s', live: true },
    thickness: { label: 'Thickness', value: 5, min: 2, max: 50, step: 1, unit: 'mm' },
  },
  build({ world, values }) {
    addGround(world);
    const guns = lanes.map(({ shape, rotation = [0, 0, 0, 1], add }, i) => {
      const z = ((lanes.length - 1) / 2 - i) * pitch;
      addBarrel(world, z);
      add(world, z, values.thickness / 1000);
      return { z, shape, rotation, bullets: [] as Body[], shots: 0 };
    });
    const random = seeded(7);
    let { speed } = values;
    let rounds = 0;
    const fire = ({ z, shape, rotation, bullets, shots }: (typeof guns)[number]): void => {
      const motion = {
        position: [muzzle, height + 0.1 * (random() - 0.5), z + 0.1 * (random() - 0.5)] as Vec3,
        rotation,
        linearVelocity: [speed, 0, 0] as Vec3,
        angularVelocity: [0, 0, 0] as Vec3,
      };
      const used = bullets[shots % magazine];
      if (used) Object.assign(used, motion);
      else bullets.push(world.addBody({ ...motion, shape, ...lead }));
    };
    const apply = (changed: typeof values) => {
      speed = changed.speed;
      world.continuous = changed.continuous;
    };
    apply(values);
    return {
      apply,
      beforeStep(time) {
        for (const { bullets, z } of guns)
          for (const bullet of bullets)
            if (bullet.position[0] > behind && bullet.linearVelocity[0] > 4) {
              bullet.position = [behind + 0.4 * random(), height, z];
              bullet.linearVelocity = [1, 0, 0];
              bullet.angularVelocity = [0, 0, 0];
            }
        if (time + 1e-6 < rounds * period) return;
        rounds++;
        for (const gun of guns) {
          fire(gun);
          gun.shots++;
        }
      },
    };
  },
});

function addBarrel(world: World, z: number): void {
  world.addBody({
    type: 'static',
    name: 'barrel',
    position: [muzzle - 0.5, height, z],
    rotation: turn([0, 1, 0], 90),
    shape: { hull: { points: prism(16, 0.12, 1) } },
    collisionMask: 0,
  });
  addBox(world, [muzzle - 0.6, height / 2 - 0.06, z], [0.3, height - 0.12, 0.3], {
    type: 'static',
    name: 'stand',
    collisionMask: 0,
  });
}

/** A plate before a muzzle. */
const addPlate = (world: World, z: number, thickness: number): Body =>
  addBox(world, [target, height, z], [thickness, 0.9, 0.9], { ...steel, name: 'plate' });

/** A static frame that nothing meets. */
const addPole = (world: World, position: Vec3, size: Vec3): Body =>
  addBox(world, position, size, { type: 'static', name: 'pole', collisionMask: 0 });

/** Points of a cylinder along x with a cone before it. */
const pointed = (radius: number, length: number): number[] => {
  const points = [1.5 * length, 0, 0];
  for (let i = 0; i < 12; i++) {
    const angle = (2 * Math.PI * i) / 12;
    for (const x of [-0.5, 0.5])
      points.push(x * length, radius * Math.cos(angle), radius * Math.sin(angle));
  }
  return points;
};

const lanes: readonly {
  readonly shape: ShapeDescription;
  readonly rotation?: Quat;
  /** What its bullets hit. */
  readonly add: (world: World, z: number, thickness: number) => void;
}[] = [
  {
    shape: { sphere: { radius: 0.06 } },
    add(world, z, thickness) {
      addBox(world, [target, height, z], [thickness, 0.9, 0.9], {
        ...steel,
        type: 'static',
        name: 'plate',
      });
      addPole(world, [target + 0.03, height / 2, z], [0.04, height, 0.1]);
    },
  },
  {
    shape: { hull: { points: pointed(0.05, 0.12) } },
    add(world, z, thickness) {
      const top = height + 0.5;
      addPole(world, [target, top, z], [0.05, 0.05, 1.2]);
      for (const side of [-1, 1])
        addPole(world, [target, top / 2, z + side * 0.6], [0.05, top, 0.05]);
      const bodyA = addPlate(world, z, thickness);
      bodyA.angularDamping = 0.8;
      world.addJoint({ hinge: { bodyA, anchor: [target, top, z], axis: [0, 0, 1] } });
    },
  },
  {
    shape: { capsule: { radius: 0.045, halfHeight: 0.06 } },
    rotation: turn([0, 0, 1], 90),
    add(world, z, thickness) {
      addPole(world, [target, height, z - 0.5], [0.05, 2 * height, 0.05]);
      const bodyA = addPlate(world, z, thickness);
      const anchor: Vec3 = [target, height, z - 0.47];
      world.addJoint({
        hinge: {
          bodyA,
          anchor,
          axis: [0, 1, 0],
          limits: { lower: -2, upper: 2 },
          drive: { target: 0, frequency: 0.4, dampingRatio: 0.2 },
        },
      });
    },
  },
  {
    shape: { box: { halfExtents: [0.07, 0.05, 0.05] } },
    add(world, z, thickness) {
      addPole(world, [target + 0.5, height, z], [1.2, 0.05, 0.05]);
      addPole(world, [target + 1.1, height / 2, z], [0.05, height, 0.05]);
      world.addJoint({
        prismatic: {
          bodyA: addPlate(world, z, thickness),
          anchor: [target, height, z],
          axis: [1, 0, 0],
          drive: { target: 0, frequency: 0.5, dampingRatio: 0.2 },
        },
      });
    },
  },
  {
    shape: { hull: { points: prism(16, 0.08, 0.06) } },
    rotation: turn([1, 0, 0], 90),
    add(world, z, thickness) {
      const radius = 0.5;
      const axle: Vec3 = [target + radius / 2, height, z - radius / 2];
      addPole(world, [axle[0], height, axle[2]], [0.05, 2 * height, 0.05]);
      const bodyA = world.addBody({
        ...steel,
        name: 'wheel',
        position: axle,
        angularDamping: 0.5,
        shape: {
          compound: {
            parts: [0, 45, 90, 135].map((degrees) => ({
              rotation: turn([0, 1, 0], degrees),
              shape: { box: { halfExtents: [radius, 0.45, thickness / 2] } },
            })),
          },
        },
      });
      world.addJoint({ hinge: { bodyA, anchor: axle, axis: [0, 1, 0] } });
    },
  },
];
