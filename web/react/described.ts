// Objects of the world that exist as long as their components and follow their descriptions.
import { definitions, type World, WorldObject } from 'holonom';
import { checked, reading, viewReason } from 'holonom/internal';
import { type Ref, useEffect, useLayoutEffect, useRef } from 'react';
import { type Simulation, useSimulation } from './simulation.js';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (kind: string) =>
  definitions.kinds.find(({ name }) => name === kind)?.fields ??
  definitions.structs[kind]?.fields ??
  [];

/** Fields that can change after creation, by name. */
const settable = (kind: string) =>
  new Map(fieldsOf(kind).flatMap((field) => (field.settable ? [[field.name, field]] : [])));

/** Text that is equal for equal descriptions. */
export function textOf(path: string, value: unknown): string {
  return reading(path, value, () =>
    JSON.stringify(value, (_, part) =>
      part instanceof WorldObject
        ? `${part.id}`
        : part instanceof Float32Array
          ? [...part]
          : // What has no text in JSON is told apart from what was left out.
            ['function', 'symbol', 'bigint'].includes(typeof part)
            ? String(part)
            : part,
    ),
  );
}

/** Assigns changed fields that can change. Omitted fields return to their defaults. */
export function assignChanges(target: object, kind: string, before: Fields, now: Fields): void {
  for (const [name, field] of settable(kind)) {
    const value = now[name];
    if (textOf(name, before[name]) === textOf(name, value)) continue;
    // State that is no longer given stays as it is.
    if (field.state && value === undefined) continue;
    Object.assign(target, { [name]: value === undefined ? field.default : value });
  }
}

type AnyRef<Item> = Ref<Item> | undefined;

/** Sets a ref. @returns a function that clears it */
function give<Item>(ref: AnyRef<Item>, item: Item): () => void {
  if (typeof ref === 'function') {
    const end = ref(item);
    return typeof end === 'function' ? end : () => ref(null);
  }
  if (ref) ref.current = item;
  return () => {
    if (ref) ref.current = null;
  };
}

const checkedRef = <Item>(ref: AnyRef<Item>): AnyRef<Item> =>
  checked('ref', ref, viewReason('ref'), (it) =>
    typeof it === 'object' && it !== null
      ? 'current' in it && Object.getOwnPropertyDescriptor(it, 'current')?.writable !== false
      : it === undefined || it === null || typeof it === 'function',
  );

/**
 * An object of the world for a description. Fields that can change are assigned; other changes recreate the object.
 * @param kind kind of the field table
 * @param description description; undefined while it is incomplete
 * @param early whether it is created before objects that refer to it
 */
export function useDescribed<Item extends WorldObject>(
  kind: string,
  description: Fields | undefined,
  add: (world: World, description: never) => Item,
  ref: AnyRef<Item>,
  early: boolean,
): { readonly current: Item | undefined } {
  const simulation = useSimulation();
  const object = useRef<Item | undefined>(undefined);
  const said = useRef<Fields>({});
  checkedRef(ref);
  const names = settable(kind);
  const key =
    description &&
    Object.entries(description)
      .filter(([name, value]) => value !== undefined && !names.has(name))
      .map(([name, value]) => `${name} ${textOf(name, value)}`)
      .join();
  const useEither = early ? useLayoutEffect : useEffect;
  // Other values it reads are in the key, or are assigned below.
  useEither(() => {
    if (!description) return;
    const made = add(simulation.world, description as never);
    object.current = made;
    said.current = description;
    return () => {
      if (made.alive) made.remove();
      object.current = undefined;
    };
  }, [simulation, kind, key]);
  useEither(() => {
    if (!object.current) return;
    const take = give(ref, object.current);
    told(simulation, kind);
    return () => {
      take();
      told(simulation, kind);
    };
  }, [simulation, kind, key, ref]);
  useEither(() => {
    if (!object.current?.alive || !description) return;
    assignChanges(object.current, kind, said.current, description);
    said.current = description;
  });
  return object;
}

/** Kinds that other objects refer to. */
const referred = ['body', 'cloth', 'rope', 'grains', 'softBody', 'rod', 'springNetwork'];

function told(simulation: Simulation, kind: string): void {
  if (referred.includes(kind)) simulation.changed();
}
