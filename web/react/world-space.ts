// Draws objects in the axes of the world, whatever the transforms of parent groups.
import { Matrix4, type Object3D, type Quaternion, Vector3 } from 'three';

const origin = new Vector3();
const one = new Vector3(1, 1, 1);
const inverse = new Matrix4();

/** Sets the pose of an object in world axes, with the scale of the world. */
export function placeInWorld(
  object: Object3D,
  rotation: Quaternion,
  position: Vector3 = origin,
): void {
  // Three.js must not recompute it: groups may still move after this, in the same frame.
  object.matrixAutoUpdate = false;
  object.matrixWorldAutoUpdate = false;
  object.matrixWorld.compose(position, rotation, one);
  object.matrixWorldNeedsUpdate = true; // for those inside
  // Keep the local pose consistent, for exporters and other readers.
  object.matrix.copy(object.matrixWorld);
  if (object.parent) {
    object.parent.updateWorldMatrix(true, false);
    object.matrix.premultiply(inverse.copy(object.parent.matrixWorld).invert());
  }
  object.matrix.decompose(object.position, object.quaternion, object.scale);
}
