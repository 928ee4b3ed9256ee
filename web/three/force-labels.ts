import { checkedNumber } from 'holonom/internal';
import {
  type Camera,
  CanvasTexture,
  Group,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { ActingForce } from './acting-forces.js';
import { colorsOf, type Theme } from './palette.js';

/** Camera and size of an image. */
export interface Eye {
  readonly camera: Camera;
  /** Width of the image. Unit: CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Tip of an arrow that can be labeled. */
export interface Tip {
  readonly acting: ActingForce;
  /** Magnitude of the force. Unit: N. */
  readonly size: number;
  /** Start of the arrow, in world axes of the Three.js scene. */
  readonly start: Vector3;
  readonly end: Vector3;
}

// Size of a label. Unit: CSS pixels.
const [width, height] = [88, 20];
const most = 12;

/** Center of a label, in pixels from the upper left corner of the image. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const isInside = ({ x, y }: Place, eye: Eye): boolean =>
  x > width / 2 && x < eye.width - width / 2 && y > height && y < eye.height - height;

const collide = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < 0.75 * width && Math.abs(a.y - b.y) < height;

/**
 * Formats a force in few characters, such as `12 N` or `12 kN`.
 * @example console.log(forceText(1234));
 */
export function forceText(newtons: number): string {
  checkedNumber('newtons', newtons);
  const [value, unit] = newtons >= 10_000 ? [newtons / 1000, 'kN'] : [newtons, 'N'];
  return `${Number(value.toPrecision(value < 100 ? 2 : 3))} ${unit}`;
}

/** Labels the largest arrows with their force, as many as fit without overlap. */
export class ForceLabels {
  readonly group = new Group();
  readonly #labels: Label[] = [];
  #labeled = new Set<string>();

  update(tips: readonly Tip[], eye: Eye, theme: Theme): void {
    // A labeled arrow keeps its label before others of nearly the same force.
    const rank = ({ acting, size }: Tip) => size * (this.#labeled.has(acting.key) ? 1.6 : 1);
    const ranked = [...tips].sort((a, b) => rank(b) - rank(a));
    const taken: Place[] = [];
    const limit = eye.height < 420 ? most / 2 : most;
    this.#labeled = new Set();
    for (const tip of ranked) {
      if (taken.length >= limit) break;
      const [x, y] = onPicture(tip.end, eye);
      const [fromX, fromY] = onPicture(tip.start, eye);
      // Beyond the tip, in the direction of the arrow in the image.
      const angle = Math.atan2(y - fromY, x - fromX);
      const [across, down] = [0.4 * Math.cos(angle), 0.75 * Math.sin(angle)];
      const at = { x: x + across * width, y: y + down * height };
      if (!isInside(at, eye) || taken.some((other) => collide(at, other))) continue;
      const label = this.#label(taken.length);
      label.place(tip.end, [0.5 - across, 0.5 + down], eye);
      label.write(forceText(tip.size), colorsOf(theme)[tip.acting.kind].getStyle(), theme);
      taken.push(at);
      this.#labeled.add(tip.acting.key);
    }
    this.#labels.forEach((label, i) => {
      label.sprite.visible = i < taken.length;
    });
  }

  dispose(): void {
    for (const label of this.#labels) label.dispose();
  }

  #label(index: number): Label {
    let label = this.#labels[index];
    if (!label) {
      label = new Label();
      this.#labels.push(label);
      this.group.add(label.sprite);
    }
    return label;
  }
}

class Label {
  readonly sprite: Sprite;
  readonly #context: CanvasRenderingContext2D;
  readonly #texture: CanvasTexture;
  #shown = '';

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    this.#context = canvas.getContext('2d') as CanvasRenderingContext2D;
    this.#context.scale(2, 2);
    this.#texture = new CanvasTexture(canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.generateMipmaps = false;
    const material = new SpriteMaterial({
      map: this.#texture,
      sizeAttenuation: false,
      depthTest: false,
      toneMapped: false,
    });
    this.sprite = new Sprite(material);
    this.sprite.renderOrder = 13;
    this.sprite.raycast = () => {};
  }

  place(at: Vector3, center: [x: number, y: number], { camera, height: picture }: Eye): void {
    this.sprite.position.copy(at);
    this.sprite.parent?.worldToLocal(this.sprite.position);
    const pixel = 2 / (picture * (camera.projectionMatrix.elements[5] as number));
    this.sprite.scale.set(width * pixel, height * pixel, 1);
    this.sprite.center.set(...center);
  }

  write(text: string, color: string, theme: Theme): void {
    const shown = `${text} ${color}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const context = this.#context;
    context.clearRect(0, 0, width, height);
    context.font = '600 13px "Atkinson Hyperlegible Next Variable", system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 4;
    context.strokeStyle = colorsOf(theme).background.getStyle();
    context.strokeText(text, width / 2, height / 2);
    context.fillStyle = color;
    context.fillText(text, width / 2, height / 2);
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    this.sprite.material.dispose();
  }
}

const place = new Vector3();

function onPicture(point: Vector3, { camera, width, height }: Eye): [x: number, y: number] {
  const { x, y, z } = place.copy(point).project(camera);
  // Points behind the camera have no position in the image.
  if (z > 1) return [Number.NaN, Number.NaN];
  return [(0.5 + 0.5 * x) * width, (0.5 - 0.5 * y) * height];
}
