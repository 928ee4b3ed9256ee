// A scene whose code runs in a sandbox, as the playground takes scenes.
import type { Control, Controls, SceneContext, SceneDefinition } from '../../scenes/scene.js';
import type { StageRun, StageScene } from '../stage-scene.js';
import { knownReadings } from './readings.js';
import { Replayer } from './replayer.js';
import { CodeError, Sandbox } from './sandbox.js';

const seconds = { start: 4, build: 4, step: 1, apply: 1 } as const;
const dt = 1 / 60;

/** What code in a sandbox does while it runs. */
export interface CodeRun extends StageRun {
  measure?(): Promise<Readonly<Record<string, number>>>;
}

/** A running scene and how to end it. */
export interface CodeScene {
  readonly scene: StageScene;
  dispose(): void;
}

/**
 * Starts compiled code and reads what it says about its scene.
 * @param failed called when a later step fails, after which the scene goes on without its code.
 */
export async function startCode(code: string, failed: (error: Error) => void): Promise<CodeScene> {
  const sandbox = await Sandbox.start(code);
  try {
    const said = checkedScene(await sandbox.ask('start', undefined, seconds.start));
    const scene = { ...said, build: builderIn(sandbox, failed) };
    return { scene, dispose: () => sandbox.dispose() };
  } catch (error) {
    sandbox.dispose();
    throw error;
  }
}

/** Builds in the world on the stage what the code in a sandbox builds in its own. */
export function builderIn(
  sandbox: Sandbox,
  failed: (error: Error) => void,
): (context: SceneContext) => Promise<CodeRun> {
  return async ({ world, values, meshes }) => {
    const built = Object(await sandbox.ask('build', { values, meshes }, seconds.build));
    const replayer = new Replayer(world, knownReadings(built.reads));
    replayer.follow(built.orders, 'build');
    let broken = false;
    const fail = (error: Error): void => {
      if (!broken) failed(error);
      broken = true;
    };
    sandbox.watch(fail);
    const guard =
      <Given>(work: (given: Given) => Promise<void>) =>
      async (given: Given): Promise<void> => {
        if (broken) return;
        try {
          await work(given);
        } catch (error) {
          fail(error as Error);
        }
      };
    const run: CodeRun = {};
    if (built.steps === true)
      run.beforeStep = guard(async () => {
        const orders = await sandbox.ask('step', replayer.state(dt), seconds.step);
        replayer.follow(orders, 'step');
      });
    if (built.applies === true)
      run.apply = guard(async (changed) => {
        replayer.follow(await sandbox.ask('apply', changed, seconds.apply), 'step');
      });
    if (built.measures === true)
      run.measure = async () =>
        numbersOf(await sandbox.ask('measure', replayer.state(dt), seconds.step));
    return run;
  };
}

/** The numbers among what code says it measured. */
const numbersOf = (said: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object(said) as Record<string, unknown>)
      .slice(0, 12)
      .filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );

type Said = Omit<SceneDefinition, 'build'>;

/** What code says about its scene, as far as it is well formed. */
function checkedScene(said: unknown): Said {
  const { title, description, tags, camera, settings, controls, meshes } = Object(said) as Record<
    string,
    unknown
  >;
  const { position, target } = Object(camera);
  return {
    title: text(title, 'title', 120),
    description: text(description ?? '', 'description', 1000),
    tags: Array.isArray(tags) ? tags.slice(0, 12).map((tag) => text(tag, 'tags', 40)) : [],
    camera: { position: point(position, 'position'), target: point(target, 'target') },
    settings: Object(settings),
    controls: checkedControls(controls),
    meshes: Array.isArray(meshes) ? meshes.map((name) => text(name, 'meshes', 40)) : [],
  };
}

function text(value: unknown, name: string, most: number): string {
  if (typeof value === 'string' && value.length <= most) return value;
  throw new CodeError(`${name}: expected a text of at most ${most} letters`);
}

function point(value: unknown, name: string): readonly [number, number, number] {
  if (Array.isArray(value) && value.length === 3 && value.every(Number.isFinite))
    return value as [number, number, number];
  throw new CodeError(`camera.${name}: expected three numbers`);
}

function checkedControls(said: unknown): Controls {
  const entries = Object.entries(Object(said) as Record<string, unknown>);
  if (entries.length > 40) throw new CodeError('controls: at most 40');
  return Object.fromEntries(
    entries.map(([name, control]) => [name, checkedControl(name, control)]),
  );
}

function checkedControl(name: string, said: unknown): Control {
  const control = { ...(Object(said) as Record<string, unknown>) };
  const { value, min, max, step, options } = control;
  const at = `controls.${name}`;
  text(control.label, `${at}.label`, 60);
  for (const part of ['unit', 'help'])
    if (part in control) text(control[part], `${at}.${part}`, 200);
  if (typeof value === 'number') {
    if (![value, min, max, step].every(Number.isFinite))
      throw new CodeError(`${at}: a number needs value, min, max and step`);
  } else if (typeof value === 'string') {
    const choices = Object.entries(Object(options) as Record<string, unknown>);
    if (choices.length === 0) throw new CodeError(`${at}: a choice needs options`);
    for (const [, words] of choices) text(words, `${at}.options`, 60);
  } else if (typeof value !== 'boolean')
    throw new CodeError(`${at}.value: expected a number, a text or true or false`);
  return control as unknown as Control;
}
