// What the reader holds on the stage, by pointer or keyboard, and held before time went back.
import type { Grab } from 'holonom';
import {
  KeyboardDragger,
  type Nudge,
  type Picked,
  PointerDragger,
  type Stage,
  type WorldView,
} from 'holonom/three';

/** The hands of the reader in one world. */
export class Hands {
  readonly #stage: Stage;
  readonly #view: WorldView;
  readonly #keyboard: KeyboardDragger;
  #pointer: PointerDragger;
  #taken: Grab[] = [];
  readonly #past: Grab[] = [];

  readonly #grabbed: (picked: Picked) => void;

  /** @param grabbed called with what the pointer takes hold of. */
  constructor(stage: Stage, view: WorldView, grabbed: (picked: Picked) => void) {
    this.#grabbed = grabbed;
    this.#stage = stage;
    this.#view = view;
    this.#keyboard = new KeyboardDragger(view, stage.camera);
    this.#pointer = this.#makePointer();
  }

  /** What the keyboard holds. */
  get picked(): Picked | undefined {
    return this.#keyboard.picked;
  }

  /** Takes hold of the next thing by the keyboard. */
  grabNext(): Picked | undefined {
    const picked = this.#keyboard.grabNext();
    if (picked) this.#remember();
    return picked;
  }

  /** Moves what the keyboard holds. */
  nudge(nudge: Nudge): void {
    this.#keyboard.nudge(nudge);
  }

  /** Lets go of what the keyboard holds. */
  release(): void {
    this.#keyboard.release();
  }

  /** Lets go of everything because time goes back: nobody moves those holds any more. */
  leave(): void {
    if (this.#pointer.dragging) {
      this.#pointer.dispose();
      this.#pointer = this.#makePointer();
    }
    this.#keyboard.release();
    this.#past.push(...this.#taken);
    this.#taken = [];
  }

  /** Lets go of what was held at the moment that time went back to. */
  releasePast(): void {
    for (const grab of this.#past) if (grab.alive) grab.release();
  }

  /** Draws the lines anew. */
  update(): void {
    this.#pointer.update();
    this.#keyboard.update();
  }

  dispose(): void {
    this.#pointer.dispose();
    this.#keyboard.dispose();
  }

  #makePointer(): PointerDragger {
    const { camera, canvas, controls } = this.#stage;
    return new PointerDragger(this.#view, camera, canvas, {
      ...(controls ? { controls } : {}),
      onGrab: (picked) => {
        this.#remember();
        this.#grabbed(picked);
        this.#keyboard.release();
      },
    });
  }

  #remember(): void {
    const grab = this.#view.world.grabs.at(-1);
    if (grab) this.#taken.push(grab);
  }
}
