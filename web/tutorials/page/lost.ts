// Words in a picture that what moves has left: an empty picture could as well be a broken one.
import type { World } from 'holonom';
import type { Stage } from 'holonom/three';
import { softObjectsOf } from '../../site/soft-objects.js';
import { reachOf } from './reach.js';
import { say } from './words.js';

/** How often the picture is looked at, and how long it must have been empty. Unit: ms. */
const [pause, patience] = [250, 1000];
/** What bursts has places without an end. Unit: m. */
const farthest = 1e6;

export class Lost {
  readonly #stage: Stage;
  readonly #words: HTMLElement;
  #looked = -pause;
  #seen = 0;

  constructor(stage: Stage, words: HTMLElement) {
    this.#stage = stage;
    this.#words = words;
  }

  /** Looks whether anything that moves is in the picture. `now` is that of the frame, in ms. */
  update(now: number, world: World): void {
    if (now - this.#looked < pause) return;
    this.#looked = now;
    if (this.#sees(world)) this.#seen = now;
    const text = now - this.#seen < patience ? '' : say('lost');
    if (this.#words.textContent !== text) this.#words.textContent = text;
  }

  #sees(world: World): boolean {
    for (const body of world.bodies)
      if (body.type !== 'static') {
        const [x, y, z] = body.worldCenterOfMass;
        if (this.#shows([x, y, z], reachOf(world.describe(body).shape))) return true;
      }
    for (const { positions: at } of softObjectsOf(world))
      for (let i = 0; i < at.length; i += 3)
        if (this.#shows([Number(at[i]), Number(at[i + 1]), Number(at[i + 2])], 0)) return true;
    return false;
  }

  /** Whether a ball there is in the picture, at least in part. */
  #shows(middle: [number, number, number], radius: number): boolean {
    if (!middle.every((at) => Math.abs(at) < farthest)) return false;
    const seen = this.#stage.viewOf(middle);
    if (!seen) return false;
    const { x, y, z } = this.#stage.camera.position;
    const away = Math.hypot(middle[0] - x, middle[1] - y, middle[2] - z);
    const { fov, aspect } = this.#stage.camera;
    const margin = radius / (away * Math.tan((fov * Math.PI) / 360));
    return Math.abs(seen[0]) < 1 + margin / aspect && Math.abs(seen[1]) < 1 + margin;
  }
}
