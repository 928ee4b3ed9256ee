// Stands between the page and the worker of the sandbox: what arrives there unasked, or too large, holds up this worker
// and not the page. Reading a message takes time in proportion to it, and only after it was read can it be judged.
import type { SentError, SiteErrorName } from '../../language/site-error.js';

/** Values in one message at most, and bytes in its lists. */
const most = { values: 150_000, bytes: 96e6 } as const;

const transfers = new Set<string>(['ArrayBuffer']);

interface Judged {
  readonly buffers: Set<ArrayBuffer>;
  /** Values and bytes that may still come. */
  values: number;
  bytes: number;
}

/** Counts what a message holds. @returns whether it stays within what the page can take at once. */
function fits(value: unknown, judged: Judged): boolean {
  if (--judged.values < 0) return false;
  if (typeof value === 'string') judged.bytes -= 2 * value.length;
  if (typeof value !== 'object' || value === null) return judged.bytes >= 0;
  const buffer = ArrayBuffer.isView(value) ? value.buffer : value;
  if (transfers.has(Object.prototype.toString.call(buffer).slice(8, -1))) {
    const whole = buffer as ArrayBuffer;
    if (!judged.buffers.has(whole)) judged.bytes -= whole.byteLength;
    judged.buffers.add(whole);
    return judged.bytes >= 0;
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every((part) => fits(part, judged));
}

addEventListener(
  'message',
  ({ ports }: MessageEvent) => {
    const port = ports[0] as MessagePort;
    const open = new Set<unknown>();
    /** Tells the page that nothing of this code is to be believed any more. */
    const end = (site: SiteErrorName): void => {
      port.close();
      // The page has the words.
      const ended: SentError = { message: site, told: { site, values: {} } };
      postMessage({ ended });
    };
    addEventListener('message', ({ data }) => {
      open.add(data.id);
      port.postMessage(data);
    });
    port.onmessage = ({ data }) => {
      if (!open.delete(Object(data).id)) return end('code-unasked');
      const judged: Judged = { buffers: new Set(), ...most };
      if (!fits(data, judged)) return end('code-size');
      postMessage(data, { transfer: [...judged.buffers] });
    };
  },
  { once: true },
);
