import { type Camera, Raycaster, Vector2, Vector3 } from 'three';
import {
  checkedCamera,
  checkedDragOptions,
  checkedFlag,
  checkedPoint,
  checkedView,
} from './checks.js';
import { canDrag, Drag, type DragOptions } from './drag.js';
import { type Picked, pickedObject } from './picked.js';
import type { WorldView } from './world-view.js';

/** Steps of a dragged object along the camera's right, up and line of sight. */
export type Nudge = readonly [right: number, up: number, away: number];

/**
 * Drags objects without a pointer. It grabs the object nearest to the center of the image, then the next nearest, and
 * moves it in steps relative to the camera.
 * @example
 * const dragger = new KeyboardDragger(view, camera);
 * if (dragger.grabNext()) dragger.nudge([1, 0, 0]);
 * world.step(1 / 60);
 * dragger.release();
 */
export class KeyboardDragger {
  readonly #view: WorldView;
  readonly #camera: Camera;
  readonly #options: DragOptions;
  #drag: Drag | undefined;
  #tried: Picked[] = [];

  constructor(view: WorldView, camera: Camera, options: DragOptions = {}) {
    this.#view = checkedView(view);
    this.#camera = checkedCamera(camera);
    this.#options = checkedDragOptions(options);
  }

  /** Grabbed object. */
  get picked(): Picked | undefined {
    return this.#drag?.alive ? this.#drag.picked : undefined;
  }

  /** Grabs the next object, outward from the center of the image. */
  grabNext(): Picked | undefined {
    this.release(false);
    const hit = this.#search() ?? this.#again();
    if (!hit) return undefined;
    this.#tried.push(hit.picked);
    this.#drag = new Drag(
      this.#view,
      hit.picked,
      hit.intersection.point,
      this.#camera,
      this.#options,
    );
    return hit.picked;
  }

  /** Moves the grabbed object. One unit is a twentieth of its distance from the camera. */
  nudge(nudge: Nudge): void {
    const [right, up, away] = checkedPoint('nudge', nudge);
    const drag = this.#drag;
    if (!drag?.alive) return;
    const step = 0.05 * this.#camera.position.distanceTo(drag.target);
    const move = new Vector3(right, up, 0)
      .applyQuaternion(this.#camera.quaternion)
      .multiplyScalar(step);
    drag.moveTo(drag.target.clone().add(move));
    if (away !== 0) drag.moveAway(away * step);
  }

  /** Releases the object. The next grab starts at the center again. */
  release(restart = true): void {
    checkedFlag('restart', restart);
    this.#drag?.release();
    this.#drag = undefined;
    if (restart) this.#tried = [];
  }

  /** Updates the line. Call before rendering. */
  update(): void {
    if (this.#drag && !this.#drag.alive) this.release();
    this.#drag?.update();
  }

  /** Releases the object. */
  dispose(): void {
    this.release();
  }

  #again(): ReturnType<WorldView['pick']> {
    this.#tried = [];
    return this.#search();
  }

  #search(): ReturnType<WorldView['pick']> {
    const raycaster = new Raycaster();
    raycaster.params.Line.threshold = 0.05;
    for (const [x, y] of spiral) {
      raycaster.setFromCamera(new Vector2(x, y), this.#camera);
      const hit = this.#view.pick(raycaster);
      if (hit && canDrag(hit.picked) && !this.#tried.some((tried) => sameThing(tried, hit.picked)))
        return hit;
    }
    return undefined;
  }
}

const sameThing = (a: Picked, b: Picked): boolean => pickedObject(a) === pickedObject(b);

// Rings of rays around the center of the image, out to nine tenths of it.
const spiral: [number, number][] = Array.from({ length: 160 }, (_, i) => {
  const radius = 0.9 * Math.sqrt(i / 160);
  const angle = i * 2.399963;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});
