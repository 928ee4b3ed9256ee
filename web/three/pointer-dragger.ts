import { checkedCallback } from 'holonom/internal';
import { type Camera, Raycaster } from 'three';
import {
  checkedCamera,
  checkedControls,
  checkedDragOptions,
  checkedElement,
  checkedView,
} from './checks.js';
import { canDrag, Drag, type DragOptions } from './drag.js';
import type { Picked } from './picked.js';
import { aim } from './picking.js';
import type { WorldView } from './world-view.js';

/** Options of a {@link PointerDragger}. */
export interface PointerDraggerOptions extends DragOptions {
  /** Camera controls to disable during a drag. */
  readonly controls?: { enabled: boolean };
  /** Called when an object is grabbed. */
  readonly onGrab?: (picked: Picked) => void;
  /** Called when it is released. */
  readonly onRelease?: (picked: Picked) => void;
}

// A finger is wider than a mouse pointer. Search radius around a touch. Unit: pixels.
const fingerReach = 14;

/**
 * Drags bodies, particles of cloths, soft bodies and rods and nodes of spring networks with mouse, pen and fingers, several
 * at a time. The wheel moves the dragged object nearer or farther.
 * @example
 * const dragger = new PointerDragger(view, camera, canvas, { maxForce: 500 });
 * const beforeRendering = () => dragger.update();
 */
export class PointerDragger {
  readonly #view: WorldView;
  readonly #camera: Camera;
  readonly #element: HTMLElement;
  readonly #options: PointerDraggerOptions;
  readonly #drags = new Map<number, Drag>();
  readonly #raycaster = new Raycaster();
  readonly #listeners = new AbortController();

  constructor(
    view: WorldView,
    camera: Camera,
    element: HTMLElement,
    options: PointerDraggerOptions = {},
  ) {
    this.#view = checkedView(view);
    this.#camera = checkedCamera(camera);
    this.#element = checkedElement('element', element);
    this.#options = checkedDragOptions(options, ['controls', 'onGrab', 'onRelease']);
    checkedControls(this.#options.controls);
    for (const name of ['onGrab', 'onRelease'] as const) checkedCallback(name, this.#options[name]);
    const { signal } = this.#listeners;
    // In the capture phase, before camera controls on the same element.
    element.addEventListener('pointerdown', (event) => this.#down(event), {
      signal,
      capture: true,
    });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    element.addEventListener('wheel', (event) => this.#wheel(event), {
      signal,
      capture: true,
      passive: false,
    });
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      element.addEventListener(name, (event) => this.#release(event.pointerId), { signal });
    }
  }

  /** Whether an object is being dragged. */
  get dragging(): boolean {
    return this.#drags.size > 0;
  }

  /** Updates the lines and releases removed objects. Call before rendering. */
  update(): void {
    for (const [pointer, drag] of this.#drags) {
      if (drag.alive) drag.update();
      else this.#release(pointer);
    }
  }

  /** Releases everything and stops listening. */
  dispose(): void {
    for (const pointer of [...this.#drags.keys()]) this.#release(pointer);
    this.#listeners.abort();
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#drags.has(event.pointerId)) return;
    const hit = this.#find(event);
    if (!hit) return;
    event.stopImmediatePropagation();
    const { frequency, maxForce } = this.#options;
    const drag = new Drag(this.#view, hit.picked, hit.intersection.point, this.#camera, {
      frequency,
      maxForce,
    });
    this.#drags.set(event.pointerId, drag);
    this.#element.setPointerCapture(event.pointerId);
    if (this.#options.controls) this.#options.controls.enabled = false;
    this.#options.onGrab?.(hit.picked);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drags.get(event.pointerId);
    if (!drag) return;
    this.#aim(event.clientX, event.clientY);
    drag.moveAlong(this.#raycaster.ray);
  }

  #wheel(event: WheelEvent): void {
    if (!this.dragging) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const drag of this.#drags.values()) {
      const distance = this.#camera.position.distanceTo(drag.target);
      // One notch is about a hundred pixels: a tenth of the distance.
      drag.moveAway((-event.deltaY / 1000) * distance);
    }
  }

  #release(pointer: number): void {
    const drag = this.#drags.get(pointer);
    if (!drag) return;
    this.#drags.delete(pointer);
    drag.release();
    if (this.#options.controls && !this.dragging) this.#options.controls.enabled = true;
    this.#options.onRelease?.(drag.picked);
  }

  #find(event: PointerEvent): ReturnType<WorldView['pick']> {
    const reach = event.pointerType === 'touch' ? fingerReach : 0;
    const around = reach
      ? [
          [0, 0],
          [reach, 0],
          [-reach, 0],
          [0, reach],
          [0, -reach],
        ]
      : [[0, 0]];
    for (const [x, y] of around as [number, number][]) {
      this.#aim(event.clientX + x, event.clientY + y);
      const hit = this.#view.pick(this.#raycaster);
      if (hit && canDrag(hit.picked)) return hit;
    }
    return undefined;
  }

  #aim(clientX: number, clientY: number): void {
    aim(this.#raycaster, this.#camera, this.#element, clientX, clientY);
  }
}
