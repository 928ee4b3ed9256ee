// What is documented of each field against the engine: its default, that the default may be given, and its range.
import { readFileSync } from 'node:fs';
import { definitions, type FieldDefinition, HolonomError } from 'holonom';
import { expect, test } from 'vitest';
import { makeWorld } from './fixture';
import { type Fields, type Owner, owners } from './places';

/** A value as the field keeps it. */
function kept(field: FieldDefinition, value: unknown): unknown {
  if (typeof value === 'number')
    return field.precision === 64 || field.type === 'integer' ? value : Math.fround(value);
  if (ArrayBuffer.isView(value)) return kept(field, Array.from(value as Float64Array));
  return Array.isArray(value) ? value.map((each) => kept(field, each)) : value;
}

/** Given wherever they stand, for there is nothing without them. */
const needed = ['point', 'first', 'second'];

const documented = (fields: readonly FieldDefinition[]) =>
  fields.filter(
    ({ name, default: value, state }) => value !== undefined && !state && !needed.includes(name),
  );

test.each(owners)('%s: defaults are those of the engine, and may be given', (_, fields, place) => {
  const made = place?.(makeWorld(), {}) ?? {};
  for (const field of documented(fields)) {
    // Absent where another field took its place, as the position of a joint after its creation.
    if (!(field.name in made)) continue;
    expect(kept(field, made[field.name]), field.name).toEqual(kept(field, field.default));
  }
  for (const { name, default: value } of documented(fields)) {
    const given = place?.(makeWorld(), { [name]: value }) ?? {};
    expect(given[name], name).toEqual(made[name]);
  }
});

test('nearly every documented default is told by the engine', () => {
  const untold = owners.flatMap(([owner, fields, place]) => {
    const made = place?.(makeWorld(), {}) ?? {};
    return documented(fields).flatMap(({ name }) => (name in made ? [] : [`${owner}.${name}`]));
  });
  expect(untold).toEqual([]);
});

/** What a value of a field is given with, so that no other rule refuses it. */
const company = (owner: string, name: string, value: number): Fields => {
  if (/Limits$/.test(owner)) return { lower: value, upper: value };
  return owner === 'distance' && name === 'length' ? { mode: 'spring' } : {};
};

/** Whether a value is accepted. */
function accepts([owner, , place]: Owner, name: string, value: number): boolean {
  try {
    place?.(makeWorld(), { ...company(owner, name, value), [name]: value });
    return true;
  } catch (error) {
    const path = error instanceof HolonomError ? error.path : '';
    return !(path.endsWith(name) || /Limits$/.test(owner));
  }
}

test.each(owners)('%s: documented ranges are those of the engine', (...owner) => {
  for (const field of owner[1]) {
    if (field.type !== 'number' && field.type !== 'integer') continue;
    const { name, min, max, exclusiveMin } = field;
    const beyond = (bound: number, way: 1 | -1) =>
      field.type === 'integer' ? bound + way : bound + way * Math.max(1e-5, 1e-5 * Math.abs(bound));
    if (min !== undefined) {
      expect(accepts(owner, name, min), `${name} = ${min}`).toBe(!exclusiveMin);
      expect(accepts(owner, name, beyond(min, -1)), `${name} below ${min}`).toBe(false);
    }
    if (max !== undefined) {
      expect(accepts(owner, name, max), `${name} = ${max}`).toBe(true);
      expect(accepts(owner, name, beyond(max, 1)), `${name} above ${max}`).toBe(false);
    }
  }
});

test('the schema and the types say the same numbers', () => {
  const source = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  for (const file of ['build/scene.schema.json', 'wasm/src/definitions.generated.ts']) {
    const text = source(file);
    expect(text).toContain('4294967295');
    expect(text).not.toMatch(/429496[0-9]{4}(?<!4294967295)/);
  }
});

test('every default in the schema is the documented one', () => {
  const file = new URL('../../build/scene.schema.json', import.meta.url);
  const {
    $defs,
  }: { $defs: Record<string, { properties: Record<string, { default?: unknown }> }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const saved = definitions.kinds.filter(({ transient }) => !transient);
  const tables = [
    ...saved.map(({ name, fields }) => [name === 'world' ? 'settings' : name, fields] as const),
    ...Object.entries(definitions.structs).map(([name, { fields }]) => [name, fields] as const),
  ];
  for (const [owner, fields] of tables)
    for (const { name, default: value } of fields)
      expect($defs[owner]?.properties[name]?.default, `${owner}.${name}`).toEqual(value);
});

test('every default in the types is the documented one', () => {
  const file = new URL('../../wasm/src/definitions.generated.ts', import.meta.url);
  const source = readFileSync(file, 'utf8');
  const told = [...source.matchAll(/@default (.*)\n\s*\*\/\n\s*(?:readonly )?(\w+)\??:/g)].map(
    ([, value = '', name]) => `${name} ${JSON.stringify(JSON.parse(value))}`,
  );
  const documentedOnes = [...definitions.kinds, ...Object.values(definitions.structs)].flatMap(
    ({ fields }) =>
      fields.flatMap(({ name, default: value }) =>
        value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
      ),
  );
  expect(told.length).toBeGreaterThan(200);
  expect(new Set(told)).toEqual(new Set(documentedOnes));
});
