// The tables of words are complete: every control, tag and field that a page shows has its Korean.
import { expect, test, vi } from 'vitest';
import { definitions, loadHolonom } from '../../wasm/src/index.ts';
import rows from '../../web/claims/measured.generated.json' with { type: 'json' };
import { claims, type Measured } from '../../web/lab/claims.js';
import { experiments, methodsOf } from '../../web/lab/experiment.js';
import { nameOf } from '../../web/lab/methods.js';
import { setups } from '../../web/lab/net.js';

// A page that is written in one language says so.
vi.stubGlobal('document', { documentElement: { dataset: { language: 'ko' } } });
const [{ scenes }, { controlsInKorean }, { fieldsInKorean }, { fieldText }] = await Promise.all([
  import('../../web/scenes/index.ts'),
  import('../../web/language/controls.ko.ts'),
  import('../../web/language/fields.ko.ts'),
  import('../../web/language/field-text.ts'),
]);
const { experimentsInKorean } = await import('../../web/language/experiments.ko.ts');
const { figureName, methodText } = await import('../../web/language/experiment-text.ts');
const { errorText } = await import('../../web/language/error-text.ts');
const { sceneOf } = await import('../../web/playground/import.ts');
const { pack, unpack } = await import('../../web/playground/share/link.ts');

const measured = rows as Measured;
const isKorean = (text: string): boolean => /[가-힣]/.test(text);

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
      if (!isKorean(fieldText(owner, field).label)) missing.push(`${owner}.${field.name}`);
    for (const part of parts(table?.fields ?? [])) if (!tables.includes(part)) tables.push(part);
    const shown = i > 0 && definitions.kinds.some(({ name }) => name === owner);
    if (shown && !fieldsInKorean[owner]) missing.push(owner);
  }
  expect(missing).toEqual([]);
  expect(tables.length).toBeGreaterThan(15);
});

test('every word of the experiments and claims has its Korean, and there are no others', () => {
  const words = new Set(['yes', 'no', 'failed', 'never', 'reproduces', 'reproduces in part']);
  for (const found of ['edge', 'none', 'ceiling']) words.add(found);
  for (const { title } of Object.values(setups)) words.add(title);
  for (const experiment of Object.values(experiments)) {
    for (const text of [experiment.title, ...Object.values(experiment.columns)]) words.add(text);
    for (const method of methodsOf(experiment)) {
      // The first part is a name of the API.
      for (const part of nameOf(method).split(', ').slice(1))
        if (!['LDLᵀ', 'PCG'].includes(part)) words.add(part);
      if ('slow' in method) words.add(method.slow as string);
    }
  }
  for (const { title, where, why, verdict, figures } of claims) {
    for (const text of [title, where, why, verdict]) words.add(text);
    for (const { name, measured: value, unit } of figures(measured)) {
      if (typeof value === 'string') words.add(value);
      if (unit && !['N/m', 's'].includes(unit)) words.add(unit);
      expect(figureName(name)).not.toMatch(
        /\b(after|at|do|half|nodes|number|over|springs|sweeps?)\b/,
      );
    }
  }
  for (const method of ['dense inverse', 'conjugate gradients']) words.add(method);
  expect(Object.keys(experimentsInKorean).sort()).toEqual([...words].sort());
  expect(methodText('jacobi, 5 sweeps')).toBe('jacobi, 훑기 5번');
});

test('what the library refuses is told in Korean, with the names and numbers as they are', async () => {
  const world = (await loadHolonom()).createWorld();
  const refused = (call: () => unknown): string => {
    try {
      call();
    } catch (error) {
      return errorText(error);
    }
    throw new Error('this was not refused');
  };
  const set = (field: string, value: unknown) =>
    refused(() => Object.assign(world, { [field]: value }));
  expect(set('substeps', 0)).toBe('substeps: 받은 값 0, 필요한 것: 1에서 256까지의 정수');
  expect(set('solver', 'best')).toBe(
    "solver: 받은 값 'best', 필요한 것: 'direct' 'mlcp' 'gauss-seidel' 'pgs' 'soft-step' 'xpbd' 가운데 하나",
  );
  expect(set('gravity', [0, Number.NaN, 0])).toBe(
    'gravity[1]: 받은 값 NaN, 필요한 것: -100000에서 100000까지의 유한한 수',
  );
  const ball = { shape: { sphere: { radius: 1 } } };
  expect(refused(() => world.addBody({ shape: { sphere: { radius: -1 } } }))).toContain(
    '보다 큰 유한한 수',
  );
  expect(refused(() => world.addBody({ ...ball, color: 1 } as object))).toContain(
    'lockRotation 가운데 하나',
  );
  const gone = world.addBody(ball);
  gone.remove();
  expect(refused(() => gone.position)).toContain('아직 있는');
  // Every number of the settings, beyond what it may be.
  const { fields } = definitions.kinds.find(({ name }) => name === 'world') ?? { fields: [] };
  for (const { name, type, settable } of fields)
    if (settable && type === 'number')
      for (const value of [Number.NaN, 'x']) {
        const said = set(name, value)
          .replace(name, '')
          .replace(/'x'|NaN/, '');
        expect(said).toMatch(/[가-힣]/);
        expect(said).not.toMatch(/[a-z]{3}/);
      }
  world.dispose();
});

test('what is wrong with a file or a link is told in Korean', async () => {
  const toldOf = async (call: () => unknown): Promise<string> => {
    try {
      await call();
    } catch (error) {
      return errorText(error);
    }
    throw new Error('this was not refused');
  };
  const holonom = await loadHolonom();
  const open = (name: string, content: string) => () => sceneOf(new File([content], name), holonom);
  const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
  const told = await Promise.all(
    [
      open('a.obj', 'v nan 0 0'),
      open('a.obj', `${triangle}f 1 2`),
      open('a.obj', `${triangle}f 1 2 x`),
      open('a.obj', `${triangle}f 1 2 7`),
      open('a.obj', ''),
      open('a.glb', 'glTF'),
      open('a.glb', 'not at all'),
      open('a.glb', '{'),
      open('a.png', ''),
      async () => unpack(await pack({} as never)),
    ].map(toldOf),
  );
  expect(told.filter((words) => !isKorean(words))).toEqual([]);
  expect(told[3]).toContain('7');
});
