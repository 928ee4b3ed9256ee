// A page without a screen, as far as Three.js asks: a canvas that remembers its listeners and draws nothing.
import { afterAll, beforeAll, vi } from 'vitest';

const known: Readonly<Record<string, unknown>> = {
  getContextAttributes: {},
  getShaderPrecisionFormat: { precision: 23, rangeMin: 127, rangeMax: 127 },
  getSupportedExtensions: [],
  getShaderInfoLog: '',
  getProgramInfoLog: '',
};

/** Names of constants give themselves, and calls an answer that satisfies whoever asks. */
const context: object = new Proxy(
  {},
  {
    get(_, name: string) {
      if (name === name.toUpperCase()) return name;
      if (name === 'getParameter')
        return (what: string) =>
          what === 'VERSION' ? 'WebGL 2.0' : /BOX|VIEWPORT/.test(what) ? [0, 0, 1, 1] : 16;
      return () => known[name] ?? null;
    },
  },
);

/** An element of a page that is not there. */
export function makeCanvas(): HTMLCanvasElement {
  const canvas = new EventTarget();
  return Object.assign(canvas, {
    style: {},
    width: 300,
    height: 150,
    clientWidth: 0,
    clientHeight: 0,
    getContext: () => context,
    getRootNode: () => canvas,
    ownerDocument: canvas,
    toDataURL: () => 'data:,',
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 300, height: 150 }),
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
  }) as unknown as HTMLCanvasElement;
}

/** What pages have and Node has not, while the tests of a file run. */
export function usePage(): void {
  beforeAll(() => {
    vi.stubGlobal('devicePixelRatio', 1);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    vi.stubGlobal('document', { createElementNS: makeCanvas });
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}
