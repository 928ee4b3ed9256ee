// Transforms with scale and shear, as of glTF nodes.
import type { Quat, Vec3 } from '../types.js';
import { cross, dot } from '../vectors.js';

/** Axes x, y, z of a node with their lengths, and its origin. */
export interface Frame {
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly origin: Vec3;
}

export const world: Frame = {
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

const map = (one: (axis: 0 | 1 | 2) => number): Vec3 => [one(0), one(1), one(2)];
const length = (v: Vec3): number => Math.hypot(...v);
const unit = (v: Vec3): Vec3 => {
  const size = length(v);
  return map((i) => v[i] / size);
};

/** Transforms a direction. */
export const turn = ({ axes: [x, y, z] }: Frame, v: Vec3): Vec3 =>
  map((i) => x[i] * v[0] + y[i] * v[1] + z[i] * v[2]);

/** Transforms a point. */
export function place(frame: Frame, point: Vec3): Vec3 {
  const turned = turn(frame, point);
  return map((i) => frame.origin[i] + turned[i]);
}

/** Transforms a frame. */
export const within = (outer: Frame, { axes, origin }: Frame): Frame => ({
  axes: [turn(outer, axes[0]), turn(outer, axes[1]), turn(outer, axes[2])],
  origin: place(outer, origin),
});

export const times = ([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

export const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

/** Makes a frame from position, rotation and scale. */
export function frameOf(position: Vec3, rotation: Quat, scale: Vec3 = [1, 1, 1]): Frame {
  const size = Math.hypot(...rotation);
  const [x, y, z, w] = rotation.map((part) => part / size) as Quat;
  const column = (a: Vec3, by: number): Vec3 => map((i) => by * a[i]);
  return {
    axes: [
      column([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], scale[0]),
      column([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], scale[1]),
      column([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], scale[2]),
    ],
    origin: position,
  };
}

/** Lengths of the axes. */
export const scaleOf = ({ axes }: Frame): Vec3 => map((i) => length(axes[i]));

/** Whether the frame mirrors. */
export const isMirrored = ({ axes: [x, y, z] }: Frame): boolean => dot(cross(x, y), z) < 0;

/** Whether the axes are not at right angles. */
export function isSheared({ axes: [x, y, z] }: Frame): boolean {
  const slant = (a: Vec3, b: Vec3) => Math.abs(dot(a, b)) > 1e-5 * length(a) * length(b);
  return slant(x, y) || slant(y, z) || slant(z, x);
}

/** Nearest rigid frame: keeps the direction of x, with y at a right angle. */
export function rigid({ axes, origin }: Frame): Frame {
  const x = unit(axes[0]);
  const along = dot(x, axes[1]);
  const y = unit(map((i) => axes[1][i] - along * x[i]));
  return { axes: [x, y, cross(x, y)], origin };
}

/** Inverse of a rigid frame. */
function inverse({ axes, origin }: Frame): Frame {
  const rows: Frame['axes'] = [
    map((i) => axes[i][0]),
    map((i) => axes[i][1]),
    map((i) => axes[i][2]),
  ];
  return { axes: rows, origin: map((i) => -dot(axes[i], origin)) };
}

/** A frame relative to a rigid one. */
export const seenFrom = (outer: Frame, inner: Frame): Frame => within(inverse(outer), inner);

/**
 * Rotation of a rigid frame, computed from its largest component; of the two equivalent quaternions, the one with w ≥
 * 0.
 */
export function rotationOf({ axes: [x, y, z] }: Frame): Quat {
  const [xx, yy, zz] = [x[0], y[1], z[2]];
  const parts = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const largest = parts.indexOf(Math.max(...parts));
  const s = 2 * Math.sqrt(parts[largest] as number);
  const [xy, zx, yz] = [x[1] + y[0], z[0] + x[2], y[2] + z[1]];
  const [wx, wy, wz] = [y[2] - z[1], z[0] - x[2], x[1] - y[0]];
  const rows: Quat[] = [
    [s * s, 4 * xy, 4 * zx, 4 * wx],
    [4 * xy, s * s, 4 * yz, 4 * wy],
    [4 * zx, 4 * yz, s * s, 4 * wz],
    [4 * wx, 4 * wy, 4 * wz, s * s],
  ];
  const row = rows[largest] as Quat;
  const sign = row[3] < 0 ? -1 : 1;
  return row.map((part) => (sign * part) / (4 * s)) as Quat;
}
