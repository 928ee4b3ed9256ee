// What scenes say about themselves happens: with other solvers and other values of their controls too.
import { definitions, type World, type WorldSettings } from 'holonom';
import { expect, test } from 'vitest';
import brickWall from '../../web/scenes/brick-wall';
import heavyChain from '../../web/scenes/heavy-chain';
import { scenes } from '../../web/scenes/index';
import { type Control, initialValues, type SceneDefinition } from '../../web/scenes/scene';
import { distance, makeWorld, run } from './fixture';

function opened(scene: SceneDefinition, settings: WorldSettings = {}, values: object = {}): World {
  const world = makeWorld({ ...scene.settings, ...settings });
  const all = { ...initialValues(scene.controls), ...values };
  const scenery = scene.build({ world, values: all as never, meshes: {} });
  scenery?.apply?.(all as never);
  return world;
}
const named = (world: World, name: string) =>
  [...world.bodies].filter((body) => body.name === name);

test.each([
  ['soft-step', {}],
  ['pgs', {}],
  ['direct', {}],
  ['xpbd', {}],
  ['soft-step', { rows: 8 }],
  ['soft-step', { rows: 16, bricks: 16 }],
  ['soft-step', { bricks: 7 }],
  ['soft-step', { friction: 1 }],
  ['soft-step', { friction: 0.2 }],
] as const)('the ball breaks through the brick wall: %s, %o', (solver, values) => {
  const world = opened(brickWall, { solver }, values);
  const [ball] = named(world, 'ball');
  const bricks = named(world, 'brick');
  const start = bricks.map(({ position }) => position);
  run(world, 2);
  expect(ball?.position[2]).toBeLessThan(-2);
  const moved = bricks.filter(({ position }, i) => distance(position, start[i] ?? []) > 0.5);
  expect(moved.length).toBeGreaterThan(bricks.length / 5);
});

test('the heavy chain has the settings of the world, and no others of its own', () => {
  expect(Object.keys(heavyChain.controls)).toEqual(['links', 'mass']);
  const world = opened(heavyChain, { solver: 'pgs' });
  expect([world.solver, world.substeps]).toEqual(['pgs', 8]);
});

/** Another value that a control may have. */
function another(control: Control): number | boolean | string {
  if ('options' in control)
    return Object.keys(control.options).find((name) => name !== control.value) ?? control.value;
  if ('min' in control) return control.value === control.min ? control.max : control.min;
  return !control.value;
}

const settingsOf = (world: World) =>
  (definitions.kinds[0]?.fields ?? [])
    .filter(({ settable }) => settable)
    .map(({ name }) => [name, world[name as 'gravity']] as const);

const open = [...scenes].filter(([, { meshes }]) => !meshes?.length);
test.each(open)('what a control of %s does to the world is not set in two places', (_, scene) => {
  const first = settingsOf(opened(scene));
  for (const [name, control] of Object.entries(scene.controls)) {
    // Stages of great size take long, and change no setting.
    if (control.setting === undefined && !control.live && 'min' in control) continue;
    const values = { [name]: another(control) };
    const changed = settingsOf(opened(scene, {}, values)).filter(
      ([, value], i) => JSON.stringify(value) !== JSON.stringify(first[i]?.[1]),
    );
    const names = changed.map(([setting]) => setting).filter((setting) => setting !== 'wind');
    expect(names, name).toEqual(control.setting ? [control.setting] : []);
  }
});
