import type { Quat, Vec3 } from 'holonom';
import { addBall, addBox, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

/** Young's moduli of the rods. Unit: Pa. */
const moduli = { cantilever: 5e7, cord: 5e7, column: 5e7, strand: 4e5 };

/** Point from which the cord hangs. */
const hook: Vec3 = [0.25, 1.9, -0.7];
/** Coils of the cord: number, radius and height of one, and points of one. */
const [coils, coilRadius, pitch, coilPoints] = [10, 0.06, 0.04, 10];

/** Length of the straight piece at each end of the cord, and its segments. */
const [lead, leadSegments] = [0.08, 3];
const straight = (from: number) =>
  Array.from({ length: leadSegments }, (_, i): Vec3 => [0, from - (lead * i) / leadSegments, 0]);
/** Points of a helix down from the origin, whose ends are on its axis. */
const helix = [
  ...straight(0),
  ...Array.from({ length: coils * coilPoints + 1 }, (_, i): Vec3 => {
    const angle = (2 * Math.PI * i) / coilPoints;
    const radius = coilRadius * Math.min(1, i / 5, (coils * coilPoints - i) / 5);
    return [radius * Math.cos(angle), -lead - (pitch * i) / coilPoints, radius * Math.sin(angle)];
  }),
  ...straight(-lead * (1 + 1 / leadSegments) - coils * pitch),
];

const [columnHeight, columnSegments] = [1.2, 24];
/** Points of an upright rod with a small bow: without it nothing would decide to which side it buckles. */
const column = Array.from({ length: columnSegments + 1 }, (_, i): Vec3 => {
  const share = i / columnSegments;
  return [0.004 * Math.sin(Math.PI * share) ** 2, columnHeight * share, 0];
});
/** How far a plate presses the column down, and how long that and the way back take. Units: m and s. */
const [press, period] = [0.25, 6];

/** Rotation of the upper clamp of the column: its x axis is up, and it is twisted about that. */
function twisted(degrees: number): Quat {
  const half = (degrees * Math.PI) / 360;
  const [sin, cos] = [Math.SQRT1_2 * Math.sin(half), Math.SQRT1_2 * Math.cos(half)];
  return [sin, sin, cos, cos];
}

export default defineScene({
  title: 'Rods',
  description:
    'A rod clamped at one end bends under its weight, a telephone cord carries a ball, a plate presses a rod until it buckles, and flexible strands lie over a ball. Make them stiffer, or let the plate twist its rod more.',
  group: 'cloth',
  tags: ['rod', 'contact'],
  order: 31,
  camera: { position: [1, 1.7, 5.2], target: [0, 0.9, 0] },
  settings: { substeps: 5 },
  controls: {
    stiffness: {
      label: "Young's modulus factor",
      help: "Multiplies Young's modulus of all rods.",
      value: 1,
      min: 0.2,
      max: 10,
      step: 0.01,
      logarithmic: true,
      live: true,
    },
    twist: {
      label: 'Twist',
      help: 'Turns the plate while it presses the rod down.',
      value: 360,
      min: 0,
      max: 720,
      step: 1,
      unit: '°',
    },
  },
  build({ world, values }) {
    addGround(world);
    const material = { springDamping: 0.02, damping: 0.2, friction: 0.5 } as const;
    addBox(world, [-1.5, 0.7, -0.7], [0.2, 1.4, 0.2], { type: 'static', name: 'post' });
    const cantilever = world.addRod({
      name: 'cantilever',
      length: 1.1,
      segments: 24,
      radius: 0.015,
      position: [-0.85, 1.3, -0.7],
      clamps: ['left'],
      youngsModulus: moduli.cantilever * values.stiffness,
      ...material,
    });

    const [x, y, z] = hook;
    addBox(world, [x, y + 0.04, z], [0.4, 0.08, 0.3], { type: 'static', name: 'ceiling' });
    const cord = world.addRod({
      name: 'cord',
      points: helix.flat(),
      radius: 0.008,
      position: hook,
      clamps: ['left'],
      youngsModulus: moduli.cord * values.stiffness,
      ...material,
    });
    const ballRadius = 0.09;
    const bottom = y - coils * pitch - 2 * lead;
    const ball = addBall(world, [x, bottom - ballRadius / 2, z], ballRadius, {
      name: 'ball',
      mass: 0.1,
    });
    // More than the end, so that the ball keeps the lead's direction.
    for (let k = 1; k <= leadSegments; k++)
      world.addAttachment({ rod: cord, point: cord.count - k, body: ball });

    const pressed: Vec3 = [1.1, 0.1, 0];
    addBox(world, [pressed[0], 0.05, 0], [0.3, 0.1, 0.3], { type: 'static', name: 'base' });
    const upright = world.addRod({
      name: 'column',
      points: column.flat(),
      radius: 0.015,
      position: pressed,
      clamps: ['left', 'right'],
      youngsModulus: moduli.column * values.stiffness,
      ...material,
    });
    const last = upright.count - 1;
    const plateAt = (height: number): Vec3 => [pressed[0], pressed[1] + height + 0.03, 0];
    const plate = addBox(world, plateAt(columnHeight), [0.3, 0.06, 0.3], {
      type: 'kinematic',
      name: 'plate',
    });

    addBall(world, [-0.7, 0.35, 0.5], 0.35, { type: 'static', name: 'stone', friction: 0.6 });
    const strands = Array.from({ length: 8 }, (_, i) =>
      world.addRod({
        name: 'strand',
        length: 1.3,
        segments: 20,
        radius: 0.012,
        position: [-0.7, 0.74 + 0.03 * (i % 3), 0.5 + 0.035 * (i - 3.5)],
        youngsModulus: moduli.strand * values.stiffness,
        ...material,
      }),
    );
    return {
      beforeStep(time) {
        const down = (1 - Math.cos((2 * Math.PI * time) / period)) / 2;
        const height = columnHeight - press * down;
        const positions = upright.positions.slice();
        positions[3 * last + 1] = pressed[1] + height;
        upright.positions = positions;
        upright.turnClamp('right', twisted(values.twist * down));
        plate.moveTo(plateAt(height), turn([0, 1, 0], values.twist * down));
      },
      apply({ stiffness }) {
        cantilever.youngsModulus = moduli.cantilever * stiffness;
        cord.youngsModulus = moduli.cord * stiffness;
        upright.youngsModulus = moduli.column * stiffness;
        for (const strand of strands) strand.youngsModulus = moduli.strand * stiffness;
      },
    };
  },
});
