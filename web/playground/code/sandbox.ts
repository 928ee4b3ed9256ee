// Where code of readers runs, and why it can do no harm there.
//
// A frame with `sandbox="allow-scripts"` has an opaque origin: no cookies, no storage, no way into this page, no
// navigation of it. Its content policy allows no address at all, so nothing can be fetched or sent. Such a policy doesn't
// cover WebRTC: Chromium knows no directive for it. So the frame itself runs one line of ours and nothing else, and a
// worker in it, which has no WebRTC, runs the reader's code: it has no document, no location to change, no further
// workers and no way to the graphics card, and an endless loop in it stops nobody. Taking the frame away ends it, which
// happens where the code leaves a question unanswered.
// The code builds its scene in a world of that worker, and that world is stepped there. The page keeps a twin of it to
// draw, pick and show: what the code does to its world is written down (recorder.ts) and done again, after checks, to
// the twin (replayer.ts), and so is what the reader does to the twin. After each step the page is told how things stand
// (state.ts). So a step may take as long as it likes: the page never makes one.
// Nothing but plain data goes through the port, and what comes out of it is trusted no more than a file. A worker of ours
// reads it first (relay-worker.ts): the page hears one answer of bounded size to each question, whatever is sent.
import { SiteError } from '../../language/site-error.js';
import { afterAwake } from './awake-timer.js';
import { CodeError, CodeTimeout } from './code-error.js';
import workerAddress from './sandbox-worker.ts?worker&url';

// Spelt as the package spells it, so that the site has one copy.
const binary = new URL('../../../wasm/src/holonom.generated.wasm', import.meta.url);

interface Question {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Between two looks whether code answers that nothing else asks, and how long it may take to. Unit: s. */
const watched = { every: 2, answers: 4 } as const;

let parts: Promise<[source: string, wasm: ArrayBuffer]> | undefined;

/** Runtime and module, as text and bytes: the frame can fetch nothing itself. */
function fetchParts(): Promise<[string, ArrayBuffer]> {
  const read = async (address: string | URL) => {
    const response = await fetch(address);
    if (!response.ok)
      throw new SiteError('code-part', { address: String(address), status: response.status });
    return response;
  };
  parts ??= Promise.all([
    // An opaque origin may start a plain script from memory, but no module.
    read(workerAddress)
      .then((response) => response.text())
      .then((text) => text.replaceAll('import.meta.url', "''")),
    read(binary).then((response) => response.arrayBuffer()),
  ]);
  parts.catch(() => {
    parts = undefined;
  });
  return parts;
}

function frameDocument(): string {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}' 'unsafe-eval' blob:; worker-src blob:`;
  // A page around this one, or one that opened it, can send to the frame too.
  const script = `addEventListener('message', function start({ data, ports, source }) {
    if (source !== parent) return;
    removeEventListener('message', start);
    const text = new Blob([data.source], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(text));
    worker.postMessage({ code: data.code, wasm: data.wasm }, [ports[0]]);
  });`;
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script nonce="${nonce}">${script}</script>`;
}

/** One run of a reader's code, until it is disposed of. */
export class Sandbox {
  readonly #frame: HTMLIFrameElement;
  readonly #relay: Worker;
  readonly #open = new Map<number, Question>();
  #asked = 0;
  #watch = 0;
  #stopped: ((error: CodeError) => void) | undefined;
  /** Whether nothing runs here any more. */
  ended = false;

  private constructor(frame: HTMLIFrameElement, relay: Worker) {
    this.#frame = frame;
    this.#relay = relay;
    relay.onmessage = ({ data }) => this.#answer(data);
  }

  /** Starts compiled code in a new frame. */
  static async start(code: string): Promise<Sandbox> {
    const [source, wasm] = await fetchParts();
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.title = 'code';
    frame.hidden = true;
    frame.srcdoc = frameDocument();
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    const relay = new Worker(new URL('./relay-worker.ts', import.meta.url), { type: 'module' });
    relay.postMessage(undefined, [port1]);
    // An opaque origin has no name to address.
    frame.contentWindow?.postMessage({ source, code, wasm }, '*', [port2]);
    return new Sandbox(frame, relay);
  }

  /**
   * Has the code do something.
   * @throws {CodeError} of the code itself, or {@link CodeTimeout}, after which the sandbox is gone.
   */
  ask(what: string, given: unknown, seconds: number): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(new CodeError('code-ended'));
        return;
      }
      const stop = afterAwake(seconds, () => this.dispose(new CodeTimeout(seconds)));
      const settle =
        <Value>(done: (value: Value) => void) =>
        (value: Value): void => {
          stop();
          done(value);
        };
      this.#open.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.#relay.postMessage({ id, what, given });
    });
  }

  /** Looks from now on whether the code still answers: its timers may loop for ever where no step asks it anything. */
  watch(stopped: (error: CodeError) => void): void {
    this.#stopped = stopped;
    clearInterval(this.#watch);
    this.#watch = window.setInterval(() => {
      if (this.#open.size > 0) return;
      this.ask('answer', undefined, watched.answers).catch((error: unknown) => {
        if (error instanceof CodeTimeout) stopped(error);
      });
    }, 1000 * watched.every);
  }

  /** Ends the code, wherever it is. */
  dispose(reason: Error = new CodeError('code-ended')): void {
    this.ended = true;
    clearInterval(this.#watch);
    this.#frame.remove();
    this.#relay.terminate();
    for (const question of this.#open.values()) question.reject(reason);
    this.#open.clear();
  }

  #answer(data: unknown): void {
    const { id, result, error, ended } = data as Record<string, unknown>;
    if (ended !== undefined) {
      const reason = CodeError.of(ended);
      this.dispose(reason);
      this.#stopped?.(reason);
      return;
    }
    const question = this.#open.get(id as number);
    if (!question) return;
    this.#open.delete(id as number);
    if (error === undefined) question.resolve(result);
    else question.reject(CodeError.of(error));
  }
}
