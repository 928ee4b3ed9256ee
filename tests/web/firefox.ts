// Real Firefox with WebGL drawn in software, on a screen of its own, driven by WebDriver BiDi.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firefox as installed } from '../../.tools/setup.mjs';

// Nothing calls out of this machine; without a screen there is no WebGL, so it is not headless.
const preferences = {
  'webgl.force-enabled': true,
  'gfx.webrender.software': true,
  'widget.dmabuf.force-enabled': false,
  'network.proxy.type': 0,
  'network.captive-portal-service.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

interface Answer {
  readonly id?: number;
  readonly type: string;
  readonly method?: string;
  readonly message?: string;
  readonly result?: unknown;
  readonly params?: { level?: string; text?: string };
}
type Key = { readonly type: 'keyDown' | 'keyUp'; readonly value: string };

/** One page of a Firefox. */
export class Firefox {
  /** Errors that pages wrote to the console. */
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #end: () => Promise<void>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #context = '';
  #sent = 0;

  private constructor(socket: WebSocket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))));
  }

  static async launch(): Promise<Firefox> {
    const program = installed();
    if (!program) throw new Error('Firefox is neither on PATH nor in the variable FIREFOX');
    const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`,
    );
    writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
    const options = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
    const screen = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    const started: ChildProcess[] = [screen];
    const end = async (): Promise<void> => {
      for (const child of started.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill();
        await once(child, 'exit');
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const display = `:${await said(screen, /^(\d+)\n/)}`;
      const browser = spawn(
        program,
        ['--profile', profile, '--no-remote', '--remote-debugging-port', '0', 'about:blank'],
        {
          env: {
            ...process.env,
            HOME: profile,
            DISPLAY: display,
            LIBGL_ALWAYS_SOFTWARE: '1',
            MOZ_X11_EGL: '1',
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      started.push(browser);
      const socket = new WebSocket(`${await said(browser, /BiDi listening on (ws:\S+)/)}/session`);
      await new Promise((open, fail) => {
        socket.addEventListener('open', open);
        socket.addEventListener('error', fail);
      });
      const made = new Firefox(socket, end);
      await made.#begin();
      return made;
    } catch (error) {
      await end();
      throw error;
    }
  }

  async goTo(url: string): Promise<void> {
    // Where only the fragment differs nothing would be loaded.
    await this.#send('browsingContext.navigate', { url: 'about:blank', wait: 'complete' });
    await this.#send('browsingContext.navigate', { url, wait: 'complete' });
  }

  /** Runs a function in the page. What it takes and gives is JSON. */
  async evaluate<Args extends unknown[], Value>(
    work: (...args: Args) => Value,
    ...args: Args
  ): Promise<Awaited<Value>> {
    const expression = `Promise.resolve((${work})(...${JSON.stringify(args)})).then((it) => JSON.stringify(it))`;
    const target = { context: this.#context };
    const answer = (await this.#send('script.evaluate', {
      expression,
      target,
      awaitPromise: true,
    })) as { result?: { value?: string }; exceptionDetails?: { text: string } };
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    const text = answer.result?.value;
    return text === undefined ? (undefined as Awaited<Value>) : JSON.parse(text);
  }

  /** Waits until a function of the page is true. */
  async until<Args extends unknown[]>(work: (...args: Args) => unknown, ...args: Args) {
    const last = performance.now() + 20_000;
    while (!(await this.evaluate(work, ...args))) {
      if (performance.now() > last) throw new Error(`still not: ${work}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  /** Presses the mouse at the first place and lets it go at the last. */
  async drag(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const moves = places.map(([x, y]) => move(x, y));
    await this.#point([...moves.slice(0, 1), down, ...moves.slice(1), up]);
  }

  /** Presses the mouse and moves it, and goes on holding. */
  async hold(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const moves = places.map(([x, y]) => move(x, y));
    await this.#point([...moves.slice(0, 1), down, ...moves.slice(1)]);
  }

  release(): Promise<void> {
    return this.#point([up]);
  }

  /** Clicks the middle of an element. */
  async click(selector: string): Promise<void> {
    await this.drag(await this.placeOf(selector));
  }

  /** A place on an element, by shares of its width and height. */
  placeOf(selector: string, across = 0.5, along = 0.5): Promise<[number, number]> {
    return this.evaluate(
      (name, x, y) => {
        const it = document.querySelector(name);
        it?.scrollIntoView({ block: 'nearest' });
        const box = it?.getBoundingClientRect() ?? new DOMRect();
        return [Math.round(box.x + x * box.width), Math.round(box.y + y * box.height)] as [
          number,
          number,
        ];
      },
      selector,
      across,
      along,
    );
  }

  async press(value: string): Promise<void> {
    const actions: Key[] = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    await this.#send('input.performActions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async screenshot(file: string): Promise<void> {
    const { data } = (await this.#send('browsingContext.captureScreenshot', {})) as {
      data: string;
    };
    writeFileSync(file, Buffer.from(data, 'base64'));
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#end();
  }

  async #begin(): Promise<void> {
    await this.#send('session.new', { capabilities: {} });
    await this.#send('session.subscribe', { events: ['log.entryAdded'] });
    const tree = (await this.#send('browsingContext.getTree', {})) as {
      contexts: { context: string }[];
    };
    this.#context = tree.contexts[0]?.context ?? '';
  }

  #point(actions: readonly object[]): Promise<void> {
    const mouse = { type: 'pointer', id: 'mouse', actions };
    return this.#send('input.performActions', { actions: [mouse] }) as Promise<void>;
  }

  #send(method: string, params: object): Promise<unknown> {
    const id = ++this.#sent;
    const owned = /^(browsingContext\.(?!getTree)|input)/.test(method);
    const context = owned ? { context: this.#context } : {};
    this.#socket.send(JSON.stringify({ id, method, params: { ...context, ...params } }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ type, message, result }) =>
        type === 'error' ? reject(new Error(`${method}: ${message}`)) : resolve(result),
      );
    });
  }

  #hear(answer: Answer): void {
    const { id, method, params } = answer;
    if (method === 'log.entryAdded' && params?.level === 'error')
      this.complaints.push(params.text ?? '');
    if (id === undefined) return;
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}

const move = (x: number, y: number) => ({ type: 'pointerMove', x, y, duration: 80 });
const down = { type: 'pointerDown', button: 0 };
const up = { type: 'pointerUp', button: 0 };

/** What a program says about itself, once it has said so. */
function said(program: ChildProcess, words: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (data: Buffer): void => {
      text += data;
      const found = words.exec(text)?.[1];
      if (found) resolve(found);
    };
    program.stdout?.on('data', listen);
    program.stderr?.on('data', listen);
    program.once('error', reject);
    program.once('exit', (code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
}
