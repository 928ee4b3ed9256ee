import type { Body, BodyDescription, Vec3 } from 'holonom';
import { addBox, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const [length, width, thickness] = [7, 8, 0.3];
const radius = 0.25;
/** Turns of the cones on the ground about their tips. Unit: rad/s. */
const pace = 1.5;

export default defineScene({
  title: 'Rolling shapes',
  description:
    'Four shapes start together: the ball and the ellipsoid stay level, the cylinder falls behind, and the hollow one comes last. Only the spread of the mass counts, unless there is no friction. A cone rolls about its tip: it swings on the slope and goes in circles on the ground.',
  group: 'rigid',
  tags: ['rigid', 'friction'],
  order: 25,
  camera: { position: [5.6, 7.6, 14.2], target: [0, 0.3, 1.5] },
  controls: {
    angle: { label: 'Slope', value: 12, min: 4, max: 30, step: 1, unit: '°' },
    friction: { label: 'Friction', value: 0.6, min: 0, max: 1, step: 0.05, live: true },
  },
  build({ world, values }) {
    const ground = addGround(world, 1);
    const angle = (values.angle * Math.PI) / 180;
    // Down is towards the reader.
    const [down, normal]: Vec3[] = [
      [0, -Math.sin(angle), Math.cos(angle)],
      [0, Math.cos(angle), Math.sin(angle)],
    ];
    const middle = 0.02 + (length / 2) * Math.sin(angle);
    /** A point of the ramp, from its middle down, and above it. */
    const onRamp = (x: number, along: number, above = 0): Vec3 =>
      sum([x, middle, -1], scaled(down, along), scaled(normal, above));
    addBox(world, onRamp(0, 0, -thickness / 2), [width, thickness, length], {
      type: 'static',
      name: 'ramp',
      rotation: turn([1, 0, 0], values.angle),
      friction: 1,
    });
    addBox(world, [-1.6, 0.2, 6.4], [4.8, 0.4, 0.2], { type: 'static', name: 'stop' });

    const common = { frictionCombine: 'multiply', friction: values.friction } as const;
    const start = -length / 2 + 0.5;
    const across = turn([0, 0, 1], 90);
    const half = 0.3;
    const cylinder = { cylinder: { radius, halfHeight: half } };
    // A thin tube about y.
    const about = radius * radius;
    const aside = about / 2 + (half * half) / 3;
    const racers: Partial<BodyDescription>[] = [
      { name: 'ball', shape: { sphere: { radius } } },
      { name: 'ellipsoid', shape: { ellipsoid: { radii: [radius, 0.45, radius] } } },
      { name: 'cylinder', shape: cylinder },
      { name: 'hollow cylinder', shape: cylinder, mass: 1, inertia: [aside, about, aside] },
    ];
    racers.forEach((racer, i) => {
      const position = onRamp(-3.1 + 1.1 * i, start, radius);
      world.addBody({ ...common, position, rotation: across, ...racer } as BodyDescription);
    });
    const addCone = (tip: Vec3, out: Vec3, up: Vec3, height: number, turns: number): Body =>
      world.addBody({ ...common, ...lyingCone(tip, out, up, 0.36, height, turns), name: 'cone' });
    addCone(onRamp(2.4, start), [-1, 0, 0], normal, 1.1, 0);
    addCone([2.5, 0, 5], [-1, 0, 0], [0, 1, 0], 1.1, pace);
    addCone([4.6, 0, 4.6], [0, 0, -1], [0, 1, 0], 0.6, -pace);

    return {
      apply: (changed) => {
        for (const body of world.bodies)
          if (body !== ground && body.type === 'dynamic') body.friction = changed.friction;
      },
    };
  },
});

const scaled = (v: Vec3, by: number) => v.map((part) => by * part) as Vec3;
const sum = (...all: Vec3[]) =>
  [0, 1, 2].map((k) => all.reduce((s, v) => s + (v[k] ?? 0), 0)) as Vec3;
const cross = ([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): Vec3 => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

/**
 * A cone that lies on a plane and rolls about its tip.
 * @param out direction from the tip in the plane to the base
 * @param up normal of the plane
 * @param turns angular velocity of the circle about `up`. Unit: rad/s.
 */
function lyingCone(
  tip: Vec3,
  out: Vec3,
  up: Vec3,
  base: number,
  height: number,
  turns: number,
): BodyDescription {
  const slant = Math.hypot(base, height);
  const toBase = sum(scaled(out, height / slant), scaled(up, base / slant));
  const y = scaled(toBase, -1);
  const z = cross(out, up);
  const x = cross(y, z);
  return {
    position: sum(tip, scaled(toBase, height)),
    rotation: { matrix: [0, 1, 2].flatMap((k) => [x[k], y[k], z[k]] as number[]) },
    shape: { cone: { radius: base, height } },
    // Without slip, points on the line of contact are at rest: it turns about that line.
    angularVelocity: scaled(out, (-turns * height) / base),
    linearVelocity: scaled(z, (-turns * 0.75 * height * height) / slant),
  };
}
