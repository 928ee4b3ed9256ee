// A parsed glTF file: its JSON, its nodes with their world transforms, and the numbers in its buffers.
import { type HolonomError, reading, refusal, typeError } from '../errors.js';
import { jsonMistake } from '../json.js';
import { knownOptions } from '../options.js';
import type { Quat } from '../types.js';
import { type Frame, frameOf, within, world } from './frames.js';
import { Place } from './place.js';
import { type FileRule, fileReason } from './texts.js';

/** The bytes of a .glb or .gltf file, or the JSON of one as text or as an object. */
export type GltfFile = ArrayBuffer | ArrayBufferView | string | object;

/** Options for reading a file. */
export interface GltfOptions {
  /** Buffer files that a .gltf refers to, by their names. */
  readonly buffers?: Readonly<Record<string, ArrayBuffer | ArrayBufferView>>;
}

/** A node of the file. */
export interface GltfNode {
  /** Index of the node in the file. */
  readonly index: number;
  readonly json: Place;
  readonly name: string;
  readonly parent: GltfNode | undefined;
  /** Depth in the node tree; 1 without a parent. */
  readonly level: number;
  /** Local transform. */
  readonly local: Frame;
  /** World transform. */
  readonly frame: Frame;
}

const kMagic = 0x46546c67; // "glTF"
const kJson = 0x4e4f534a;
const kBinary = 0x004e4942;

/** Component types, by their numbers in the file. */
const componentTypes: Readonly<
  Record<number, { size: number; most: number; read: (view: DataView, at: number) => number }>
> = {
  5120: { size: 1, most: 127, read: (view, at) => view.getInt8(at) },
  5121: { size: 1, most: 255, read: (view, at) => view.getUint8(at) },
  5122: { size: 2, most: 32767, read: (view, at) => view.getInt16(at, true) },
  5123: { size: 2, most: 65535, read: (view, at) => view.getUint16(at, true) },
  5125: { size: 4, most: 1, read: (view, at) => view.getUint32(at, true) },
  5126: { size: 4, most: 1, read: (view, at) => view.getFloat32(at, true) },
};

// More numbers than the collision meshes of any file; limits files that read the same bytes many times.
const kMostNumbers = 30_000_000;
// Deeper than any scene, but far from a stack overflow.
const kDeepest = 500;

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);

const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

const unusable = (reason: FileRule, value: unknown, cause?: unknown): HolonomError =>
  refusal('json', '', value, fileReason(reason), cause);

function parse(text: string, file: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { at, rest } = jsonMistake(text);
    const character = rest[0];
    throw unusable(
      character === undefined ? ['gltf-json-end', at] : ['gltf-json', { ...at, character }],
      file,
      cause,
    );
  }
}

/** Splits a file into its JSON and the buffer of a .glb. */
function takeApart(file: unknown): { json: unknown; binary?: Uint8Array } {
  if (typeof file === 'string') return { json: parse(file, file) };
  if (!isBytes(file)) {
    if (typeof file === 'object' && file !== null) return { json: file };
    throw typeError('file', file, fileReason('gltf-file'));
  }
  const bytes = bytesOf(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== kMagic) {
    const text = new TextDecoder().decode(bytes);
    if (text.trimStart().startsWith('{')) return { json: parse(text, file) };
    throw unusable('gltf-kind', file);
  }
  const early = () => unusable('gltf-end', file);
  if (bytes.length < 20 || view.getUint32(8, true) > bytes.length) throw early();
  const chunk = (at: number) => {
    const size = view.getUint32(at, true);
    if (at + 8 + size > bytes.length) throw early();
    return { type: view.getUint32(at + 4, true), data: bytes.subarray(at + 8, at + 8 + size) };
  };
  const first = chunk(12);
  if (first.type !== kJson) throw unusable('gltf-first', file);
  const json = parse(new TextDecoder().decode(first.data), file);
  const next = 12 + 8 + first.data.length;
  if (next + 8 > bytes.length) return { json };
  const second = chunk(next);
  return second.type === kBinary ? { json, binary: second.data } : { json };
}

export class GltfDocument {
  readonly root: Place;
  /** All nodes by their index in the file, also outside the scene, as geometry may refer to them. */
  readonly nodes: readonly GltfNode[];
  /** The nodes of the scene, parents before children. */
  readonly scene: readonly GltfNode[];
  readonly #children: readonly (readonly GltfNode[])[];
  readonly #binary: Uint8Array | undefined;
  readonly #given: GltfOptions['buffers'];
  readonly #buffers = new Map<string, Uint8Array>();
  readonly #lists = new Map<string, readonly Place[]>();
  #numbersLeft = kMostNumbers;

  constructor(file: GltfFile, { buffers = {} }: GltfOptions = {}) {
    const { json, binary } = takeApart(file);
    this.root = new Place(json);
    this.#binary = binary;
    if (Object.prototype.toString.call(buffers) !== '[object Object]')
      throw typeError('options.buffers', buffers, fileReason('gltf-buffers'));
    this.#given = buffers;
    const version = this.root.at('asset').at('version');
    if (!/^2(\.|$)/.test(version.text())) version.refuse('gltf-version', 'version');
    this.nodes = readNodes(this.root);
    this.#children = this.nodes.map(() => []);
    for (const node of this.nodes)
      if (node.parent) (this.#children[node.parent.index] as GltfNode[]).push(node);
    this.scene = this.#roots().flatMap((node) => this.below(node));
  }

  /** Items of a list of the file or of an extension; empty if absent. */
  list(name: string, extension?: string): readonly Place[] {
    const key = `${extension ?? ''}/${name}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const owner = extension ? this.root.at('extensions').at(extension) : this.root;
    const items = owner.at(name).items();
    this.#lists.set(key, items);
    return items;
  }

  /** A node and its descendants, parents before children. */
  below(node: GltfNode): GltfNode[] {
    return [node, ...this.children(node).flatMap((child) => this.below(child))];
  }

  children(node: GltfNode): readonly GltfNode[] {
    return this.#children[node.index] ?? [];
  }

  #roots(): GltfNode[] {
    const scenes = this.list('scenes');
    if (scenes.length === 0) return this.nodes.filter(({ parent }) => !parent);
    const shown = this.root.at('scene');
    const scene = shown.given ? shown.of(scenes, 'scenes') : (scenes[0] as Place);
    const roots = new Set<GltfNode>();
    for (const item of scene.at('nodes').items()) {
      const node = item.of(this.nodes, 'nodes');
      if (node.parent || roots.has(node)) item.refuse('root-node', 'range');
      roots.add(node);
    }
    return [...roots];
  }

  /** The numbers of an accessor, `width` for each element. */
  numbers(accessor: Place, width: number): number[] {
    const type = ['SCALAR', 'VEC2', 'VEC3', 'VEC4'][width - 1] as string;
    accessor.at('type').oneOf([type]);
    const count = accessor.at('count').count(Math.floor(this.#numbersLeft / width));
    this.#numbersLeft -= count * width;
    const numbers = new Array<number>(count * width).fill(0);
    if (accessor.at('bufferView').given)
      this.#elements(accessor, accessor, count, width, (i, values) => {
        for (let k = 0; k < width; k++) numbers[i * width + k] = values[k] as number;
      });
    const sparse = accessor.at('sparse');
    if (!sparse.given) return numbers;
    const replaced = sparse.at('count').count(count);
    const at: number[] = [];
    this.#elements(sparse.at('indices'), undefined, replaced, 1, (_, [to]) =>
      at.push(to as number),
    );
    this.#elements(sparse.at('values'), accessor, replaced, width, (i, values) => {
      const to = at[i] as number;
      if (to >= count) sparse.at('indices').refuse(['numbers-below', { high: count }], 'range');
      for (let k = 0; k < width; k++) numbers[to * width + k] = values[k] as number;
    });
    return numbers;
  }

  /** Iterates over the elements of a part of a buffer. Their type is given at `typed`, or at the part itself. */
  #elements(
    part: Place,
    typed: Place | undefined,
    count: number,
    width: number,
    each: (index: number, values: number[]) => void,
  ): void {
    const kind = (typed ?? part).at('componentType');
    const { size, most, read } =
      componentTypes[kind.number()] ?? kind.refuse('component-type', 'range');
    const scale = typed?.at('normalized').flag() ? 1 / most : 1;
    const whole = (place: Place, most?: number) => (place.given ? place.count(most) : undefined);
    const view = part.at('bufferView').of(this.list('bufferViews'), 'buffer views');
    const packed = view.at('extensions').at('EXT_meshopt_compression');
    if (packed.given) packed.refuse('uncompressed-numbers');
    const bytes = this.#bytes(view.at('buffer').of(this.list('buffers'), 'buffers'));
    const stride = whole(view.at('byteStride')) ?? size * width;
    if (stride < size * width)
      view.at('byteStride').refuse(['file-at-least', { low: size * width }], 'range');
    const start = whole(view.at('byteOffset'), bytes.length) ?? 0;
    const length = view.at('byteLength').count(bytes.length - start);
    const offset = whole(part.at('byteOffset')) ?? 0;
    if (count > 0 && offset + (count - 1) * stride + size * width > length)
      part.refuse(['elements-within', { count, bytes: length }], 'range');
    const data = new DataView(bytes.buffer, bytes.byteOffset + start, length);
    for (let i = 0; i < count; i++) {
      const at = offset + i * stride;
      const values = Array.from({ length: width }, (_, k) => scale * read(data, at + k * size));
      if (!values.every(Number.isFinite))
        part.refuse(['finite-elements', { element: i, values: values.join(' ') }], 'finite');
      each(i, values);
    }
  }

  #bytes(buffer: Place): Uint8Array {
    const known = this.#buffers.get(buffer.path);
    if (known) return known;
    const bytes = this.#fetch(buffer);
    buffer.at('byteLength').count(bytes.length);
    this.#buffers.set(buffer.path, bytes);
    return bytes;
  }

  #fetch(buffer: Place): Uint8Array {
    const uri = buffer.at('uri');
    if (!uri.given) return this.#binary ?? uri.refuse('name-of-file');
    const name = uri.text();
    const inside = /^data:[^,]*;base64,(.*)$/s.exec(name);
    if (inside) return decode(inside[1] as string, uri);
    if (/^data:/i.test(name)) return uri.refuse('data-uri');
    const given = this.#given?.[name] ?? this.#given?.[plain(uri)];
    if (isBytes(given)) return bytesOf(given);
    throw refusal('missing', uri.path, name, fileReason('gltf-buffer'));
  }
}

/** Reads a file. An error thrown by its getters or proxy traps becomes a refusal. */
export function opened<Result>(
  file: GltfFile,
  options: GltfOptions | undefined,
  read: (document: GltfDocument) => Result,
): Result {
  const known = options === undefined ? {} : knownOptions(options, ['buffers']);
  return reading('file', file, () => read(new GltfDocument(file, known)));
}

/** Decodes a URI. */
function plain(uri: Place): string {
  try {
    return decodeURI(uri.text());
  } catch {
    return uri.refuse('whole-uri');
  }
}

function decode(base64: string, uri: Place): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return uri.refuse('base64');
  }
}

/** Reads the node tree with its transforms. Refuses a node with two parents or within itself. */
function readNodes(root: Place): GltfNode[] {
  const items = root.at('nodes').items();
  const parents = new Map<number, number>();
  items.forEach((item, parent) => {
    for (const child of item.at('children').items()) {
      child.of(items, 'nodes');
      const index = child.count();
      if (parents.has(index)) child.refuse('one-parent', 'range');
      parents.set(index, parent);
    }
  });
  const made: GltfNode[] = [];
  const make = (index: number, younger: readonly number[]): GltfNode => {
    const known = made[index];
    if (known) return known;
    const item = items[index] as Place;
    if (younger.includes(index)) item.at('children').refuse('not-within-itself', 'range');
    const tooDeep = () =>
      item.at('children').refuse(['tree-levels', { levels: kDeepest }], 'range');
    if (younger.length > kDeepest) tooDeep();
    const above = parents.get(index);
    const parent = above === undefined ? undefined : make(above, [...younger, index]);
    const level = (parent?.level ?? 0) + 1;
    if (level > kDeepest) tooDeep();
    const label = item.at('name');
    const name = label.given ? label.text() : '';
    const json = item.ownedBy(name);
    const local = readFrame(json);
    const frame = within(parent?.frame ?? world, local);
    const node = { index, json, name, parent, level, local, frame };
    made[index] = node;
    return node;
  };
  return items.map((_, index) => make(index, []));
}

function readFrame(node: Place): Frame {
  const matrix = node.at('matrix');
  if (matrix.given) {
    const m = matrix.numbers(16) as number[];
    const column = (i: number) => m.slice(4 * i, 4 * i + 3) as [number, number, number];
    return { axes: [column(0), column(1), column(2)], origin: column(3) };
  }
  const part = (name: string) => {
    const given = node.at(name);
    return given.given ? given.vector() : undefined;
  };
  return frameOf(
    part('translation') ?? [0, 0, 0],
    rotationOr(node.at('rotation')),
    part('scale') ?? [1, 1, 1],
  );
}

/** Reads a rotation; the identity if absent. */
export function rotationOr(place: Place): Quat {
  if (!place.given) return [0, 0, 0, 1];
  const rotation = place.numbers(4) as Quat;
  const size = Math.hypot(...rotation);
  if (Math.abs(size - 1) > 0.01) place.refuse('unit-quaternion', 'range');
  return rotation;
}
