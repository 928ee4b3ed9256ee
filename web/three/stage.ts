import { checkedCallback, checkedNumber, knownOptions, viewReason } from 'holonom/internal';
import {
  ACESFilmicToneMapping,
  Color,
  DirectionalLight,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import {
  checkedElement,
  checkedFlag,
  checkedObject,
  checkedPoint,
  checkedText,
  checkedTheme,
  checkedView,
  checkedViewpoint,
} from './checks.js';
import { colorsOf, type Theme } from './palette.js';
import type { Picked } from './picked.js';
import { aim } from './picking.js';
import { checkedQuality, type Quality, qualities } from './quality-ladder.js';
import { skyLight } from './sky-light.js';
import type { WorldView } from './world-view.js';

type Point = readonly [x: number, y: number, z: number];

/** Position and target of the camera. */
export interface View {
  /** Position of the camera. Unit: m. */
  readonly position: Point;
  /** Target of the camera. Unit: m. */
  readonly target: Point;
}

/** Ray of a line of sight. */
export interface SightRay {
  /** Origin of the ray. Unit: m. */
  readonly origin: Point;
  /** Unit vector. */
  readonly direction: Point;
  /** Distance of the first hit; undefined if nothing is hit. Unit: m. */
  readonly distance: number | undefined;
  /** Object that is hit. */
  readonly picked: Picked | undefined;
}

/** Options of a {@link Stage}. */
export interface StageOptions {
  /** Light or dark colors. */
  readonly theme?: Theme;
  /** Transparent background, for an image inside a page. */
  readonly transparent?: boolean;
  /** Vertical field of view. Default: 35. Unit: degrees. */
  readonly fieldOfView?: number;
  /** Whether the user can move the camera. Default: true. */
  readonly controls?: boolean;
  /** Called when the WebGL context is lost (true) and restored (false). */
  readonly onContextLost?: (lost: boolean) => void;
}

/**
 * Renderer, camera, lights and shadows of a canvas, fitted to its size.
 * @example
 * const stage = new Stage(canvas);
 * stage.frame({ position: [3, 2, 6], target: [0, 1, 0] });
 * stage.add(view);
 * const draw = () => stage.render();
 */
export class Stage {
  /** Canvas. */
  readonly canvas: HTMLCanvasElement;
  /** Scene that is drawn. */
  readonly scene = new Scene();
  /** Camera. */
  readonly camera: PerspectiveCamera;
  /** Camera controls, unless disabled. */
  readonly controls: OrbitControls | undefined;
  readonly #renderer: WebGLRenderer;
  readonly #sun = new DirectionalLight('#fff6e8', 2.6);
  readonly #sky = skyLight();
  readonly #transparent: boolean;
  readonly #resize: ResizeObserver;
  readonly #listeners = new AbortController();
  readonly #fieldOfView: number;
  #view: View = { position: [4, 3, 6], target: [0, 1, 0] };
  #lost = false;
  #quality = qualities[0] as Quality;

  /** @throws if the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, options: StageOptions = {}) {
    const given = checkedOptions(options);
    this.canvas = checkedElement('canvas', canvas, 'getContext');
    this.#transparent = given.transparent;
    this.#fieldOfView = given.fieldOfView;
    this.camera = new PerspectiveCamera(this.#fieldOfView, 1, 0.05, 300);
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: this.#transparent });
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#sun.castShadow = true;
    this.#sun.shadow.radius = 3;
    this.#sun.shadow.intensity = 0.75;
    this.scene.add(this.#sun, this.#sun.target, this.#sky);
    if (given.controls) {
      this.controls = new OrbitControls(this.camera, canvas);
      this.controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
      this.controls.dampingFactor = 0.12;
      this.controls.maxPolarAngle = 0.53 * Math.PI;
      this.controls.minDistance = 0.5;
      this.controls.maxDistance = 60;
    }
    this.#draw(qualities[0] as Quality);
    this.setTheme(given.theme);
    this.frame(this.#view);
    const { signal } = this.#listeners;
    canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        event.preventDefault();
        this.#lost = true;
        given.onContextLost?.(true);
      },
      { signal },
    );
    canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.#lost = false;
        given.onContextLost?.(false);
      },
      { signal },
    );
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(canvas);
    this.#fit();
  }

  /** Whether the WebGL context is lost. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Quality of drawing; the best by default. */
  get quality(): Quality {
    return this.#quality;
  }
  set quality(quality: Quality) {
    if (quality === this.#quality) return;
    this.#draw(checkedQuality(quality));
    this.#fit();
  }

  /** Points the camera at a target and fits lights and shadows around it. */
  frame(view: View): void {
    this.#view = checkedViewpoint(view);
    const target = new Vector3(...view.target);
    this.camera.position.set(...view.position);
    this.#standBack(target);
    this.camera.lookAt(target);
    if (this.controls) {
      this.controls.target.copy(target);
      this.controls.update();
    }
    this.#light(target, new Vector3(...view.position).distanceTo(target));
  }

  /** Present view of the camera. {@link frame} accepts it, also for another aspect ratio. */
  get view(): View {
    const target = this.controls?.target.clone() ?? new Vector3(...this.#view.target);
    const away = this.camera.position.clone().sub(target).divideScalar(this.#narrowness);
    const rounded = (place: Vector3): Point =>
      place.toArray().map((value) => Number(value.toFixed(3))) as unknown as Point;
    return { position: rounded(away.add(target)), target: rounded(target) };
  }

  /** Sets the color theme. */
  setTheme(theme: Theme): void {
    const { background } = colorsOf(checkedTheme(theme));
    this.scene.background = this.#transparent ? null : new Color(background);
    const dark = theme === 'dark';
    this.#sun.intensity = dark ? 2.3 : 2.6;
    this.#sky.intensity = dark ? 0.55 : 1;
  }

  /** Adds an object to the scene. It shares the shaders of objects that are still in the scene. */
  add(object: Object3D): void {
    this.scene.add(checkedObject(object));
    this.#renderer.compile(this.scene, this.camera);
  }

  /** Renders one image. */
  render(): void {
    if (this.#lost) return;
    this.controls?.update();
    this.#renderer.render(this.scene, this.camera);
  }

  /**
   * Returns the present image as a data URL.
   * @param quality quality from 0 to 1, for lossy types.
   */
  picture(type = 'image/png', quality?: number): string {
    checkedText('type', type);
    if (quality !== undefined) checkedNumber('quality', quality);
    // The drawing buffer is cleared once the browser has shown it.
    this.render();
    return this.canvas.toDataURL(type, quality);
  }

  /** Returns the position of a world point in the image, from −1 to 1 across and up; undefined behind the camera. */
  viewOf(position: readonly [number, number, number]): [across: number, up: number] | undefined {
    const { x, y, z } = new Vector3(...checkedPoint('position', position)).project(this.camera);
    return z < 1 ? [x, y] : undefined;
  }

  /** Returns the ray through a point of the window, in world axes, and the distance at which it hits the view. */
  rayAt(clientX: number, clientY: number, view?: WorldView): SightRay {
    checkedNumber('clientX', clientX);
    checkedNumber('clientY', clientY);
    if (view !== undefined) checkedView(view);
    const raycaster = new Raycaster();
    aim(raycaster, this.camera, this.canvas, clientX, clientY);
    const { origin, direction } = raycaster.ray;
    const hit = view?.pick(raycaster);
    return {
      origin: origin.toArray(),
      direction: direction.toArray(),
      distance: hit?.intersection.distance,
      picked: hit?.picked,
    };
  }

  /** Rotates the camera around its target. Unit: rad. */
  turn(right: number, up: number): void {
    checkedNumber('right', right);
    checkedNumber('up', up);
    if (!this.controls) return;
    const { target, maxPolarAngle } = this.controls;
    const place = new Spherical().setFromVector3(this.camera.position.clone().sub(target));
    place.theta += right;
    place.phi = Math.min(Math.max(place.phi - up, 0.05), maxPolarAngle);
    this.camera.position.setFromSpherical(place).add(target);
    this.controls.update();
  }

  /** Moves the camera nearer (factor below 1) or farther. */
  zoom(factor: number): void {
    checkedNumber('factor', factor, ['number-above', { low: 0 }], (it) => it > 0);
    if (!this.controls) return;
    const { target, minDistance, maxDistance } = this.controls;
    const away = this.camera.position
      .clone()
      .sub(target)
      .multiplyScalar(factor)
      .clampLength(minDistance, maxDistance);
    this.camera.position.copy(target).add(away);
    this.controls.update();
  }

  /** Frees GPU resources. */
  dispose(): void {
    this.#listeners.abort();
    this.#resize.disconnect();
    this.controls?.dispose();
    this.#sun.dispose();
    this.#renderer.dispose();
  }

  #draw(quality: Quality): void {
    this.#quality = quality;
    const { pixelRatio, shadows } = quality;
    this.#renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, pixelRatio));
    this.#sun.castShadow = shadows > 0;
    this.#sun.shadow.mapSize.set(shadows, shadows);
    // Recreated in its new size.
    this.#sun.shadow.map?.dispose();
    this.#sun.shadow.map = null;
  }

  /** Light from the upper left behind the camera, with shadows over the whole visible scene. */
  #light(target: Vector3, distance: number): void {
    const reach = Math.min(0.75 * distance + 1.5, 30);
    this.#sun.target.position.copy(target);
    this.#sun.position.copy(target).add(new Vector3(-0.55, 1.25, 0.7).multiplyScalar(1.6 * reach));
    const { camera } = this.#sun.shadow;
    Object.assign(camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.1,
      far: 5 * reach,
    });
    camera.updateProjectionMatrix();
    // Half a texel along the normal hides the steps of the shadow map.
    this.#sun.shadow.normalBias = (2.5 * reach) / 2048;
    this.#sun.shadow.bias = -0.0004;
  }

  /** On a tall, narrow canvas the camera moves back, so that the scene fits in its width. */
  #standBack(target: Vector3): void {
    this.camera.position.sub(target).multiplyScalar(this.#narrowness).add(target);
  }

  get #narrowness(): number {
    return Math.max(1, 1 / this.camera.aspect) ** 0.9;
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    const before = this.camera.aspect;
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    if (Math.abs(before - this.camera.aspect) > 0.25) this.frame(this.#view);
    // Setting the size clears the image.
    this.render();
  }
}

const optionNames = ['theme', 'transparent', 'fieldOfView', 'controls', 'onContextLost'];

function checkedOptions(options: StageOptions) {
  const given = knownOptions(options, optionNames);
  const { theme = 'light', transparent = false, fieldOfView = 35, controls = true } = given;
  checkedTheme(theme);
  checkedFlag('transparent', transparent);
  checkedNumber(
    'fieldOfView',
    fieldOfView,
    viewReason(['between', { low: 0, high: 180 }]),
    (it) => it > 0 && it < 180,
  );
  checkedFlag('controls', controls);
  const onContextLost = checkedCallback('onContextLost', given.onContextLost);
  return { theme, transparent, fieldOfView, controls, onContextLost };
}
