import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { strainColor } from './palette.js';

const color = new Color();

/** Draws springs as lines, each in the color of its own strain. Each line has its own two vertices. */
export class StrainLines {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #edges: Uint32Array;

  constructor(edges: Uint32Array) {
    this.#edges = edges;
    const geometry = new BufferGeometry();
    for (const name of ['position', 'color']) {
      const numbers = new BufferAttribute(new Float32Array(3 * edges.length), 3);
      geometry.setAttribute(name, numbers.setUsage(DynamicDrawUsage));
    }
    const material = new LineBasicMaterial({ vertexColors: true, toneMapped: false });
    this.lines = new LineSegments(geometry, material);
    this.lines.frustumCulled = false;
    this.lines.raycast = () => {};
  }

  /** @param nodes x y z of each node. */
  move(nodes: Float32Array): void {
    const position = this.lines.geometry.attributes.position as BufferAttribute;
    this.#edges.forEach((node, end) => {
      position.setXYZ(
        end,
        nodes[3 * node] as number,
        nodes[3 * node + 1] as number,
        nodes[3 * node + 2] as number,
      );
    });
    position.needsUpdate = true;
  }

  /** @param limit strain at the end of the color scale. */
  paint(strains: Float32Array, limit: number, slack: Color): void {
    const colors = this.lines.geometry.attributes.color as BufferAttribute;
    strains.forEach((strain, i) => {
      strainColor(strain / limit, color, slack);
      for (const end of [2 * i, 2 * i + 1]) colors.setXYZ(end, color.r, color.g, color.b);
    });
    colors.needsUpdate = true;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
