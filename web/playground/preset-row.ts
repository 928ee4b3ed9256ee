// The choice among the presets of a thing, above its fields.
import { t } from '../language/language.js';
import { element } from '../site/elements.js';
import { type Preset, presets } from './presets.js';

/** The fields that presets read and write. */
export interface PresetTarget {
  read(field: string): unknown;
  /** @throws what the core says against it. */
  write(field: string, value: unknown): void;
  refused(error: unknown): void;
  /** All values are written. */
  applied(): void;
}

/** The choice; undefined where nothing is to choose. */
export interface PresetRow {
  readonly element: HTMLElement;
  /** Shows the preset whose values the thing has, if any. */
  refresh(): void;
}

let made = 0;

export function presetRow(kind: string, target: PresetTarget): PresetRow | undefined {
  const found = presets[kind];
  if (!found || found.fits?.((field) => target.read(field)) === false) return undefined;
  const { label, list } = found;
  const id = `preset-${++made}`;
  const own = element('option', { value: '' }, t('preset.own'));
  const options = list.map(({ name }) => element('option', { value: name }, t(name)));
  const select = element('select', { id }, own, ...options);
  const refresh = (): void => {
    select.value = list.find((preset) => has(target, preset))?.name ?? '';
    // What the reader made of the values is shown, but it is not to be chosen.
    own.hidden = select.value !== '';
  };
  select.addEventListener('change', () => {
    const preset = list.find(({ name }) => name === select.value);
    try {
      for (const [field, value] of Object.entries(preset?.values ?? {})) target.write(field, value);
    } catch (error) {
      target.refused(error);
    }
    target.applied();
    refresh();
  });
  refresh();
  const head = element('label', { class: 'field-label', for: id }, t(label));
  const row = element('div', { class: 'field' }, head, element('span', { class: 'value' }, select));
  return { element: row, refresh };
}

const has = (target: PresetTarget, { values }: Preset): boolean =>
  Object.entries(values).every(
    ([field, value]) => value === undefined || same(target.read(field), value),
  );

/** As near as the core keeps numbers. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.fround(a) === Math.fround(b);
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b;
  return Object.entries(b).every(([key, value]) =>
    same((a as Record<string, unknown>)[key], value),
  );
}
