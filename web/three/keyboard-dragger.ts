import { type Camera, Raycaster, Vector2, Vector3 } from 'three';
import {
  checkedCamera,
  checkedDragOptions,
  checkedFlag,
  checkedPoint,
  checkedView,
} from './checks.js';
import { canDrag, Drag, type DragOptions } from './drag.js';
import type { Picked, WorldView } from './world-view.js';

/** What the keyboard can do to a thing that is held: along the camera's right, up and line of sight. */
export type Nudge = readonly [right: number, up: number, away: number];

/**
 * Dragging without a pointer: takes hold of what is nearest to the middle of the picture,
 * then of the next nearest, and moves it in steps as seen from the camera.
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

  /** What is held. */
  get picked(): Picked | undefined {
    return this.#drag?.alive ? this.#drag.picked : undefined;
  }

  /** Takes hold of the next thing, going outwards from the middle of the picture. */
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

  /** Moves what is held. One unit is a twentieth of its distance from the camera. */
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

  /** Lets go. The next grab begins in the middle again. */
  release(restart = true): void {
    checkedFlag('restart', restart);
    this.#drag?.release();
    this.#drag = undefined;
    if (restart) this.#tried = [];
  }

  /** Draws the line anew. Call before rendering. */
  update(): void {
    if (this.#drag && !this.#drag.alive) this.release();
    this.#drag?.update();
  }

  /** Lets go. */
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

const sameThing = (a: Picked, b: Picked): boolean =>
  a.body === b.body && a.cloth === b.cloth && a.springNetwork === b.springNetwork;

// Rings of rays around the middle of the picture, out to nine tenths of it.
const spiral: [number, number][] = Array.from({ length: 160 }, (_, i) => {
  const radius = 0.9 * Math.sqrt(i / 160);
  const angle = i * 2.399963;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});
