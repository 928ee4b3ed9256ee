import type { EulerOrder, RotationForms, RotationLike } from 'holonom';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { ball, holonom, makeWorld, refusal } from './fixture';

const orders = ['xyz', 'xzy', 'yxz', 'yzx', 'zxy', 'zyx'] as const;
const quarter = Math.PI / 2;

/** The angle between two quaternions; q and −q are one rotation. */
function angleBetween(a: readonly number[], b: readonly number[]): number {
  const difference = Math.min(
    Math.hypot(...a.map((value, index) => value - (b[index] as number))),
    Math.hypot(...a.map((value, index) => value + (b[index] as number))),
  );
  return 2 * difference;
}

test('every form of a rotation is the same quaternion', () => {
  const s = Math.SQRT1_2;
  const forms: RotationLike[] = [
    [0, 0, s, s],
    { x: 0, y: 0, z: -2, w: -2 },
    new Quaternion(0, 0, s, s),
    new Float64Array([0, 0, s, s]),
    { euler: { order: 'zyx', angles: [quarter, 0, 0] } },
    { euler: { order: 'zxz', angles: new Vector3(quarter, 0, 0) } },
    { axisAngle: { axis: [0, 0, 5], angle: quarter } },
    { axisAngle: { axis: new Vector3(0, 0, -1), angle: -quarter } },
    { rotationVector: [0, 0, quarter] },
    { matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1] },
    { angle: quarter },
  ];
  for (const form of forms) {
    const quaternion = holonom.convertRotation(form, 'quaternion');
    expect(angleBetween(quaternion, [0, 0, s, s])).toBeLessThan(1e-15);
  }
});

test('Euler angles and matrices are those of Three.js', () => {
  for (const order of orders) {
    const name = order.toUpperCase() as 'XYZ';
    const euler = new Euler(0.3, -0.7, 1.1, name);
    const of = { x: euler.x, y: euler.y, z: euler.z };
    const angles = [...order].map((axis) => of[axis as 'x']) as [number, number, number];
    const theirs = new Quaternion().setFromEuler(euler).toArray();
    const rotation = { euler: { order, angles } };
    expect(angleBetween(holonom.convertRotation(rotation, 'quaternion'), theirs)).toBeLessThan(
      1e-14,
    );
    const back = holonom.convertRotation(theirs, 'euler', order).euler;
    expect(back.order).toBe(order);
    expect(back.gimbalLock).toBe(false);
    for (const axis of [0, 1, 2]) expect(back.angles[axis]).toBeCloseTo(angles[axis] as number, 13);
    const { matrix } = holonom.convertRotation(rotation, 'matrix');
    const columns = new Matrix4().makeRotationFromEuler(euler).elements;
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        expect(matrix[3 * row + column]).toBeCloseTo(columns[4 * column + row] as number, 14);
  }
});

test('what one form gives, every form takes back', () => {
  const start = holonom.convertRotation([0.1, -0.5, 0.3, 0.8], 'quaternion');
  const forms = ['quaternion', 'euler', 'axisAngle', 'rotationVector', 'matrix'] as const;
  for (const form of forms) {
    const written: RotationForms[typeof form] = holonom.convertRotation(start, form);
    expect(angleBetween(holonom.convertRotation(written, 'quaternion'), start)).toBeLessThan(1e-14);
  }
  expect(holonom.convertRotation({ angle: -2 }, 'angle').angle).toBeCloseTo(-2, 15);
});

test('gimbal lock is told, also of the rounded rotation of a body', () => {
  const rotation = { euler: { order: 'yxz', angles: [0.4, quarter, 0.2] } } as const;
  const exact = holonom.convertRotation(rotation, 'euler', 'yxz').euler;
  expect(exact.gimbalLock).toBe(true);
  expect(exact.angles[2]).toBe(0);
  expect(exact.angles[0]).toBeCloseTo(0.2, 12); // 0.4 − 0.2
  const body = makeWorld().addBody({ ...ball, rotation });
  expect(holonom.convertRotation(body.rotation, 'euler', 'yxz').euler.gimbalLock).toBe(true);
});

test('bodies take every form, in descriptions and when set', () => {
  const world = makeWorld();
  const body = world.addBody({ ...ball, rotation: { axisAngle: { axis: [0, 1, 0], angle: 1 } } });
  expect(body.rotation[1]).toBeCloseTo(Math.sin(0.5), 7);
  body.rotation = { rotationVector: [0, 0, 1] };
  expect(body.rotation[2]).toBeCloseTo(Math.sin(0.5), 7);
  expect(body.rotation[3]).toBeCloseTo(Math.cos(0.5), 7);
  const { path } = refusal(() => {
    body.rotation = { matrix: [1, 0, 0, 0, 1, 0, 0, 0, -1] };
  });
  expect(path).toBe('rotation.matrix');
  expect(body.rotation[2]).toBeCloseTo(Math.sin(0.5), 7);
});

test.each<[rotation: unknown, code: string, path: string, message: string]>([
  [undefined, 'type', 'rotation', 'a quaternion'],
  ['north', 'type', 'rotation', 'a quaternion'],
  [[0, 0, 0, 0], 'range', 'rotation', 'not zero'],
  [[0, 0, Number.NaN, 1], 'finite', 'rotation[2]', 'finite'],
  [{ quat: [0, 0, 0, 1] }, 'unknown-field', 'rotation.quat', 'euler'],
  [{ eulr: {} }, 'unknown-field', 'rotation.eulr', "did you mean 'euler'"],
  [{ euler: { angles: [1, 2, 3] } }, 'missing', 'rotation.euler.order', 'order'],
  [{ euler: { order: 'xy', angles: [1, 2, 3] } }, 'range', 'rotation.euler.order', "'xyz'"],
  [{ axisAngle: { axis: [0, 0, 0], angle: 1 } }, 'range', 'rotation.axisAngle.axis', 'not zero'],
  [{ matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }, 'range', 'rotation.matrix', 'mirrors'],
  [{ matrix: [1, 0, 0, 1, 0, 0, 0, 0, 1] }, 'range', 'rotation.matrix', 'singular'],
  [{ angle: '90°' }, 'type', 'rotation.angle', 'radians'],
])('%j is no rotation', (rotation, code, path, message) => {
  const error = refusal(() => holonom.convertRotation(rotation as RotationLike, 'matrix'));
  expect(error).toMatchObject({ code, path });
  expect(error.message).toContain(message);
});

test('the wanted form is checked too', () => {
  const convert = (form: string, order?: string) =>
    refusal(() => holonom.convertRotation({ angle: 1 }, form as 'euler', order as EulerOrder));
  expect(convert('eulr').message).toContain("did you mean 'euler'");
  expect(convert('euler', 'zyxx')).toMatchObject({ code: 'range', path: 'order', value: 'zyxx' });
  const tilted = refusal(() => holonom.convertRotation({ rotationVector: [1, 0, 0] }, 'angle'));
  expect(tilted.message).toContain('about z');
});
