import type { World } from 'holonom';
import {
  BufferGeometry,
  DynamicDrawUsage,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
} from 'three';

// x y z and r g b per vertex.
const stride = 6;

/** Draws the debug lines of a world on top of everything. */
export class DebugLines {
  readonly lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({
      vertexColors: true,
      depthTest: false,
      transparent: true,
      toneMapped: false,
    }),
  );
  readonly #world: World;
  #buffer = new InterleavedBuffer(new Float32Array(0), stride);

  constructor(world: World) {
    this.#world = world;
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 10;
    // Not pickable.
    this.lines.raycast = () => {};
  }

  update(): void {
    const { debugLines } = this.#world;
    this.lines.visible = debugLines.length > 0;
    if (!this.lines.visible) return;
    if (this.#buffer.array.length < debugLines.length) this.#grow(2 * debugLines.length);
    (this.#buffer.array as Float32Array).set(debugLines);
    this.#buffer.needsUpdate = true;
    this.lines.geometry.setDrawRange(0, debugLines.length / stride);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  #grow(length: number): void {
    this.lines.geometry.dispose();
    this.#buffer = new InterleavedBuffer(new Float32Array(length), stride).setUsage(
      DynamicDrawUsage,
    );
    this.lines.geometry = new BufferGeometry()
      .setAttribute('position', new InterleavedBufferAttribute(this.#buffer, 3, 0))
      .setAttribute('color', new InterleavedBufferAttribute(this.#buffer, 3, 3));
  }
}
