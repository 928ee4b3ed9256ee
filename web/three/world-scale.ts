import { checkedNumber, viewReason } from 'holonom/internal';
import { Matrix4, Quaternion, Vector3 } from 'three';

const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
const one = new Vector3(1, 1, 1);

/**
 * A matrix without its position and rotation, as `Matrix4.decompose` defines them: its scale, and the shear of parents
 * that are scaled unevenly. Refuses a scale of 0.
 * @param path path of the object in error messages
 */
export function scaleOf(path: string, matrix: Matrix4): Matrix4 {
  checkedNumber(
    `${path}.scale`,
    matrix.determinant(),
    viewReason('scale-not-zero'),
    (it) => it !== 0,
  );
  matrix.decompose(position, rotation, scale);
  // Of a sheared matrix, the quaternion has another length.
  rotation.normalize();
  return new Matrix4().compose(position, rotation, one).invert().multiply(matrix);
}
