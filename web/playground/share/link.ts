// A link that carries what is on the stage, compressed in its fragment, which no server sees.

import type { Scene } from 'holonom';
import type { View } from 'holonom/three';
import { SiteError } from '../../language/site-error.js';

/** What a link carries. */
export interface Shared {
  /** Name of a scene of the gallery; with a file or code, only the name it is shown under. */
  readonly scene: string;
  readonly values?: Readonly<Record<string, number | boolean | string>>;
  /** Settings of the world that were changed. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly view?: View;
  readonly code?: string;
  readonly file?: Scene;
}

/** Longer links are cut by some mail and chat programs. Unit: characters. */
export const linkBudget = 8000;
/** What a link may unfold to. Unit: bytes. */
const mostBytes = 4_000_000;
const longestName = 200;
/** From where one may look. Unit: m. */
const farthest = 1e5;
const key = '#s=';

class TooLarge extends SiteError {}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A few letters can unfold to more than there is memory.
    if (size > mostBytes) throw new TooLarge('link-size', { most: mostBytes });
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The fragment of a link, from `#` on. */
export async function pack(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const small = await through(bytes, new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of small) text += String.fromCharCode(byte);
  return key + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unfold(packed: string): Promise<unknown> {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const small = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const bytes = await through(small, new DecompressionStream('deflate-raw'));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    if (cause instanceof TooLarge) throw cause;
    throw new SiteError('link-damaged', {}, cause);
  }
}

/**
 * What a fragment carries; undefined if it is none of ours.
 * @throws when it is damaged.
 */
export async function unpack(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(key)) return undefined;
  const shared = await unfold(fragment.slice(key.length));
  const { scene, values, settings, view, code } = Object(shared) as Shared;
  if (typeof scene !== 'string' || !['string', 'undefined'].includes(typeof code))
    throw new SiteError('link-scene');
  const isList = (part: unknown): boolean => part === undefined || isObject(part);
  if (scene.length > longestName || !isList(values) || !isList(settings))
    throw new SiteError('link-damaged');
  if (view !== undefined && !isView(view)) throw new SiteError('link-view');
  return shared as Shared;
}

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null;

function isView(view: unknown): boolean {
  const { position, target } = Object(view) as Record<keyof View, unknown>;
  return [position, target].every(
    (place) =>
      Array.isArray(place) &&
      place.length === 3 &&
      place.every((value) => typeof value === 'number' && Math.abs(value) < farthest),
  );
}
