import type { SoftBody } from 'holonom';
import { checked, Motion, refusal, type Skin, skinVertices } from 'holonom/internal';
import { type BufferGeometry, type Material, Mesh } from 'three';
import { movingGeometry } from './surface-mesh.js';

/**
 * Surface that a `WorldView` draws in place of the tetrahedra of a soft body, interpolated as they are.
 * @example
 * const geometry = new SphereGeometry(0.5);
 * const { position, normal } = geometry.attributes;
 * const { tetrahedra, skin } = tetrahedralize({
 *   vertices: position.array,
 *   indices: geometry.index?.array,
 *   normals: normal.array,
 * });
 * const jelly = world.addSoftBody({ tetrahedra, position: [0, 40, 0] });
 * const material = new MeshNormalMaterial();
 * const skinned = new WorldView(world, {
 *   skins: (softBody) => (softBody === jelly ? { geometry, material, skin } : undefined),
 * });
 * scene.add(skinned);
 */
export interface SkinnedSurface {
  /** Geometry whose vertices were given to `tetrahedralize`, in the same order. It is copied, so bodies can share it. */
  readonly geometry: BufferGeometry;
  /** Material, or one per group of the geometry. */
  readonly material: Material | Material[];
  /** Binding of the geometry to the soft body. */
  readonly skin: Skin;
}

/** Draws a surface that is skinned to a soft body. */
export class SkinnedSurfaceMesh {
  readonly surface: SoftBody;
  readonly mesh: Mesh;
  readonly #skin: Skin;
  readonly #motion = new Motion(3);
  readonly #positions: Float32Array;

  constructor(surface: SoftBody, { geometry, material, skin }: SkinnedSurface) {
    this.surface = surface;
    this.#skin = skin;
    this.#positions = new Float32Array(3 * surface.count);
    const copy = geometry.clone();
    const moving = movingGeometry(skin.weights.length / 4, []);
    for (const name of ['position', 'normal']) copy.setAttribute(name, moving.getAttribute(name));
    this.mesh = new Mesh(copy, material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  capture(): void {
    // It may have been removed since the last update.
    if (this.surface.alive) this.#motion.capture(this.surface.positions);
  }

  step(): void {
    if (this.surface.alive) this.#motion.step(this.surface.positions);
  }

  update(share: number): void {
    this.#motion.write(this.#positions, this.surface.positions, share);
    const { position, normal } = this.mesh.geometry.attributes;
    if (!position || !normal) return;
    skinVertices(
      this.#skin,
      this.#positions,
      position.array as Float32Array,
      normal.array as Float32Array,
    );
    position.needsUpdate = normal.needsUpdate = true;
    // Ray casts test the bounds first, which are outdated.
    this.mesh.geometry.boundingSphere = null;
  }

  /** The particle that moves a vertex most. */
  particleAt(vertex: number): number {
    const weights = this.#skin.weights.subarray(4 * vertex, 4 * vertex + 4);
    return this.#skin.particles[4 * vertex + weights.indexOf(Math.max(...weights))] as number;
  }

  /** Frees the copy of the geometry. The material is the caller's. */
  dispose(): void {
    this.mesh.geometry.dispose();
  }
}

/** The mesh of a soft body for which `skins` gave a surface; undefined if it gave none. Otherwise throws. */
export function checkedSkin(
  softBody: SoftBody,
  given: SkinnedSurface | undefined,
): SkinnedSurfaceMesh | undefined {
  if (given === undefined) return undefined;
  const names = ['geometry', 'material', 'skin'];
  const { geometry, material, skin } = checked(
    'skins',
    given,
    ['object-with', { names }],
    (it) =>
      it.geometry.isBufferGeometry &&
      [it.material].flat().every(({ isMaterial }) => isMaterial) &&
      ArrayBuffer.isView(it.skin.weights),
  );
  checkCount('skins.skin.particleCount', skin.particleCount, softBody.count);
  const vertices = geometry.getAttribute('position')?.count;
  checkCount('skins.geometry.attributes.position.count', vertices, skin.weights.length / 4);
  return new SkinnedSurfaceMesh(softBody, { geometry, material, skin });
}

function checkCount(path: string, got: number, count: number): void {
  if (got !== count)
    throw refusal('range', path, got, ['integer-from-to', { low: count, high: count }]);
}
