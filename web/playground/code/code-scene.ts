// A scene whose code runs in a sandbox, as the playground takes scenes.
import type { Control, Controls, SceneContext, SceneDefinition } from '../../scenes/scene.js';
import type { StageScene } from '../stage-scene.js';
import { CodeError } from './code-error.js';
import { buildTwin, type CodeRun } from './far-run.js';
import { Sandbox } from './sandbox.js';

const startSeconds = 8;

/** Code in a sandbox that runs, or ran and can be started again. */
export class CodeScene {
  readonly #code: string;
  readonly #said: unknown;
  readonly #failed: (error: Error) => void;
  #sandbox: Sandbox;
  #scene: StageScene | undefined;
  #disposed = false;

  private constructor(
    code: string,
    sandbox: Sandbox,
    said: unknown,
    failed: (error: Error) => void,
  ) {
    this.#code = code;
    this.#sandbox = sandbox;
    this.#said = said;
    // Of what was put away nobody wants to hear.
    this.#failed = (error) => {
      if (!this.#disposed) failed(error);
    };
  }

  /**
   * Starts compiled code.
   * @param failed called when a later step fails; the scene goes on without its code, or ends if that gives no answer.
   */
  static async start(code: string, failed: (error: Error) => void): Promise<CodeScene> {
    const [sandbox, said] = await begin(code);
    return new CodeScene(code, sandbox, said, failed);
  }

  /** Whether it gave no answer. */
  get ended(): boolean {
    return this.#sandbox.ended;
  }

  /** The scene of the playground that the code describes. @throws what is wrong with the description. */
  get scene(): StageScene {
    this.#scene ??= {
      ...checkedScene(this.#said),
      build: (context) => this.build(context),
    };
    return this.#scene;
  }

  /** Builds in the sandbox, and a twin in the world on the page. What was ended starts again. */
  async build(context: SceneContext): Promise<CodeRun> {
    if (this.#sandbox.ended) [this.#sandbox] = await begin(this.#code);
    return buildTwin(this.#sandbox, context, this.#failed);
  }

  dispose(): void {
    this.#disposed = true;
    this.#sandbox.dispose();
  }
}

async function begin(code: string): Promise<[sandbox: Sandbox, said: unknown]> {
  const sandbox = await Sandbox.start(code);
  try {
    return [sandbox, await sandbox.ask('start', undefined, startSeconds)];
  } catch (error) {
    sandbox.dispose();
    throw error;
  }
}

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
  throw new CodeError('code-text', { path: name, most });
}

function point(value: unknown, name: string): readonly [number, number, number] {
  if (Array.isArray(value) && value.length === 3 && value.every(Number.isFinite))
    return value as [number, number, number];
  throw new CodeError('code-point', { path: `camera.${name}` });
}

function checkedControls(said: unknown): Controls {
  const entries = Object.entries(Object(said) as Record<string, unknown>);
  if (entries.length > 40) throw new CodeError('code-controls', { most: 40 });
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
      throw new CodeError('code-number', { path: at });
  } else if (typeof value === 'string') {
    const choices = Object.entries(Object(options) as Record<string, unknown>);
    if (choices.length === 0) throw new CodeError('code-choice', { path: at });
    for (const [, words] of choices) text(words, `${at}.options`, 60);
  } else if (typeof value !== 'boolean') throw new CodeError('code-value', { path: `${at}.value` });
  return control as unknown as Control;
}
