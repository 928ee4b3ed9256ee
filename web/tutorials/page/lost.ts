// Words in a picture that what moves has left: an empty picture could as well be a broken one.
import type { World } from 'holonom';
import type { Stage } from 'holonom/three';
import { Frustum, Matrix4, Sphere } from 'three';
import { reachOf } from './reach.js';
import { say } from './words.js';

/** How often the picture is looked at, and how long it must have been empty. Unit: ms. */
const [pause, patience] = [250, 1000];

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
    const { camera } = this.#stage;
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    );
    const ball = new Sphere();
    for (const body of world.bodies) {
      if (body.type === 'static') continue;
      ball.center.fromArray(body.worldCentreOfMass);
      ball.radius = reachOf(world.describe(body).shape);
      if (frustum.intersectsSphere(ball)) return true;
    }
    for (const { positions } of [...world.cloths, ...world.springNetworks])
      for (let i = 0; i < positions.length; i += 3)
        if (frustum.containsPoint(ball.center.fromArray(positions, i))) return true;
    return false;
  }
}
