// Builds a glTF file: lists without duplicates, and one buffer.
import { version } from '../definitions.generated.js';
import { implicitShapes, rigidBodies } from './bodies.js';

type Json = Record<string, unknown>;

/** A list of the file whose items are referred to by index. */
export class Table {
  readonly items: object[] = [];
  readonly #known = new Map<string, number>();

  /** Adds an item unless it is in the list; returns its index. */
  add(item: object): number {
    const key = JSON.stringify(item);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

export class Builder {
  readonly nodes: Json[] = [];
  readonly shapes = new Table();
  readonly materials = new Table();
  readonly filters = new Table();
  readonly joints = new Table();
  readonly #roots: number[] = [];
  readonly #meshes: object[] = [];
  readonly #accessors: object[] = [];
  readonly #views: object[] = [];
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** Adds a node, below another or below the scene. @returns its number */
  node(node: Json, parent?: number): number {
    const index = this.nodes.push(node) - 1;
    if (parent === undefined) this.#roots.push(index);
    else {
      const above = this.nodes[parent] as Json;
      above.children = [...((above.children as number[] | undefined) ?? []), index];
    }
    return index;
  }

  /** A mesh that is not drawn: points, or triangles. @returns its number */
  mesh(points: readonly number[], indices?: readonly number[]): number {
    const extremes = (choose: (...values: number[]) => number) =>
      [0, 1, 2].map((axis) =>
        points.reduce(
          (found, value, i) => (i % 3 === axis ? choose(found, Math.fround(value)) : found),
          Math.fround(points[axis] as number),
        ),
      );
    const position = this.#accessor(new Float32Array(points), {
      componentType: 5126,
      count: points.length / 3,
      type: 'VEC3',
      min: extremes(Math.min),
      max: extremes(Math.max),
    });
    const primitive = { attributes: { POSITION: position } };
    if (!indices) return this.#meshes.push({ primitives: [{ ...primitive, mode: 0 }] }) - 1;
    const accessor = { componentType: 5125, count: indices.length, type: 'SCALAR' };
    const corners = this.#accessor(new Uint32Array(indices), accessor);
    return this.#meshes.push({ primitives: [{ ...primitive, indices: corners }] }) - 1;
  }

  #accessor(numbers: Float32Array | Uint32Array, accessor: object): number {
    const bytes = new Uint8Array(numbers.buffer);
    this.#views.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length });
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this.#accessors.push({ bufferView: this.#views.length - 1, ...accessor }) - 1;
  }

  /** Returns the binary file. Numbers are little-endian, as on all machines that run WebAssembly. */
  file(): Uint8Array<ArrayBuffer> {
    const list = (name: string, { items }: Table) => (items.length > 0 ? { [name]: items } : {});
    const some = (name: string, items: readonly unknown[]) =>
      items.length > 0 ? { [name]: items } : {};
    const json = {
      asset: { version: '2.0', generator: `holonom ${version}` },
      extensionsUsed: [implicitShapes, rigidBodies],
      extensions: {
        // The draft requires a list with at least one item.
        ...(this.shapes.items.length > 0 ? { [implicitShapes]: list('shapes', this.shapes) } : {}),
        [rigidBodies]: {
          ...list('physicsMaterials', this.materials),
          ...list('collisionFilters', this.filters),
          ...list('physicsJoints', this.joints),
        },
      },
      scene: 0,
      scenes: [some('nodes', this.#roots)],
      ...some('nodes', this.nodes),
      ...some('meshes', this.#meshes),
      ...some('accessors', this.#accessors),
      ...some('bufferViews', this.#views),
      ...(this.#length > 0 ? { buffers: [{ byteLength: this.#length }] } : {}),
    };
    return binary(new TextEncoder().encode(JSON.stringify(json)), this.#parts, this.#length);
  }
}

function binary(json: Uint8Array, parts: readonly Uint8Array[], length: number) {
  const text = padded(json.length);
  const total = 12 + 8 + text + (length > 0 ? 8 + padded(length) : 0);
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  const header = [0x46546c67, 2, total, text, 0x4e4f534a];
  for (const [i, word] of header.entries()) view.setUint32(4 * i, word, true);
  file.fill(0x20, 20, 20 + text);
  file.set(json, 20);
  if (length === 0) return file;
  let at = 20 + text;
  view.setUint32(at, padded(length), true);
  view.setUint32(at + 4, 0x004e4942, true);
  at += 8;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
