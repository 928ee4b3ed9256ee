// Inside the sandbox: runs the code of a reader against a world of its own. See sandbox.ts.
import * as library from 'holonom';
import * as character from 'holonom/character';
import type { SceneDefinition, SceneRun, Values } from '../../scenes/scene.js';
import * as sceneModule from '../../scenes/scene.js';
import { readingsIn } from './readings.js';
import { Recorder, type State } from './recorder.js';

const parts = import.meta.glob<object>('../../scenes/parts/*.ts', { eager: true });

function required(name: string): object {
  if (name === 'holonom') return library;
  if (name === 'holonom/character') return character;
  if (name === './scene.js') return sceneModule;
  const part = parts[`../../scenes/${name.replace(/^\.\//, '').replace(/\.js$/, '.ts')}`];
  if (part) return part;
  throw new Error(
    `'${name}' can't be imported here; there are 'holonom', 'holonom/character', './scene.js' and './parts/…'`,
  );
}

/** Runs a module and gives its default export. The first line of the text stays the first. */
function evaluate(code: string): SceneDefinition {
  const module = { default: undefined as unknown };
  // biome-ignore lint/security/noGlobalEval: this is what the sandbox is for
  const body = globalThis.eval(`(function(require,exports){${code}\n})\n//# sourceURL=scene.js`);
  body(required, module);
  const scene = module.default as SceneDefinition | undefined;
  if (typeof scene?.build !== 'function')
    throw new Error(
      'the code exports no scene: it should say export default, with a build function',
    );
  return scene;
}

/** What was said, and the places in the code that led to it, the nearest first. */
function describe(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error);
  const stack = (error instanceof Error && error.stack) || '';
  const places = [...stack.matchAll(/scene\.js:(\d+):(\d+)/g)].map(([, line, column]) => [
    Number(line),
    Number(column),
  ]);
  return { message, places };
}

class Program {
  readonly #scene: SceneDefinition;
  readonly #reads: readonly string[];
  readonly #holonom: library.Holonom;
  #recorder: Recorder | undefined;
  #run: SceneRun | undefined;

  constructor(code: string, holonom: library.Holonom) {
    this.#scene = evaluate(code);
    this.#reads = readingsIn(code);
    this.#holonom = holonom;
  }

  /** The scene without its functions. */
  describe(): unknown {
    return JSON.parse(JSON.stringify(this.#scene));
  }

  build({ values, meshes }: { values: Values; meshes: Record<string, never> }): object {
    this.#recorder?.dispose();
    this.#recorder = new Recorder(this.#holonom.createWorld(this.#scene.settings ?? {}));
    const { world } = this.#recorder;
    this.#run = this.#scene.build({ world, values, meshes }) ?? undefined;
    const steps = this.#run?.beforeStep !== undefined || this.#recorder.hasGenerators;
    const { apply, measure } = this.#run ?? {};
    const can = { applies: apply !== undefined, measures: measure !== undefined };
    return { orders: this.#recorder.take(), steps, reads: this.#reads, ...can };
  }

  step(state: State): object {
    const recorder = this.#recorder as Recorder;
    recorder.stand(state);
    this.#run?.beforeStep?.(state.time);
    recorder.generate(state.dt);
    return recorder.take();
  }

  measure(state: State): unknown {
    (this.#recorder as Recorder).stand(state);
    return this.#run?.measure?.(state.time);
  }

  apply(values: Values): object {
    this.#run?.apply?.(values);
    return (this.#recorder as Recorder).take();
  }
}

async function begin(code: string, wasm: ArrayBuffer, port: MessagePort): Promise<void> {
  const holonom = await library.loadHolonom({ wasmBinary: wasm });
  let program: Program | undefined;
  // What others it started would do, nobody could see or end before the frame goes.
  Reflect.deleteProperty(globalThis, 'Worker');
  const answers: Record<string, (given: never) => unknown> = {
    answer: () => {},
    start() {
      program = new Program(code, holonom);
      return program.describe();
    },
    build: (given) => program?.build(given),
    step: (given) => program?.step(given),
    measure: (given) => program?.measure(given),
    apply: (given) => program?.apply(given),
  };
  port.onmessage = ({ data: { id, what, given } }) => {
    try {
      port.postMessage({ id, result: answers[what]?.(given as never) });
    } catch (error) {
      port.postMessage({ id, error: describe(error) });
    }
  };
}

addEventListener(
  'message',
  ({ data, ports }: MessageEvent) => void begin(data.code, data.wasm, ports[0] as MessagePort),
  { once: true },
);
