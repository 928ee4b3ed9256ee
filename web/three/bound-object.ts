import type { Body } from 'holonom';
import { BodyMotion } from 'holonom/internal';
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { scaleOf } from './world-scale.js';

const [position, rotation, one] = [new Vector3(), new Quaternion(), new Vector3(1, 1, 1)];
const inverse = new Matrix4();

/** An object of the caller that moves with a body. */
export class BoundObject {
  readonly object: Object3D;
  readonly bodies: readonly [Body];
  readonly #view: Object3D;
  readonly #motion: BodyMotion;
  /** Scale relative to the view, which the object keeps. */
  readonly #scale: Matrix4;
  readonly #added: boolean;
  readonly #automatic: Pick<Object3D, 'matrixAutoUpdate' | 'matrixWorldAutoUpdate'>;

  constructor(view: Object3D, body: Body, object: Object3D) {
    view.updateWorldMatrix(true, false);
    object.updateWorldMatrix(true, false);
    const added = object.parent === null;
    inverse.copy(view.matrixWorld).invert();
    this.#scale = scaleOf('object', added ? object.matrix : inverse.multiply(object.matrixWorld));
    this.#view = view;
    this.object = object;
    this.bodies = [body];
    this.#motion = new BodyMotion(body);
    this.#added = added;
    const { matrixAutoUpdate, matrixWorldAutoUpdate } = object;
    this.#automatic = { matrixAutoUpdate, matrixWorldAutoUpdate };
    // Three.js must not recompute the pose: parents may still move after this, in the same frame.
    object.matrixAutoUpdate = object.matrixWorldAutoUpdate = false;
    if (added) view.add(object);
    this.update(1);
  }

  bodyAt(): Body {
    return this.bodies[0];
  }

  capture(): void {
    this.#motion.capture();
  }

  step(): void {
    this.#motion.step();
  }

  /** Moves the object. Returns false if the body was removed. */
  update(share: number): boolean {
    if (!this.#motion.update(share)) return false;
    const { object } = this;
    position.fromArray(this.#motion.position);
    rotation.fromArray(this.#motion.rotation);
    this.#view.updateWorldMatrix(true, false);
    object.matrixWorld
      .compose(position, rotation, one)
      .premultiply(this.#view.matrixWorld)
      .multiply(this.#scale);
    object.matrixWorldNeedsUpdate = true; // for its children
    // Keep the local pose consistent, for exporters and other readers.
    object.matrix.copy(object.matrixWorld);
    if (object.parent) {
      object.parent.updateWorldMatrix(true, false);
      object.matrix.premultiply(inverse.copy(object.parent.matrixWorld).invert());
    }
    object.matrix.decompose(object.position, object.quaternion, object.scale);
    return true;
  }

  dispose(): void {
    Object.assign(this.object, this.#automatic);
    if (this.#added && this.object.parent === this.#view) this.#view.remove(this.object);
  }
}
