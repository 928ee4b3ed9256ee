import { Grains, type Rod, Rope } from 'holonom';
import { Motion } from 'holonom/internal';
import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { fabricColor, strainColor } from './palette.js';
import { particleStrain } from './strain.js';

const up = new Vector3(0, 1, 0);
const from = new Vector3();
const along = new Vector3();
const matrix = new Matrix4();
const color = new Color();
const white = new Color('#ffffff');

/** Draws grains as balls, or a rope or rod as cylinders between particles. */
export class StrandMesh {
  readonly strand: Rope | Grains | Rod;
  readonly mesh: InstancedMesh<BufferGeometry, MeshStandardMaterial>;
  readonly #radius: number;
  readonly #positions: Float32Array;
  readonly #motion = new Motion(3);

  constructor(strand: Rope | Grains | Rod) {
    this.strand = strand;
    const { count } = strand;
    const isGrains = strand instanceof Grains;
    this.#radius = strand instanceof Rope ? strand.thickness : strand.radius;
    this.#positions = new Float32Array(3 * count);
    this.mesh = new InstancedMesh(
      (isGrains
        ? new IcosahedronGeometry(1, 2)
        : new CylinderGeometry(1, 1, 1, 10)) as BufferGeometry,
      new MeshStandardMaterial({ color: fabricColor(strand.id), roughness: 0.8 }),
      isGrains ? count : count - 1,
    );
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  /** Whether it has as many particles as the object has by now. */
  get fits(): boolean {
    return this.#positions.length === 3 * this.strand.count;
  }

  capture(): void {
    // It may have been removed since the last update.
    if (!this.strand.alive) return;
    this.#motion.capture(this.strand.positions);
  }

  step(): void {
    if (this.strand.alive) this.#motion.step(this.strand.positions);
  }

  update(share: number): void {
    const at = this.#positions;
    this.#motion.write(at, this.strand.positions, share);
    const { mesh } = this;
    for (let i = 0; i < mesh.count; i++) {
      from.fromArray(at, 3 * i);
      if (this.strand instanceof Grains) matrix.makeScale(this.#radius, this.#radius, this.#radius);
      else this.#turnPiece(along.fromArray(at, 3 * i + 3).sub(from));
      mesh.setMatrixAt(i, matrix.setPosition(from));
    }
    mesh.instanceMatrix.needsUpdate = true;
    mesh.boundingSphere = null;
  }

  /** Returns the strain at each particle. */
  strain(): Float32Array {
    return particleStrain(this.strand);
  }

  /** Colors it by strain. A limit of 0 restores its own color. */
  paintStrain(strains: Float32Array, limit: number): void {
    const { mesh } = this;
    mesh.material.color.copy(limit > 0 ? white : fabricColor(this.strand.id));
    for (let i = 0; i < mesh.count; i++)
      mesh.setColorAt(i, limit > 0 ? strainColor((strains[i] as number) / limit, color) : white);
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  /** Fits a cylinder to a segment of the rope or rod and moves `from` to its center. */
  #turnPiece(piece: Vector3): void {
    from.addScaledVector(piece, 0.5);
    const size = piece.length();
    matrix.lookAt(new Vector3(), piece, Math.abs(piece.y) < 0.9 * size ? up : new Vector3(1, 0, 0));
    const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
    matrix.extractBasis(x, y, z);
    matrix.makeBasis(
      x.multiplyScalar(this.#radius),
      z.multiplyScalar(-size),
      y.multiplyScalar(this.#radius),
    );
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
