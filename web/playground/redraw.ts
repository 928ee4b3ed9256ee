// When a paused scene is drawn again: a picture like the one before costs a whole frame of the graphics card.
import type { World } from 'holonom';
import type { Stage } from 'holonom/three';

/** After what the reader does, as long as motions of the picture take to end. Unit: ms. */
const busy = 500;
/** Also where nothing is known to have changed, for what scripts change. Unit: ms. */
const atLeast = 500;
const deeds = [
  ...['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'wheel', 'click'],
  ...['keydown', 'keyup', 'input', 'change', 'resize', 'focus'],
];

export class Redraw {
  readonly #camera: Stage['camera'];
  #asked = 0;
  #drawn = 0;
  #seen = '';
  #world: World | undefined;

  constructor(camera: Stage['camera']) {
    this.#camera = camera;
    for (const deed of deeds)
      addEventListener(deed, () => this.ask(), { capture: true, passive: true });
  }

  /** Draws for a while. */
  ask(): void {
    this.#asked = performance.now();
  }

  /** Whether a frame is to be drawn. @param moves whether time goes on. */
  isDue(now: number, moves: boolean, world: World): boolean {
    const { matrixWorld, projectionMatrix } = this.#camera;
    const places = [...matrixWorld.elements, ...projectionMatrix.elements];
    const seen = `${world.stepCount} ${places.map((value) => value.toFixed(4))}`;
    const isDue =
      moves ||
      world !== this.#world ||
      seen !== this.#seen ||
      now - this.#asked < busy ||
      now - this.#drawn >= atLeast;
    this.#seen = seen;
    this.#world = world;
    if (isDue) this.#drawn = now;
    return isDue;
  }
}
