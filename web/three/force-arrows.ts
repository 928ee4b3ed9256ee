import type { World } from 'holonom';
import {
  type BufferGeometry,
  type Camera,
  ConeGeometry,
  CylinderGeometry,
  InstancedMesh,
  LOD,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector2,
  Vector3,
} from 'three';
import { type ActingForce, actingForces } from './acting-forces.js';
import { type Eye, ForceLabels, type Tip } from './force-labels.js';
import { colorsOf, type Theme } from './palette.js';
import { quantile, RoundScale } from './round-scale.js';

const up = new Vector3(0, 1, 0);
const [direction, place, size] = [new Vector3(), new Vector3(), new Vector3()];
const toEye = new Vector3();
const [rotation, matrix] = [new Quaternion(), new Matrix4()];

// Half width of the shaft, length of the head and half width of the head. Unit: CSS pixels.
const [shaftRadius, headLength, headRadius] = [1.3, 11, 4.2];
// Longest arrow as a fraction of the height of the image; size of a pixel [m] before the first image.
const [longest, unseenPixel] = [0.22, 0.004];
/** Height of an image if only its camera is known. Unit: CSS pixels. */
const usualHeight = 600;

/**
 * Draws forces as arrows on top of everything, labeled in newtons. The scale is a round number that follows the
 * forces. An arrow longer than about a fifth of the image is clamped and gets two heads.
 */
export class ForceArrows {
  /** A LOD, as Three.js updates it with the camera before it draws its children. */
  readonly group = new LOD();
  readonly #world: World;
  readonly #scale = new RoundScale();
  readonly #labels = new ForceLabels();
  readonly #material = new MeshBasicMaterial({
    depthTest: false,
    transparent: true,
    toneMapped: false,
  });
  readonly #shaft = new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
  readonly #head = new ConeGeometry(1, 1, 12).translate(0, 0.5, 0);
  #shafts = this.#allocate(this.#shaft, 16);
  #heads = this.#allocate(this.#head, 32);
  #acting: readonly ActingForce[] = [];
  #step = -1;
  #eye: Eye | undefined;
  #theme: Theme = 'light';

  constructor(world: World) {
    this.#world = world;
    this.group.visible = false;
    this.group.add(this.#labels.group);
    this.group.update = (camera) => this.#look(camera);
  }

  /** Force of an arrow of one meter; 0 before the first one. Unit: N/m. */
  get newtonsPerMeter(): number {
    return this.#scale.unit;
  }

  update(shown: boolean, theme: Theme): void {
    this.group.visible = shown;
    if (!shown) {
      this.#step = -1;
      return;
    }
    const { stepCount } = this.#world;
    if (stepCount !== this.#step) this.#acting = actingForces(this.#world);
    this.#step = stepCount;
    this.#theme = theme;
    this.#arrange();
  }

  dispose(): void {
    this.#labels.dispose();
    for (const part of [this.#shafts, this.#heads, this.#shaft, this.#head, this.#material])
      part.dispose();
  }

  /** Updates arrows and labels; without a camera there are no labels. */
  #arrange(): void {
    const tips = this.#draw(this.#theme);
    if (this.#eye) this.#labels.update(tips, this.#eye, this.#theme);
  }

  /** Uses a camera before the first image. Its size is unknown, so labels have no room. */
  #look(camera: Camera): void {
    if (this.#eye) return;
    this.#eye = { camera, width: 0, height: usualHeight };
    this.#arrange();
  }

  /** @returns the ends of the arrows that are long enough for a label. */
  #draw(theme: Theme): Tip[] {
    const acting = this.#acting;
    if (acting.length > this.#capacity) this.#grow(2 * acting.length);
    const sizes = acting.map(({ force }) => force.length());
    const reach = this.#reach();
    this.#scale.fit(quantile(sizes, 0.9) / reach);
    const colors = colorsOf(theme);
    const tips: Tip[] = [];
    let heads = 0;
    acting.forEach(({ kind, at, force }, i) => {
      const newtons = sizes[i] as number;
      const pixel = this.#pixelAt(at);
      const whole = newtons / this.#scale.unit || 0;
      const length = Math.min(whole, reach);
      const head = Math.min(headLength * pixel, 0.6 * length);
      direction.copy(force).divideScalar(newtons || 1);
      rotation.setFromUnitVectors(up, direction);
      const put = (
        mesh: InstancedMesh,
        index: number,
        along: number,
        wide: number,
        high: number,
      ) => {
        place.copy(at).addScaledVector(direction, along);
        mesh.setMatrixAt(index, matrix.compose(place, rotation, size.set(wide, high, wide)));
        mesh.setColorAt(index, colors[kind]);
      };
      const wide = (headRadius * head) / headLength;
      put(this.#shafts, i, 0, Math.min(shaftRadius * pixel, wide), length - head);
      put(this.#heads, heads++, length - head, wide, head);
      if (whole > reach) put(this.#heads, heads++, length - 2 * head, wide, head);
      if (length > 2 * head) {
        const end = at.clone().addScaledVector(direction, length);
        tips.push({ acting: acting[i] as ActingForce, size: newtons, start: at, end });
      }
    });
    this.#show(this.#shafts, acting.length);
    this.#show(this.#heads, heads);
    return tips;
  }

  #show(mesh: InstancedMesh, count: number): void {
    mesh.count = count;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  /** Maximum length of an arrow at the center of all. Unit: m. */
  #reach(): number {
    place.set(0, 0, 0);
    for (const { at } of this.#acting) place.add(at);
    if (this.#acting.length > 0) place.divideScalar(this.#acting.length);
    return longest * (this.#eye?.height ?? usualHeight) * this.#pixelAt(place);
  }

  /** Size of a pixel at a point. Unit: m. */
  #pixelAt(at: Vector3): number {
    if (!this.#eye) return unseenPixel;
    const { camera, height } = this.#eye;
    const far = toEye.setFromMatrixPosition(camera.matrixWorld).distanceTo(at);
    return (2 * far) / (height * (camera.projectionMatrix.elements[5] as number));
  }

  get #capacity(): number {
    return this.#shafts.instanceMatrix.count;
  }

  #grow(capacity: number): void {
    this.group.remove(this.#shafts, this.#heads);
    this.#shafts.dispose();
    this.#heads.dispose();
    this.#shafts = this.#allocate(this.#shaft, capacity);
    this.#heads = this.#allocate(this.#head, 2 * capacity);
  }

  #allocate(geometry: BufferGeometry, capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.#material, capacity);
    mesh.count = 0;
    mesh.frustumCulled = false;
    mesh.renderOrder = 12;
    mesh.raycast = () => {};
    mesh.onBeforeRender = (renderer, _scene, camera) => this.#seen(renderer, camera);
    this.group.add(mesh);
    return mesh;
  }

  #seen(renderer: { getSize(target: Vector2): Vector2 }, camera: Camera): void {
    const { x, y } = renderer.getSize(new Vector2());
    this.#eye = { camera, width: x, height: y };
  }
}
