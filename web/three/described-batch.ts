import type { World } from 'holonom';
import {
  BatchedMesh,
  type BufferGeometry,
  DoubleSide,
  FrontSide,
  Matrix4,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import { capsuleGeometry, type DescribedShape, facetsOf } from './described-geometry.js';
import { type BodyLook, DrawnShape } from './drawn-shape.js';
import type { Theme } from './palette.js';

const matrix = new Matrix4();

/** Draws all capsules, hulls or meshes by one call. Equal ones share their triangles. */
export class DescribedBatch extends DrawnShape<DescribedShape> {
  readonly #material: MeshStandardMaterial;
  // A text key for each geometry, and the triangles of each key.
  #texts = new Map<string, string>();
  #geometries = new Map<string, BufferGeometry>();
  #mesh: BatchedMesh | undefined;
  #drawn = new Float32Array(0);

  constructor(world: World, shape: DescribedShape, parent: Object3D, theme: Theme, look: BodyLook) {
    super(world, shape, parent, theme, look);
    // A mesh is a surface and can be seen from behind.
    const side = shape === 'mesh' ? DoubleSide : FrontSide;
    this.#material = new MeshStandardMaterial({ roughness: 0.62, side });
  }

  /** The present mesh, if any. Replaced when bodies are added or removed. */
  get mesh(): BatchedMesh | undefined {
    return this.#mesh;
  }

  update(share: number): void {
    if (!this.draws(this.world.instances(this.shape).bodies)) this.#adopt();
    else if (this.refiltered) this.#filter();
    if (!this.#mesh) return;
    this.motion.write(this.#drawn, this.world.instances(this.shape).matrices, share);
    for (let i = 0; i < this.bodies.length; i++)
      this.#mesh.setMatrixAt(i, matrix.fromArray(this.#drawn, 16 * i));
  }

  dispose(): void {
    this.#drop();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#material.dispose();
  }

  #adopt(): void {
    this.#drop();
    this.motion.forget();
    const texts = this.#describe();
    this.#drawn = new Float32Array(16 * this.bodies.length);
    if (this.bodies.length === 0) return;
    let vertices = 0;
    for (const { attributes } of this.#geometries.values())
      vertices += attributes.position?.count ?? 0;
    const mesh = new BatchedMesh(this.bodies.length, vertices, 0, this.#material);
    const places = new Map(
      [...this.#geometries].map(([text, geometry]) => [text, mesh.addGeometry(geometry)]),
    );
    for (const text of texts) mesh.addInstance(places.get(text) as number);
    // Sorting and culling each instance costs more than it saves.
    mesh.perObjectFrustumCulled = false;
    mesh.sortObjects = false;
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.#mesh = mesh;
    this.parent.add(mesh);
    this.#filter();
    this.paint();
  }

  #filter(): void {
    this.refiltered = false;
    this.bodies.forEach((id, i) => {
      this.#mesh?.setVisibleAt(i, this.isShown(id));
    });
  }

  /** Keeps the triangles of remaining instances, makes those of new ones, and drops the rest. */
  #describe(): string[] {
    // Copies: reading triangles may move the memory of the views.
    const instances = this.world.instances(this.shape);
    const [parts, sizes] = [instances.parts.slice(), instances.sizes.slice()];
    this.bodies = instances.bodies.slice();
    const [knownTexts, known] = [this.#texts, this.#geometries];
    this.#texts = new Map();
    this.#geometries = new Map();
    const texts = Array.from(this.bodies, (id, i) => {
      const key = `${id} ${parts[i]}`;
      let text = knownTexts.get(key);
      if (text === undefined || !known.has(text)) {
        const made = this.#build(i, parts[i] as number, sizes);
        text = made.text;
        if (known.has(text)) made.geometry.dispose();
        else known.set(text, made.geometry);
      }
      this.#texts.set(key, text);
      this.#geometries.set(text, known.get(text) as BufferGeometry);
      return text;
    });
    for (const [text, geometry] of known) if (!this.#geometries.has(text)) geometry.dispose();
    return texts;
  }

  #build(
    instance: number,
    part: number,
    sizes: Float32Array,
  ): { readonly text: string; readonly geometry: BufferGeometry } {
    if (this.shape === 'capsule') {
      const [radius, halfHeight] = sizes.subarray(2 * instance, 2 * instance + 2);
      return {
        text: `${radius} ${halfHeight}`,
        geometry: capsuleGeometry(radius as number, halfHeight as number),
      };
    }
    const geometry = facetsOf(this.bodyAt(instance), part);
    return { text: String(geometry.attributes.position?.array), geometry };
  }

  #drop(): void {
    if (!this.#mesh) return;
    this.parent.remove(this.#mesh);
    this.#mesh.dispose();
    this.#mesh = undefined;
  }

  protected override paint(): void {
    this.bodies.forEach((id, i) => {
      this.#mesh?.setColorAt(i, this.colorOf(id));
    });
  }
}
