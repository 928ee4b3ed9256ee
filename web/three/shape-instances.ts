import type { World } from 'holonom';
import { type Color, InstancedBufferAttribute, InstancedMesh, type Object3D } from 'three';
import { type ShapeLook, type ShapeName, shapeLooks } from './body-materials.js';
import { type BodyLook, DrawnShape } from './drawn-shape.js';
import { halfExtents, type WebGpu } from './node-materials.js';
import { colorsOf, type Theme } from './palette.js';

/** Draws all shapes of one type that differ in their matrices alone, such as spheres or boxes. */
export class ShapeInstances extends DrawnShape<ShapeName> {
  readonly #look: ShapeLook;
  #mesh: InstancedMesh;
  readonly #ofNodes: boolean;
  #capacity = 0;
  #hidden: number[] = [];

  constructor(
    world: World,
    shape: ShapeName,
    parent: Object3D,
    theme: Theme,
    look: BodyLook,
    webgpu?: WebGpu,
  ) {
    super(world, shape, parent, theme, look);
    this.#look = shapeLooks[shape](webgpu);
    this.#ofNodes = webgpu !== undefined;
    this.#look.setTheme(theme);
    this.#mesh = this.#allocate(16);
  }

  /** The present mesh. Replaced when it grows. */
  get mesh(): InstancedMesh {
    return this.#mesh;
  }

  override setTheme(theme: Theme): void {
    this.#look.setTheme(theme);
    super.setTheme(theme);
  }

  update(share: number): void {
    const { matrices, bodies } = this.world.instances(this.shape);
    if (!this.draws(bodies)) this.#adopt(bodies);
    else if (this.refiltered) this.#filter();
    const target = this.#mesh.instanceMatrix;
    this.motion.write(target.array as Float32Array, matrices, share);
    // An instance of size 0 is invisible and not pickable.
    for (const at of this.#hidden) (target.array as Float32Array).fill(0, 16 * at, 16 * at + 15);
    target.addUpdateRange(0, matrices.length);
    target.needsUpdate = true;
    // Ray casts test the bounds first, which are outdated.
    this.#mesh.boundingSphere = null;
  }

  dispose(): void {
    this.#mesh.dispose();
    this.#look.dispose();
  }

  #adopt(bodies: Uint32Array): void {
    this.bodies = bodies.slice();
    this.motion.forget();
    this.#filter();
    if (bodies.length > this.#capacity) {
      this.parent.remove(this.#mesh);
      this.#mesh.dispose();
      this.#mesh = this.#allocate(Math.max(bodies.length, 2 * this.#capacity));
    }
    this.#mesh.geometry = this.#look.geometryFor(bodies.length);
    if (this.#ofNodes && this.shape === 'box') this.#measure();
    this.#mesh.count = bodies.length;
    this.#mesh.visible = bodies.length > 0;
    this.paint();
  }

  #filter(): void {
    this.refiltered = false;
    this.#hidden = [...this.bodies.keys()].filter((at) => !this.isShown(this.bodies[at] as number));
  }

  /** Sets the size of each box for node materials. */
  #measure(): void {
    const { matrices } = this.world.instances(this.shape);
    const halves = new Float32Array(3 * this.#capacity);
    for (let i = 0; i < this.bodies.length; i++)
      for (let axis = 0; axis < 3; axis++) {
        const at = 16 * i + 4 * axis;
        halves[3 * i + axis] = Math.hypot(...matrices.subarray(at, at + 3));
      }
    this.#mesh.geometry.setAttribute(halfExtents, new InstancedBufferAttribute(halves, 3));
  }

  #allocate(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.#look.geometryFor(0), this.#look.material, capacity);
    mesh.count = 0;
    // Bounds of moving instances would have to be computed each frame.
    mesh.frustumCulled = false;
    mesh.castShadow = this.shape !== 'plane';
    mesh.receiveShadow = true;
    if (this.shape === 'plane') mesh.renderOrder = -1;
    this.#capacity = capacity;
    this.parent.add(mesh);
    return mesh;
  }

  protected override paint(): void {
    for (let i = 0; i < this.bodies.length; i++)
      this.#mesh.setColorAt(i, this.colorOf(this.bodies[i] as number));
    if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true;
  }

  protected override colorOf(id: number): Color {
    return this.shape === 'plane' ? colorsOf(this.theme).ground : super.colorOf(id);
  }
}
