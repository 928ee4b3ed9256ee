// The tables of words are complete: every control, tag and field that a page shows has its Korean.
import { expect, test, vi } from 'vitest';
import { definitions } from '../../wasm/src/index.ts';

// A page that is written in one language says so.
vi.stubGlobal('document', { documentElement: { dataset: { language: 'ko' } } });
const [{ scenes }, { controlsInKorean }, { fieldsInKorean }, { fieldText }] = await Promise.all([
  import('../../web/scenes/index.ts'),
  import('../../web/language/controls.ko.ts'),
  import('../../web/language/fields.ko.ts'),
  import('../../web/language/field-text.ts'),
]);

test('every label, help, option and tag of a scene has its Korean, and there are no others', () => {
  const words = new Set(['imported']);
  for (const { controls, tags } of scenes.values()) {
    for (const tag of tags) words.add(tag);
    for (const control of Object.values(controls)) {
      words.add(control.label);
      if (control.help) words.add(control.help);
      if ('options' in control) for (const text of Object.values(control.options)) words.add(text);
    }
  }
  expect([...words].sort()).toEqual(Object.keys(controlsInKorean).sort());
});

test('every field of what a panel shows has its Korean', () => {
  const parts = (fields: (typeof definitions.kinds)[0]['fields']): string[] =>
    fields.flatMap(({ type, ref, settable }) =>
      type === 'struct' && settable && ref ? [ref] : [],
    );
  const tables = definitions.kinds.flatMap((kind) => {
    if (kind.transient) return [];
    const own = kind.union ? kind.fields.map(({ ref }) => ref as string) : [kind.name];
    return own;
  });
  const missing: string[] = [];
  for (let i = 0; i < tables.length; i++) {
    const owner = tables[i] as string;
    const table =
      definitions.structs[owner] ?? definitions.kinds.find(({ name }) => name === owner);
    for (const field of table?.fields ?? [])
      if (!/[가-힣]/.test(fieldText(owner, field).label)) missing.push(`${owner}.${field.name}`);
    for (const part of parts(table?.fields ?? [])) if (!tables.includes(part)) tables.push(part);
    const shown = i > 0 && definitions.kinds.some(({ name }) => name === owner);
    if (shown && !fieldsInKorean[owner]) missing.push(owner);
  }
  expect(missing).toEqual([]);
  expect(tables.length).toBeGreaterThan(15);
});
