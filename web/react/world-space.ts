// Draws what a world moves where the world has it, whatever groups the component stands in.
import { Matrix4, type Object3D, type Quaternion, Vector3 } from 'three';

const origin = new Vector3();
const one = new Vector3(1, 1, 1);
const inverse = new Matrix4();

/** Puts an object at a pose in world axes, with the world's own scale. */
export function placeInWorld(
  object: Object3D,
  rotation: Quaternion,
  position: Vector3 = origin,
): void {
  // Three.js must not compute it again: groups may still move after this, in the same frame.
  object.matrixAutoUpdate = false;
  object.matrixWorldAutoUpdate = false;
  object.matrixWorld.compose(position, rotation, one);
  object.matrixWorldNeedsUpdate = true; // for those inside
  // The local pose agrees, for exporters and whoever else reads it.
  object.matrix.copy(object.matrixWorld);
  if (object.parent) {
    object.parent.updateWorldMatrix(true, false);
    object.matrix.premultiply(inverse.copy(object.parent.matrixWorld).invert());
  }
  object.matrix.decompose(object.position, object.quaternion, object.scale);
}
