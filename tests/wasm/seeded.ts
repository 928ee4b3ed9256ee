// Random transforms from a seed, for sweeps over drawings.
import { Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { expect } from 'vitest';

/** Random numbers, the same for the same seed (mulberry32). */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from `low` to `high`. */
  between(low: number, high: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return low + (high - low) * (((t ^ (t >>> 14)) >>> 0) / 4294967296);
  }

  index(count: number): number {
    return Math.floor(this.between(0, count));
  }

  vector(size: number): Vector3 {
    const component = () => this.between(-size, size);
    return new Vector3(component(), component(), component());
  }

  rotation(): Quaternion {
    const component = () => this.between(-1, 1);
    return new Quaternion(component(), component(), component(), component() + 1e-3).normalize();
  }

  /** Moves, turns and scales an object, by a factor for each axis; one time in four it is mirrored. */
  place<Item extends Object3D>(object: Item): Item {
    object.position.copy(this.vector(3));
    object.quaternion.copy(this.rotation());
    object.scale.set(this.between(0.4, 2), this.between(0.4, 2), this.between(0.4, 2));
    if (this.index(4) === 0) object.scale.setComponent(this.index(3), -this.between(0.4, 2));
    return object;
  }

  /** Puts an object into up to three groups within another. */
  nest<Item extends Object3D>(object: Item, outermost: Object3D): Item {
    let parent = outermost;
    for (let depth = this.index(4); depth > 0; depth--) {
      const group = this.place(new Group());
      parent.add(group);
      parent = group;
    }
    parent.add(object);
    return object;
  }
}

/** A matrix without position and rotation. */
export function unposed(matrix: Matrix4): Matrix4 {
  const [position, rotation] = [new Vector3(), new Quaternion()];
  matrix.decompose(position, rotation, new Vector3());
  return new Matrix4()
    .compose(position, rotation.normalize(), new Vector3(1, 1, 1))
    .invert()
    .multiply(matrix);
}

/** Expects two matrices to be equal to about single precision. */
export function expectNear(found: Matrix4, expected: Matrix4, what: string): void {
  for (const [i, value] of expected.elements.entries())
    expect(
      Math.abs((found.elements[i] as number) - value),
      `${what}: element ${i} is ${found.elements[i]}, not ${value}`,
    ).toBeLessThan(1e-4 * (1 + Math.abs(value)));
}
