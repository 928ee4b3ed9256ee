import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  type Mesh,
  type MeshStandardMaterial,
  type Texture,
} from 'three';
import { strainColor } from './palette.js';

const color = new Color();

/** Colors the vertices of a surface by strain, and restores its own colors. */
export class VertexPaint {
  readonly #mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #color: Color;
  readonly #opacity: number;
  readonly #map: Texture | null;

  constructor(mesh: Mesh<BufferGeometry, MeshStandardMaterial>) {
    this.#mesh = mesh;
    this.#color = mesh.material.color.clone();
    this.#opacity = mesh.material.opacity;
    this.#map = mesh.material.map;
  }

  /** @param limit strain at the end of the color scale; 0 restores the surface's own color. */
  show(strains: Float32Array, limit: number): void {
    const { geometry, material } = this.#mesh;
    const on = limit > 0;
    if (on !== material.vertexColors) this.#switch(on);
    if (!on) return;
    let colors = geometry.attributes.color as BufferAttribute | undefined;
    if (!colors) {
      colors = new BufferAttribute(new Float32Array(3 * strains.length), 3);
      geometry.setAttribute('color', colors);
    }
    strains.forEach((strain, i) => {
      strainColor(strain / limit, color).toArray(colors.array, 3 * i);
    });
    colors.needsUpdate = true;
  }

  #switch(on: boolean): void {
    const { material } = this.#mesh;
    material.vertexColors = on;
    material.color.copy(on ? new Color('#ffffff') : this.#color);
    // Without texture and transparency, colors are easier to read.
    material.map = on ? null : this.#map;
    material.opacity = on ? Math.max(this.#opacity, 0.85) : this.#opacity;
    material.needsUpdate = true;
  }
}
