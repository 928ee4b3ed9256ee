import type { SpringNetwork } from 'holonom';
import { Motion } from 'holonom/internal';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { WebGpu } from './node-materials.js';
import { colorsOf, fabricColor, type Theme } from './palette.js';
import { nodeStrain, restLengthsOf, springStrain } from './strain.js';
import { StrainLines } from './strain-lines.js';
import { movingGeometry, surfaceMaterial } from './surface-mesh.js';
import { VertexPaint } from './vertex-paint.js';

// Above this number, balls would cost more than the rest of the image.
const mostBalls = 900;

/** Draws a spring network as lines, with a ball or dot for each node and lightly shaded triangles. */
export class SpringLines {
  readonly network: SpringNetwork;
  readonly group = new Group();
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly faces: Mesh<BufferGeometry, MeshStandardMaterial> | undefined;
  readonly nodes:
    | InstancedMesh<BufferGeometry, MeshStandardMaterial>
    | Points<BufferGeometry, PointsMaterial>;
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;
  readonly #radius: number;
  readonly #motion = new Motion(3);
  #theme: Theme;
  #facePaint: VertexPaint | undefined;
  #strained: StrainLines | undefined;
  #restLengths: ArrayLike<number> = [];

  constructor(network: SpringNetwork, theme: Theme, webgpu?: WebGpu) {
    this.network = network;
    this.#theme = theme;
    const { count, indices, edges } = network;
    this.#radius = network.radius ?? 0.02;
    const surface = movingGeometry(count, indices);
    this.#positions = surface.attributes.position as BufferAttribute;
    this.#normals = surface.attributes.normal as BufferAttribute;

    const lineGeometry = new BufferGeometry().setAttribute('position', this.#positions);
    lineGeometry.setIndex(new BufferAttribute(edges.slice(), 1));
    this.lines = new LineSegments(lineGeometry, new LineBasicMaterial());
    this.group.add(this.lines);

    if (indices.length > 0) {
      const material = surfaceMaterial(webgpu, {
        color: fabricColor(network.id),
        roughness: 0.8,
        side: DoubleSide,
        transparent: true,
        opacity: 0.28,
        depthWrite: false,
      });
      this.faces = new Mesh(surface, material);
      this.faces.castShadow = true;
      this.#facePaint = new VertexPaint(this.faces);
      this.group.add(this.faces);
    } else {
      surface.dispose();
    }
    this.nodes = count <= mostBalls ? this.#balls(count) : this.#dots();
    this.group.add(this.nodes);
    for (const child of this.group.children) child.frustumCulled = false;
    this.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    const { springs } = colorsOf(theme);
    this.lines.material.color.copy(springs);
    this.nodes.material.color.copy(springs);
  }

  capture(): void {
    // It may have been removed since the last update.
    if (!this.network.alive) return;
    this.#motion.capture(this.network.positions);
  }

  step(): void {
    if (this.network.alive) this.#motion.step(this.network.positions);
  }

  update(share: number): void {
    const at = this.#positions.array as Float32Array;
    this.#motion.write(at, this.network.positions, share);
    this.#positions.needsUpdate = true;
    if (this.faces) {
      (this.#normals.array as Float32Array).set(this.network.normals);
      this.#normals.needsUpdate = true;
      this.faces.geometry.boundingSphere = null;
    }
    this.lines.geometry.boundingSphere = null;
    this.#strained?.move(at);
    if (this.nodes instanceof InstancedMesh) this.#moveBalls(this.nodes, at);
    else this.nodes.geometry.boundingSphere = null;
  }

  /** Returns the strain of each spring. */
  strain(): Float32Array {
    if (!this.#strained) this.#restLengths = restLengthsOf(this.network);
    return springStrain(this.network, this.#restLengths);
  }

  /** Colors the springs by strain. A limit of 0 restores their own color. */
  paintStrain(strains: Float32Array, limit: number): void {
    this.lines.visible = limit === 0;
    this.#facePaint?.show(limit > 0 ? nodeStrain(this.network, strains) : strains, limit);
    if (limit === 0) {
      if (this.#strained) this.group.remove(this.#strained.lines);
      this.#strained?.dispose();
      this.#strained = undefined;
      return;
    }
    if (!this.#strained) {
      this.#strained = new StrainLines(this.network.edges.slice());
      this.#strained.move(this.#positions.array as Float32Array);
      this.group.add(this.#strained.lines);
    }
    this.#strained.paint(strains, limit, colorsOf(this.#theme).slack);
  }

  dispose(): void {
    this.#strained?.dispose();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
    this.faces?.geometry.dispose();
    this.faces?.material.dispose();
    this.nodes.geometry.dispose();
    this.nodes.material.dispose();
    if (this.nodes instanceof InstancedMesh) this.nodes.dispose();
  }

  #balls(count: number): InstancedMesh<BufferGeometry, MeshStandardMaterial> {
    const balls = new InstancedMesh(
      new IcosahedronGeometry(1, 1) as BufferGeometry,
      new MeshStandardMaterial({ roughness: 0.5 }),
      count,
    );
    balls.castShadow = true;
    // Only the position changes: the scale stays on the diagonal.
    const pinned = this.network.inverseMasses;
    const matrices = balls.instanceMatrix.array;
    for (let i = 0; i < count; i++) {
      const size = this.#radius * (pinned[i] === 0 ? 1.5 : 1);
      matrices[16 * i] = matrices[16 * i + 5] = matrices[16 * i + 10] = size;
      matrices[16 * i + 15] = 1;
    }
    return balls;
  }

  #moveBalls(balls: InstancedMesh, at: Float32Array): void {
    const matrices = balls.instanceMatrix.array;
    for (let from = 0, to = 12; from < at.length; from += 3, to += 16) {
      matrices[to] = at[from] as number;
      matrices[to + 1] = at[from + 1] as number;
      matrices[to + 2] = at[from + 2] as number;
    }
    balls.instanceMatrix.needsUpdate = true;
    balls.boundingSphere = null;
  }

  #dots(): Points<BufferGeometry, PointsMaterial> {
    const geometry = new BufferGeometry().setAttribute('position', this.#positions);
    return new Points(geometry, new PointsMaterial({ size: 0.4 * this.#radius }));
  }
}
