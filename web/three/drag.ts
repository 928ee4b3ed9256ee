import { Body, type Grab, type GrabDescription } from 'holonom';
import { checkedNumber } from 'holonom/internal';
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Quaternion,
  type Ray,
  SphereGeometry,
  Vector3,
} from 'three';
import {
  checkedCamera,
  checkedDragOptions,
  checkedPicked,
  checkedRay,
  checkedVector,
  checkedView,
} from './checks.js';
import { colorsOf } from './palette.js';
import { type Picked, pickedObject } from './picked.js';
import type { WorldView } from './world-view.js';

/** Options of a drag. */
export interface DragOptions {
  /**
   * Frequency of the spring. Default: 5 for bodies, 60 for particles and nodes, which are light and connected to
   * others. Unit: Hz.
   */
  readonly frequency?: number | undefined;
  /** Maximum force. Default: unlimited. Unit: N. */
  readonly maxForce?: number | undefined;
}

/**
 * Whether an object can be dragged. Static and kinematic bodies can't.
 * @example console.log(canDrag({ body: crate }), canDrag({ cloth, point: 3 }));
 */
export function canDrag(picked: Picked): boolean {
  const { body } = checkedPicked(picked);
  return body === undefined || body.type === 'dynamic';
}

/** A drag of one object in a plane that faces the camera, with a line from the object to its target. */
export class Drag {
  /** Dragged object. */
  readonly picked: Picked;
  /** Target position, in world axes of the Three.js scene. */
  readonly target = new Vector3();
  readonly #view: WorldView;
  readonly #grab: Grab;
  readonly #plane = new Plane();
  readonly #held = new Vector3();
  readonly #local = new Vector3();
  readonly #mark = new Group();
  readonly #line: Line<BufferGeometry, LineBasicMaterial>;
  readonly #knob: Mesh<SphereGeometry, MeshBasicMaterial>;

  /** @param point grabbed point, in world axes of the Three.js scene. */
  constructor(
    view: WorldView,
    picked: Picked,
    point: Vector3,
    camera: Camera,
    options: DragOptions = {},
  ) {
    this.#view = checkedView(view);
    this.picked = checkedPicked(picked);
    checkedVector('point', point);
    checkedCamera(camera);
    const { frequency = picked.body ? 5 : 60, maxForce } = checkedDragOptions(options);
    const at = view.worldToLocal(point.clone());
    const common = {
      target: at,
      frequency,
      maxForce,
    };
    if (picked.body) {
      this.#grab = view.world.grab({ body: picked.body, anchor: at, ...common });
      this.#local
        .copy(at)
        .sub(vectorOf(picked.body.position))
        .applyQuaternion(rotationOf(picked.body).invert());
    } else {
      const { cloth, rope, grains, softBody, rod, springNetwork, point: particle } = picked;
      const held = { cloth, rope, grains, softBody, rod, springNetwork, point: particle };
      this.#grab = view.world.grab({ ...held, ...common } as GrabDescription);
    }
    this.target.copy(point);
    this.#plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point);

    const color = colorsOf(view.theme).hold;
    const ends = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(new Float32Array(6), 3),
    );
    this.#line = new Line(
      ends,
      new LineBasicMaterial({ color, depthTest: false, transparent: true, toneMapped: false }),
    );
    const knobMaterial = new MeshBasicMaterial({
      color,
      depthTest: false,
      transparent: true,
      toneMapped: false,
    });
    this.#knob = new Mesh(
      new SphereGeometry(0.006 * camera.position.distanceTo(point), 16, 12),
      knobMaterial,
    );
    for (const part of [this.#line, this.#knob]) {
      part.frustumCulled = false;
      part.renderOrder = 11;
      part.raycast = () => {};
    }
    this.#mark.add(this.#line, this.#knob);
    view.add(this.#mark);
    this.update();
  }

  /** Moves the target to the intersection of a ray and the drag plane. */
  moveAlong(ray: Ray): void {
    const point = checkedRay('ray', ray).intersectPlane(this.#plane, new Vector3());
    if (point) this.moveTo(point);
  }

  /** Sets the target position, in world axes of the Three.js scene. */
  moveTo(point: Vector3): void {
    checkedVector('point', point);
    if (this.alive) this.#grab.moveTo(this.#view.worldToLocal(point.clone()));
    this.target.copy(point);
    this.update();
  }

  /** Moves target and plane along the line of sight, away from the camera. Unit: m. */
  moveAway(distance: number): void {
    checkedNumber('distance', distance);
    const move = this.#plane.normal.clone().multiplyScalar(distance);
    this.moveTo(this.target.clone().add(move));
    this.#plane.translate(move);
  }

  /** False after the dragged object was removed from the world. */
  get alive(): boolean {
    return !this.#view.world.disposed && this.#grab.alive;
  }

  /** Updates the line. Call before rendering. */
  update(): void {
    if (!this.alive) return;
    const object = pickedObject(this.picked);
    if (object instanceof Body)
      this.#held
        .copy(this.#local)
        .applyQuaternion(rotationOf(object))
        .add(vectorOf(object.position));
    else this.#held.fromArray(object.positions, 3 * (this.picked.point ?? 0));
    this.#view.worldToLocal(this.#knob.position.copy(this.target));
    const ends = this.#line.geometry.attributes.position as BufferAttribute;
    ends.setXYZ(0, ...this.#held.toArray());
    ends.setXYZ(1, ...this.#knob.position.toArray());
    ends.needsUpdate = true;
  }

  /** Ends the drag. */
  release(): void {
    if (this.alive) this.#grab.release();
    this.#mark.removeFromParent();
    this.#line.geometry.dispose();
    this.#line.material.dispose();
    this.#knob.geometry.dispose();
    this.#knob.material.dispose();
  }
}

const vectorOf = (at: readonly [number, number, number]): Vector3 => new Vector3(...at);
const rotationOf = (body: Body): Quaternion => new Quaternion(...body.rotation);
