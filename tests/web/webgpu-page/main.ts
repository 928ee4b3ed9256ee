// One world drawn by both renderers of Three.js, for its test to compare.
import { loadHolonom, type World } from 'holonom';
import { WorldView, type WorldViewOptions } from 'holonom/three';
import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import * as webgpu from 'three/webgpu';

const [width, height] = [480, 320];

interface Shown {
  /** Whether the view knows of nodes. */
  readonly nodes: boolean;
  /** A net with its strain after a step: what no two renderers draw to the pixel. */
  readonly more: boolean;
  /** The forces after a step. */
  readonly forces: boolean;
  /** How many pictures are drawn of it: the size of the first is not known before it is drawn. */
  readonly pictures: number;
  /** How far the camera is, as a multiple. */
  readonly away: number;
}

export interface Page {
  /** Pictures as addresses of images, by the renderer. */
  draw(renderer: 'webgl' | 'webgpu', shown: Shown): Promise<string>;
}

function fill(world: World, more: boolean): void {
  world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
  const box = (x: number, halfExtents: [number, number, number]) =>
    world.addBody({ position: [x, halfExtents[1], 1], shape: { box: { halfExtents } } });
  box(-2, [0.6, 0.5, 0.5]);
  box(-0.3, [0.15, 0.9, 0.5]);
  box(1, [0.6, 0.12, 0.3]);
  world.addBody({ position: [2.2, 0.5, 1], shape: { sphere: { radius: 0.5 } } });
  world.addBody({
    position: [3.2, 0.7, 1],
    shape: { capsule: { radius: 0.25, halfHeight: 0.45 } },
  });
  const upright = { axisAngle: { axis: [1, 0, 0], angle: Math.PI / 2 } } as const;
  const grid = { size: [2, 1], segments: [20, 10] } as const;
  const away = { axisAngle: { axis: [1, 0, 0], angle: -Math.PI / 2 } } as const;
  world.addCloth({ grid, position: [-3, 2.6, 0], rotation: upright, pins: ['top'] });
  world.addCloth({ grid, position: [-0.5, 1.6, 0], rotation: away, pins: ['top'] });
  if (more)
    world.addSpringNetwork({ grid, position: [1.8, 2.6, 0], rotation: upright, pins: ['top'] });
}

async function draw(
  name: 'webgl' | 'webgpu',
  { nodes, more, forces, pictures, away }: Shown,
): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  const world = (await loadHolonom()).createWorld();
  fill(world, more);
  const options: WorldViewOptions = nodes ? { webgpu } : {};
  const view = new WorldView(world, options);
  Object.assign(view.overlays, { forces, strain: more });
  if (more || forces) world.step(1 / 60);
  const scene = new Scene();
  const sun = new DirectionalLight('white', 2);
  sun.position.set(-3, 6, 5);
  scene.add(view, sun, new HemisphereLight('white', '#a09a90', 1.2));
  const camera = new PerspectiveCamera(40, width / height, 0.1, 100);
  camera.position.set(0.5, 2.2, 7).multiplyScalar(away);
  camera.lookAt(0.3, 1.1, 0);
  const renderer =
    name === 'webgl'
      ? new WebGLRenderer({ canvas, antialias: true })
      : new webgpu.WebGPURenderer({ canvas, antialias: true, forceWebGL: true });
  if (renderer instanceof webgpu.WebGPURenderer) await renderer.init();
  renderer.setSize(width, height, false);
  renderer.setClearColor('#e9ebe8');
  for (let picture = 0; picture < pictures; picture++) {
    view.update();
    renderer.render(scene, camera);
  }
  const address = canvas.toDataURL();
  view.dispose();
  renderer.dispose();
  world.dispose();
  canvas.remove();
  return address;
}

const page: Page = { draw };
Object.assign(window, { page });
