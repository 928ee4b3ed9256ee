import type { Body } from 'holonom';
import { BodyMotion } from 'holonom/internal';
import {
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  type Material,
  Matrix4,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';

const [position, rotation, one] = [new Vector3(), new Quaternion(), new Vector3(1, 1, 1)];
const matrix = new Matrix4();

/** Draws bodies by one call, with a geometry and material of the caller. */
export class BoundInstances {
  readonly object: InstancedMesh;
  readonly bodies: readonly Body[];
  readonly #motions: readonly BodyMotion[];

  constructor(
    view: Object3D,
    bodies: readonly Body[],
    geometry: BufferGeometry,
    material: Material | Material[],
  ) {
    this.bodies = bodies;
    this.#motions = bodies.map((body) => new BodyMotion(body));
    this.object = new InstancedMesh(geometry, material, bodies.length);
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
    // Bounds of moving instances would have to be computed each frame.
    this.object.frustumCulled = false;
    this.object.castShadow = this.object.receiveShadow = true;
    view.add(this.object);
    this.update(1);
  }

  bodyAt(instance: number | undefined): Body | undefined {
    return instance === undefined ? undefined : this.bodies[instance];
  }

  capture(): void {
    for (const motion of this.#motions) motion.capture();
  }

  step(): void {
    for (const motion of this.#motions) motion.step();
  }

  /** Moves the instances. Those of removed bodies vanish, until a restored state has the bodies again. */
  update(share: number): boolean {
    for (const [i, motion] of this.#motions.entries()) {
      if (motion.update(share)) {
        position.fromArray(motion.position);
        matrix.compose(position, rotation.fromArray(motion.rotation), one);
      } else matrix.makeScale(0, 0, 0); // invisible and not pickable
      this.object.setMatrixAt(i, matrix);
    }
    this.object.instanceMatrix.needsUpdate = true;
    // Ray casts test the bounds first, which are outdated.
    this.object.boundingSphere = null;
    return true;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.dispose();
  }
}
