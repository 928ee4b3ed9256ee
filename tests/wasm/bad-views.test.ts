// Every class and function of `holonom/three`, called with everything that may be given by mistake: what is refused is
// refused by a HolonomError, and neither the world nor the view has changed.
import { HolonomError } from 'holonom';
import * as door from 'holonom/three';
import {
  BoxGeometry,
  Group,
  MeshBasicMaterial,
  PerspectiveCamera,
  Ray,
  Raycaster,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { badValues } from './bad-arguments';
import { makeCanvas, usePage } from './canvas';
import { fillWorld, makeWorld, refusal } from './fixture';
import { publicCalls } from './public-types';

usePage();

function makeStage() {
  const world = makeWorld();
  fillWorld(world);
  const view = new door.WorldView(world);
  view.updateMatrixWorld(true);
  const camera = new PerspectiveCamera();
  camera.position.set(0, 5, 10);
  camera.updateMatrixWorld(true);
  const [, crate] = world.bodies;
  if (!crate) throw new Error('the fixture has a crate');
  const cloth = world.cloths.at(0)!;
  const canvas = makeCanvas();
  const raycaster = new Raycaster(new Vector3(0, 10, 0), new Vector3(0, -1, 0));
  const picked = { body: crate };
  const keyboard = new door.KeyboardDragger(view, camera);
  return {
    world,
    view,
    camera,
    canvas,
    cloth,
    picked,
    raycaster,
    point: new Vector3(0, 3, 0),
    intersection: { object: view, distance: 1, point: new Vector3() },
    drag: new door.Drag(view, picked, new Vector3(0, 3, 0), camera),
    keyboard,
    writer: new door.GlbWriter(world),
    ladder: new door.QualityLadder(),
    stage: new door.Stage(canvas),
  };
}

type Stage = ReturnType<typeof makeStage>;

/** Calls something with a value in the place of one of its arguments. */
type Call = (value: never, stage: Stage) => unknown;

const ray = new Ray(new Vector3(0, 10, 0), new Vector3(0, -1, 0));
const at = [0, 0, 5] as const;
const geometry = new BoxGeometry();
const material = new MeshBasicMaterial();

const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  canDrag: { picked: (value) => door.canDrag(value) },
  pickedObject: { picked: (value) => door.pickedObject(value) },
  Drag: {
    view: (value, { picked, point, camera }) => new door.Drag(value, picked, point, camera),
    picked: (value, { view, point, camera }) => new door.Drag(view, value, point, camera),
    'picked.body': (value, { view, point, camera }) =>
      new door.Drag(view, { body: value }, point, camera),
    'picked.cloth': (value, { view, point, camera }) =>
      new door.Drag(view, { cloth: value, point: 1 }, point, camera),
    'picked.point': (value, { view, cloth, point, camera }) =>
      new door.Drag(view, { cloth, point: value }, point, camera),
    point: (value, { view, picked, camera }) => new door.Drag(view, picked, value, camera),
    camera: (value, { view, picked, point }) => new door.Drag(view, picked, point, value),
    options: (value, { view, picked, point, camera }) =>
      new door.Drag(view, picked, point, camera, value),
    'options.frequency': (value, { view, picked, point, camera }) =>
      new door.Drag(view, picked, point, camera, { frequency: value }),
    'options.maxForce': (value, { view, picked, point, camera }) =>
      new door.Drag(view, picked, point, camera, { maxForce: value }),
    moveAlong: (value, { drag }) => drag.moveAlong(value),
    'moveAlong ray.origin': (value, { drag }) =>
      drag.moveAlong({ ...ray, origin: value, intersectPlane: ray.intersectPlane } as never),
    moveTo: (value, { drag }) => drag.moveTo(value),
    moveAway: (value, { drag }) => drag.moveAway(value),
  },
  forceText: { newtons: (value) => door.forceText(value) },
  heldPoint: { tie: (value) => door.heldPoint(value) },
  stateArrived: { world: (value) => door.stateArrived(value) },
  GlbWriter: {
    world: (value) => new door.GlbWriter(value),
    addKey: (value, { writer }) => writer.addKey(value),
    addShapes: (value, { writer }) => writer.addShapes(value),
  },
  KeyboardDragger: {
    view: (value, { camera }) => new door.KeyboardDragger(value, camera),
    camera: (value, { view }) => new door.KeyboardDragger(view, value),
    options: (value, { view, camera }) => new door.KeyboardDragger(view, camera, value),
    nudge: (value, { keyboard }) => keyboard.nudge(value),
    'nudge up': (value, { keyboard }) => keyboard.nudge([0, value, 0]),
    release: (value, { keyboard }) => keyboard.release(value),
  },
  PointerDragger: {
    view: (value, { camera, canvas }) => new door.PointerDragger(value, camera, canvas),
    camera: (value, { view, canvas }) => new door.PointerDragger(view, value, canvas),
    element: (value, { view, camera }) => new door.PointerDragger(view, camera, value),
    ...Object.fromEntries(
      ['frequency', 'maxForce', 'controls', 'onGrab', 'onRelease'].map((name): [string, Call] => [
        `options.${name}`,
        (value, { view, camera, canvas }) =>
          new door.PointerDragger(view, camera, canvas, { [name]: value }),
      ]),
    ),
    options: (value, { view, camera, canvas }) =>
      new door.PointerDragger(view, camera, canvas, value),
  },
  QualityLadder: { addFrame: (value, { ladder }) => ladder.addFrame(value) },
  shapeFrom: {
    source: (value) => door.shapeFrom(value, { kind: 'box' }),
    options: (value) => door.shapeFrom(geometry, value),
    kind: (value) => door.shapeFrom(geometry, { kind: value }),
  },
  Stage: {
    canvas: (value) => new door.Stage(value),
    options: (value) => new door.Stage(makeCanvas(), value),
    ...Object.fromEntries(
      ['theme', 'transparent', 'fieldOfView', 'controls', 'onContextLost'].map(
        (name): [string, Call] => [
          `options.${name}`,
          (value) => new door.Stage(makeCanvas(), { [name]: value }),
        ],
      ),
    ),
    'quality =': (value, { stage }) => {
      stage.quality = value;
    },
    'quality.pixelRatio =': (value, { stage }) => {
      stage.quality = { pixelRatio: value, shadows: 0 };
    },
    'quality.shadows =': (value, { stage }) => {
      stage.quality = { pixelRatio: 1, shadows: value };
    },
    frame: (value, { stage }) => stage.frame(value),
    'frame position': (value, { stage }) => stage.frame({ position: value, target: at }),
    'frame target': (value, { stage }) => stage.frame({ position: at, target: value }),
    setTheme: (value, { stage }) => stage.setTheme(value),
    add: (value, { stage }) => stage.add(value),
    'picture type': (value, { stage }) => stage.picture(value),
    'picture quality': (value, { stage }) => stage.picture('image/png', value),
    viewOf: (value, { stage }) => stage.viewOf(value),
    'rayAt clientX': (value, { stage }) => stage.rayAt(value, 0),
    'rayAt clientY': (value, { stage }) => stage.rayAt(0, value),
    'rayAt view': (value, { stage }) => stage.rayAt(0, 0, value),
    'turn right': (value, { stage }) => stage.turn(value, 0),
    'turn up': (value, { stage }) => stage.turn(0, value),
    zoom: (value, { stage }) => stage.zoom(value),
  },
  WorldView: {
    world: (value) => new door.WorldView(value),
    options: (value, { world }) => new door.WorldView(world, value),
    'options.theme': (value, { world }) => new door.WorldView(world, { theme: value }),
    'options.shows': (value, { world }) => new door.WorldView(world, { shows: value }),
    'options.color': (value, { world }) => new door.WorldView(world, { color: value }),
    'options.skins': (value, { world }) => new door.WorldView(world, { skins: value }),
    'options.webgpu': (value, { world }) => new door.WorldView(world, { webgpu: value }),
    'theme =': (value, { view }) => {
      view.theme = value;
    },
    update: (value, { view }) => view.update(value),
    'bind body': (value, { view }) => view.bind(value, new Group()),
    'bind object': (value, { view, picked }) => view.bind(picked.body, value),
    'instances bodies': (value, { view }) => view.instances(value, geometry, material),
    'instances bodies[0]': (value, { view }) => view.instances([value], geometry, material),
    'instances geometry': (value, { view, picked }) =>
      view.instances([picked.body], value, material),
    'instances material': (value, { view, picked }) =>
      view.instances([picked.body], geometry, value),
    objectAt: (value, { view }) => view.objectAt(value),
    'objectAt object': (value, { view, intersection }) =>
      view.objectAt({ ...intersection, object: value }),
    pick: (value, { view }) => view.pick(value),
    'pick ray': (value, { view, raycaster }) =>
      view.pick(Object.assign(new Raycaster(raycaster.ray.origin), { ray: value })),
    ...Object.fromEntries(
      ['forces', 'strain', 'islands'].map((name): [string, Call] => [
        `overlays.${name} =`,
        (value, { view }) => Object.assign(view.overlays, { [name]: value }),
      ]),
    ),
  },
};

/** What a refused call must leave as it was. */
const stateOf = ({ world, view, stage, drag, canvas }: Stage) => [
  world.hash(),
  world.grabs.length,
  view.theme,
  { ...view.overlays },
  view.children.length,
  stage.scene.children.length,
  stage.quality,
  stage.view,
  drag.target.toArray(),
  canvas.width,
];

const rows = Object.entries(calls).flatMap(([name, places]) =>
  Object.entries(places).map(([place, call]) => [name, place, call] as const),
);

test.each(rows)('%s refuses a bad %s by name', (name, place, call) => {
  let stage = makeStage();
  let before = stateOf(stage);
  let refused = 0;
  for (const [kind, value] of badValues(makeWorld())) {
    const what = `${name} with ${kind} for ${place}`;
    try {
      call(value as never, stage);
    } catch (error) {
      // What looks like a callback is called, and what it throws is the caller's.
      if (/^options\.(shows|color|skins)$/.test(place) && kind === 'a class') continue;
      expect(error, `${what}: ${error}`).toBeInstanceOf(HolonomError);
      const { code, message, allowed } = error as HolonomError;
      expect([code, message, allowed], what).not.toContain('');
      expect(stateOf(stage), what).toEqual(before);
      refused++;
      continue;
    }
    stage = makeStage();
    before = stateOf(stage);
  }
  expect(refused).toBeGreaterThanOrEqual(20);
});

test('the table has every class and function of the door', () => {
  const functions = Object.entries(door).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
});

test('the table has everything of the door that takes something', () => {
  const made = rows.map(([name, place]) => `${name}.${place.split(' ')[0]}`);
  const asked = publicCalls('web/three/index.ts').filter((call) => !call.endsWith('.constructor'));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.map((call) => call.split(' ')[0]!).filter((call) => !hasCall(made, call))).toEqual(
    [],
  );
});

/** A function stands for itself; of a class each member has a row. */
const hasCall = (made: readonly string[], call: string) =>
  call.includes('.') ? made.includes(call) : call in calls;

test('an error of a drawing names what was given and what would do', () => {
  const { view, stage, writer } = makeStage();
  expect(refusal(() => view.update(Number.NaN))).toMatchObject({ code: 'finite', path: 'share' });
  expect(refusal(() => stage.frame({ position: [0, 1, Number.NaN], target: at }))).toMatchObject({
    code: 'finite',
    path: 'view.position[2]',
  });
  writer.addKey(1);
  expect(refusal(() => writer.addKey(1))).toMatchObject({ code: 'range', path: 'time', value: 1 });
  expect(refusal(() => new door.WorldView(view.world, { themes: 'dark' } as never))).toMatchObject({
    code: 'unknown-field',
    path: 'themes',
  });
});
