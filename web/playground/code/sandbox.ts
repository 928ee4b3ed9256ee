// Where code of readers runs, and why it can do no harm there.
//
// A frame with `sandbox="allow-scripts"` has an opaque origin: no cookies, no storage, no way into this page, no
// navigation of it. Its content policy allows no address at all, so nothing can be fetched or sent. Such a policy doesn't
// cover WebRTC: Chromium knows no directive for it. So the frame itself runs one line of ours and nothing else, and a
// worker in it, which has no WebRTC, runs the reader's code: it has no document, no location to change and no further
// workers, and an endless loop in it stops nobody. Taking the frame away ends it, which happens where the code leaves a
// question unanswered. The page listens to no messages but those of the port it gave.
// The code builds its scene in a world of its own in that worker. What it does to that world is written down
// (recorder.ts) and done again, after checks, to the world on the stage (replayer.ts). Before each step the worker is
// told how things stand and what the last step showed (readings.ts), runs `beforeStep`, and answers with what to do.
// Nothing but plain data goes through the port, and what comes out of it is trusted no more than a file.
import { afterAwake } from './awake-timer.js';
import workerAddress from './sandbox-worker.ts?worker&url';

// Spelt as the package spells it, so that the site has one copy.
const binary = new URL('../../../wasm/src/holonom.generated.wasm', import.meta.url);

/** A place in the compiled text, counted from 1. */
export type Place = readonly [line: number, column: number];

const isPlace = (said: unknown): said is Place =>
  Array.isArray(said) && said.length === 2 && said.every(Number.isInteger);

/** What went wrong in the code of a reader, and where: the innermost place first, then those that called it. */
export class CodeError extends Error {
  readonly places: readonly Place[];
  constructor(message: string, places: unknown = []) {
    super(message);
    this.places = Array.isArray(places) ? places.slice(0, 20).filter(isPlace) : [];
  }
}

/** The code took too long; its worker is gone. */
export class CodeTimeout extends CodeError {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`longer than ${seconds} s`);
    this.seconds = seconds;
  }
}

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
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
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
  readonly #port: MessagePort;
  readonly #open = new Map<number, Question>();
  #asked = 0;
  #watch = 0;

  private constructor(frame: HTMLIFrameElement, port: MessagePort) {
    this.#frame = frame;
    this.#port = port;
    port.onmessage = ({ data }) => this.#answer(data);
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
    // An opaque origin has no name to address.
    frame.contentWindow?.postMessage({ source, code, wasm }, '*', [port2]);
    return new Sandbox(frame, port1);
  }

  /**
   * Has the code do something.
   * @throws {CodeError} of the code itself, or {@link CodeTimeout}, after which the sandbox is gone.
   */
  ask(what: string, given: unknown, seconds: number): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      const stop = afterAwake(seconds, () => this.dispose(new CodeTimeout(seconds)));
      const settle =
        <Value>(done: (value: Value) => void) =>
        (value: Value): void => {
          stop();
          done(value);
        };
      this.#open.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.#port.postMessage({ id, what, given });
    });
  }

  /** Looks from now on whether the code still answers: its timers may loop for ever where no step asks it anything. */
  watch(stopped: (error: CodeTimeout) => void): void {
    clearInterval(this.#watch);
    this.#watch = window.setInterval(() => {
      if (this.#open.size > 0) return;
      this.ask('answer', undefined, watched.answers).catch((error: unknown) => {
        if (error instanceof CodeTimeout) stopped(error);
      });
    }, 1000 * watched.every);
  }

  /** Ends the code, wherever it is. */
  dispose(reason: Error = new CodeError('ended')): void {
    clearInterval(this.#watch);
    this.#frame.remove();
    this.#port.close();
    for (const question of this.#open.values()) question.reject(reason);
    this.#open.clear();
  }

  #answer(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    const { id, result, error } = data as Record<string, unknown>;
    const question = this.#open.get(id as number);
    if (!question) return;
    this.#open.delete(id as number);
    if (error === undefined) question.resolve(result);
    else {
      const { message, places } = Object(error) as Record<string, unknown>;
      question.reject(new CodeError(String(message).slice(0, 2000), places));
    }
  }
}
