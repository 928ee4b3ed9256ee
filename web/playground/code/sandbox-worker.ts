// Inside the sandbox: runs the code of a reader against a world of its own. See sandbox.ts.
import * as library from 'holonom';
import * as character from 'holonom/character';
import { SiteError } from '../../language/site-error.js';
import type { SceneDefinition, Values } from '../../scenes/scene.js';
import * as sceneModule from '../../scenes/scene.js';
import { describe, type Given, NearRun } from './near-run.js';
import { buffersOf, type State } from './state.js';

const parts = import.meta.glob<object>('../../scenes/parts/*.ts', { eager: true });

function required(name: string): object {
  if (name === 'holonom') return library;
  if (name === 'holonom/character') return character;
  if (name === './scene.js') return sceneModule;
  const part = parts[`../../scenes/${name.replace(/^\.\//, '').replace(/\.js$/, '.ts')}`];
  if (part) return part;
  throw new SiteError('code-import', { name });
}

/** Runs a module and gives its default export. The first line of the text stays the first. */
function evaluate(code: string): SceneDefinition {
  const module = { default: undefined as unknown };
  // biome-ignore lint/security/noGlobalEval: this is what the sandbox is for
  const body = globalThis.eval(`(function(require,exports){${code}\n})\n//# sourceURL=scene.js`);
  body(required, module);
  const scene = module.default as SceneDefinition | undefined;
  if (typeof scene?.build !== 'function') throw new SiteError('code-export');
  return scene;
}

/** What a question is about. */
interface About {
  readonly run: number;
}

async function begin(code: string, wasm: ArrayBuffer, port: MessagePort): Promise<void> {
  const holonom = await library.loadHolonom({ wasmBinary: wasm });
  let scene: SceneDefinition;
  // One is built while the one before still moves.
  const runs = new Map<number, NearRun>();
  // What others it started would do, nobody could see or end before the frame goes; and what keeps the graphics card
  // busy keeps the page waiting for its pictures.
  for (const name of ['Worker', 'OffscreenCanvas', 'VideoEncoder', 'VideoDecoder', 'ImageDecoder'])
    Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'gpu');
  const runOf = (given: About): NearRun | undefined => runs.get(given.run);
  const answers: Record<string, (given: never) => unknown> = {
    answer: () => {},
    start() {
      scene = evaluate(code);
      // Without its functions.
      return JSON.parse(JSON.stringify(scene));
    },
    build(given: Given & { readonly run: number }) {
      const run = new NearRun(scene, holonom, given);
      runs.set(given.run, run);
      return { applies: run.applies, ...run.take() };
    },
    more: (given: About) => runOf(given)?.take(),
    look: (given: never) => runOf(given)?.look(given),
    step: (given: never) => runOf(given)?.step(given),
    apply: (given: About & { readonly values: Values }) => runOf(given)?.apply(given.values),
    drop(given: About) {
      runOf(given)?.dispose();
      runs.delete(given.run);
    },
  };
  port.onmessage = ({ data: { id, what, given } }) => {
    try {
      const result = answers[what]?.(given as never);
      const { state } = Object(result) as { state?: State };
      port.postMessage({ id, result }, state ? buffersOf(state) : []);
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
