import { checkedCallback, checkedNumber, knownOptions } from 'holonom/internal';
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
import { aim } from './picking.js';
import { checkedQuality, type Quality, qualities } from './quality-ladder.js';
import { skyLight } from './sky-light.js';
import type { Picked, WorldView } from './world-view.js';

type Point = readonly [x: number, y: number, z: number];

/** Where the camera stands and looks. Unit: m. */
export interface View {
  /** Of the camera. Unit: m. */
  readonly position: Point;
  /** What it looks at. Unit: m. */
  readonly target: Point;
}

/** A line of sight. */
export interface SightRay {
  /** Where it starts. Unit: m. */
  readonly origin: Point;
  /** A unit vector. */
  readonly direction: Point;
  /** How far away the first thing is; undefined where there is none. Unit: m. */
  readonly distance: number | undefined;
  /** What that thing is. */
  readonly picked: Picked | undefined;
}

/** How a stage is set up. */
export interface StageOptions {
  /** Light or dark. */
  readonly theme?: Theme;
  /** Draw on nothing, for a picture inside a page. */
  readonly transparent?: boolean;
  /** Vertical angle of view, degrees. Default 35. */
  readonly fieldOfView?: number;
  /** Whether the picture may be turned and moved. Default true. */
  readonly controls?: boolean;
  /** Called when the browser takes the graphics away (true) and gives it back (false). */
  readonly onContextLost?: (lost: boolean) => void;
}

/**
 * Renderer, camera, lights and shadows around a canvas, fitted to its size.
 * @example
 * const stage = new Stage(canvas);
 * stage.frame({ position: [3, 2, 6], target: [0, 1, 0] });
 * stage.add(view);
 * const draw = () => stage.render();
 */
export class Stage {
  /** What it draws on. */
  readonly canvas: HTMLCanvasElement;
  /** What it draws. */
  readonly scene = new Scene();
  /** From where it draws. */
  readonly camera: PerspectiveCamera;
  /** What turns and moves the picture, unless switched off. */
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

  /** @throws when the browser has no WebGL 2. */
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

  /** Whether the browser has taken the graphics away. */
  get lost(): boolean {
    return this.#lost;
  }

  /** How much is drawn; the best at first. */
  get quality(): Quality {
    return this.#quality;
  }
  set quality(quality: Quality) {
    if (quality === this.#quality) return;
    this.#draw(checkedQuality(quality));
    this.#fit();
  }

  /** Looks at a place, with lights and shadows fitted around it. */
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

  /** From where one looks now; {@link frame} takes it, also on a picture of another shape. */
  get view(): View {
    const target = this.controls?.target.clone() ?? new Vector3(...this.#view.target);
    const away = this.camera.position.clone().sub(target).divideScalar(this.#narrowness);
    const rounded = (place: Vector3): Point =>
      place.toArray().map((value) => Number(value.toFixed(3))) as unknown as Point;
    return { position: rounded(away.add(target)), target: rounded(target) };
  }

  /** Changes the colors. */
  setTheme(theme: Theme): void {
    const { background } = colorsOf(checkedTheme(theme));
    this.scene.background = this.#transparent ? null : new Color(background);
    const dark = theme === 'dark';
    this.#sun.intensity = dark ? 2.3 : 2.6;
    this.#sky.intensity = dark ? 0.55 : 1;
  }

  /** Adds to what it draws. Its shaders are those of what is drawn already, as long as that is still there. */
  add(object: Object3D): void {
    this.scene.add(checkedObject(object));
    this.#renderer.compile(this.scene, this.camera);
  }

  /** Draws once. */
  render(): void {
    if (this.#lost) return;
    this.controls?.update();
    this.#renderer.render(this.scene, this.camera);
  }

  /**
   * What is drawn now, as the address of an image inside itself.
   * @param quality from 0 to 1, of types that lose some.
   */
  picture(type = 'image/png', quality?: number): string {
    checkedText('type', type);
    if (quality !== undefined) checkedNumber('quality', quality);
    // The drawing is gone once the browser has shown it.
    this.render();
    return this.canvas.toDataURL(type, quality);
  }

  /** Where a point of the world is seen, from −1 to 1 across and up; undefined behind the camera. */
  viewOf(position: readonly [number, number, number]): [across: number, up: number] | undefined {
    const { x, y, z } = new Vector3(...checkedPoint('position', position)).project(this.camera);
    return z < 1 ? [x, y] : undefined;
  }

  /** The ray under a place of the window in world axes, and how far along it the view is hit. Unit: m. */
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

  /** Turns the camera around what it looks at. Unit: rad. */
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

  /** Brings the camera nearer (factor below 1) or farther. */
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

  /** Frees what the graphics card holds. */
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
    // It is made anew in its new size.
    this.#sun.shadow.map?.dispose();
    this.#sun.shadow.map = null;
  }

  /** Light from the upper left behind the camera; shadows as far as the picture goes. */
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

  /** On a tall, narrow picture the camera stands farther back, so that the scene fits in its width. */
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
    // Setting the size clears the picture.
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
    ['between', { low: 0, high: 180 }],
    (it) => it > 0 && it < 180,
  );
  checkedFlag('controls', controls);
  const onContextLost = checkedCallback('onContextLost', given.onContextLost);
  return { theme, transparent, fieldOfView, controls, onContextLost };
}
