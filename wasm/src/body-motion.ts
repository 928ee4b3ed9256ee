import type { Body } from './body.js';
import { Motion } from './motion.js';

const rotation = new Float32Array(4);

/** Pose of a body for drawing, interpolated over the last step. A body teleported since the step is not interpolated. */
export class BodyMotion {
  readonly body: Body;
  readonly #motion = new Motion(7);
  readonly #present = new Float32Array(7);
  readonly #drawn = new Float32Array(7);
  /** Drawn position, in world axes. Unit: m. */
  readonly position = this.#drawn.subarray(0, 3);
  /** Drawn rotation from body to world axes, as a unit quaternion x, y, z, w. */
  readonly rotation = this.#drawn.subarray(3);

  constructor(body: Body) {
    this.body = body;
  }

  /** Stores the present pose as the one before the step. Call just before a step. */
  capture(): void {
    if (this.#read()) this.#motion.capture(this.#present);
  }

  /** Stores the present pose as the one after the step. Call just after each step. */
  step(): void {
    if (this.#read()) this.#motion.step(this.#present);
  }

  /**
   * Sets the drawn pose and returns true. A removed body keeps its drawn pose; the result is false.
   * @param share interpolation factor between the pose before the step (0) and the present one (1)
   */
  update(share: number): boolean {
    if (!this.#read()) return false;
    this.#motion.write(this.#drawn, this.#present, share);
    const [x = 0, y = 0, z = 0, w = 0] = this.rotation;
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    for (let i = 0; i < 4; i++) this.rotation[i] = (this.rotation[i] as number) / length;
    return true;
  }

  /** Reads the present pose, if the body exists. */
  #read(): boolean {
    const { body } = this;
    const present = this.#present;
    if (!body.alive) return false;
    body.getPosition(present);
    body.getRotation(rotation);
    // A quaternion and its negative are the same rotation: the one nearer to the last is interpolated the shorter way.
    let dot = 0;
    for (let i = 0; i < 4; i++) dot += (rotation[i] as number) * (present[3 + i] as number);
    const sign = dot < 0 ? -1 : 1;
    for (let i = 0; i < 4; i++) present[3 + i] = sign * (rotation[i] as number);
    return true;
  }
}
