import { Cloth, type SoftBody } from 'holonom';
import { Motion } from 'holonom/internal';
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';
import { shadedBackMaterial, type WebGpu } from './node-materials.js';
import { fabricColor } from './palette.js';
import { particleStrain } from './strain.js';
import { VertexPaint } from './vertex-paint.js';

/** A faint checked weave, which makes stretch visible. */
function check(): DataTexture {
  const size = 64;
  const data = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; i++) {
    const bands = Number(i % size < size / 2) + Number(Math.floor(i / size) < size / 2);
    const tone = [255, 236, 218][bands] as number;
    data.set([tone, tone, tone, 255], i * 4);
  }
  const texture = new DataTexture(data, size, size);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(8, 8);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 8;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/** A material with a darker back side, which makes folds visible. */
export function surfaceMaterial(
  webgpu: WebGpu | undefined,
  parameters: MeshStandardMaterialParameters,
): MeshStandardMaterial {
  if (webgpu) return shadedBackMaterial(webgpu, parameters);
  const material = new MeshStandardMaterial(parameters);
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <color_fragment>',
      '#include <color_fragment>\nif (!gl_FrontFacing) diffuseColor.rgb *= 0.78;',
    );
  };
  return material;
}

/** A geometry whose positions and normals are updated after each step. */
export function movingGeometry(count: number, indices: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const name of ['position', 'normal']) {
    geometry.setAttribute(
      name,
      new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage),
    );
  }
  if (indices.length > 0) geometry.setIndex(new BufferAttribute(Uint32Array.from(indices), 1));
  return geometry;
}

/** Draws a cloth or the surface of a soft body from the positions and normals of the core. */
export class SurfaceMesh {
  readonly surface: Cloth | SoftBody;
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #motion = new Motion(3);
  readonly #paint: VertexPaint;

  constructor(surface: Cloth | SoftBody, webgpu?: WebGpu) {
    this.surface = surface;
    const geometry = movingGeometry(surface.count, surface.indices);
    if (surface instanceof Cloth && surface.uvs.length > 0)
      geometry.setAttribute('uv', new BufferAttribute(surface.uvs.slice(), 2));
    const color = fabricColor(surface.id);
    const material =
      surface instanceof Cloth
        ? surfaceMaterial(webgpu, {
            color,
            roughness: 0.85,
            side: DoubleSide,
            map: geometry.hasAttribute('uv') ? check() : null,
          })
        : new MeshStandardMaterial({ color, roughness: 0.5 });
    this.mesh = new Mesh(geometry, material);
    this.#paint = new VertexPaint(this.mesh);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  /** Whether it has as many particles as the surface has by now. */
  get fits(): boolean {
    return this.mesh.geometry.getAttribute('position').count === this.surface.count;
  }

  capture(): void {
    // It may have been removed since the last update.
    if (!this.surface.alive) return;
    this.#motion.capture(this.surface.positions);
  }

  step(): void {
    if (this.surface.alive) this.#motion.step(this.surface.positions);
  }

  update(share: number): void {
    const { position, normal } = this.mesh.geometry.attributes as Record<
      'position' | 'normal',
      BufferAttribute
    >;
    this.#motion.write(position.array as Float32Array, this.surface.positions, share);
    (normal.array as Float32Array).set(this.surface.normals);
    position.needsUpdate = normal.needsUpdate = true;
    // Ray casts test the bounds first, which are outdated.
    this.mesh.geometry.boundingSphere = null;
  }

  /** Returns the strain at each particle. */
  strain(): Float32Array {
    return particleStrain(this.surface);
  }

  /** Colors the surface by strain. A limit of 0 restores its own color. */
  paintStrain(strains: Float32Array, limit: number): void {
    this.#paint.show(strains, limit);
  }

  dispose(): void {
    this.#paint.show(new Float32Array(0), 0);
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}
