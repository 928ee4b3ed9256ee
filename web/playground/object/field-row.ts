// One field of a thing as a row: its value, unit, range and help, and the way back to what it was.
import type { FieldDefinition } from 'holonom';
import { definitions } from 'holonom';
import { fieldText } from '../../language/field-text.js';
import { sentence, t } from '../../language/language.js';
import { element, marked, unmarked } from '../../site/elements.js';

/** Where the value of a field is. */
export interface FieldSource {
  read(): unknown;
  /** @throws what the core says against it. */
  write(value: unknown): void;
}

/** A row of a panel. */
export interface FieldRow {
  readonly element: HTMLElement;
  /** Shows the present value, except where the reader is about to write another. */
  refresh(): void;
}

/** What rows tell the panel. */
export interface RowEvents {
  /** A value was changed. */
  changed(): void;
  refused(error: unknown): void;
}

let made = 0;
const sizes: Partial<Record<FieldDefinition['type'], number>> = {
  vec2: 2,
  ivec2: 2,
  vec3: 3,
  ivec3: 3,
  quat: 4,
};
const axes = ['x', 'y', 'z', 'w'];

/** The row of a field that can be changed; undefined where its kind of value has no row. */
export function fieldRow(
  owner: string,
  field: FieldDefinition,
  source: FieldSource,
  events: RowEvents,
): FieldRow | undefined {
  if (field.type === 'struct') return structRow(owner, field, source, events);
  const edit = editorOf(field);
  if (!edit) return undefined;
  const { label, help } = fieldText(owner, field);
  const id = `field-${++made}`;
  let first: unknown;
  let changed = false;
  const restore = element(
    'button',
    { class: 'restore', type: 'button', 'aria-label': t('panel.restore', { label }), hidden: '' },
    '↺',
  );
  const write = (value: unknown): void => {
    if (!changed) first = source.read();
    try {
      source.write(value);
      changed = true;
      events.changed();
    } catch (error) {
      events.refused(error);
    }
    restore.hidden = !changed || same(source.read(), first);
    edit.show(source.read());
  };
  edit.changed = write;
  restore.addEventListener('click', () => {
    write(first);
    edit.inputs[0]?.focus();
  });
  edit.inputs.forEach((input, i) => {
    input.setAttribute('aria-describedby', `${id}-help`);
    if (edit.inputs.length > 1) input.setAttribute('aria-label', `${label}, ${axes[i]}`);
    else input.id = id;
  });
  edit.show(source.read());
  const about = [sentence(help), rangeOf(field)].filter(Boolean).join(' ');
  const row = element(
    'div',
    { class: 'field', title: unmarked(about) },
    edit.inputs.length > 1
      ? element('span', { class: 'field-label' }, label)
      : element('label', { class: 'field-label', for: id }, label),
    element(
      'span',
      { class: 'value' },
      restore,
      ...edit.inputs,
      element('span', { class: 'unit' }, field.unit ?? ''),
    ),
    element('p', { class: 'field-help', id: `${id}-help` }, ...marked(about)),
  );
  return {
    element: row,
    refresh: () => {
      if (!edit.inputs.includes(document.activeElement as HTMLInputElement))
        edit.show(source.read());
    },
  };
}

/** A field that is only read, as text. */
export function fixedRow(owner: string, field: FieldDefinition, value: unknown): HTMLElement {
  const { label, help } = fieldText(owner, field);
  const unit = typeof value === 'number' || Array.isArray(value) ? (field.unit ?? '') : '';
  return element(
    'div',
    { class: 'field', title: unmarked(help) },
    element('span', { class: 'field-label' }, label),
    element(
      'span',
      { class: 'value fixed' },
      textOf(value),
      element('span', { class: 'unit' }, unit),
    ),
    element('p', { class: 'field-help' }, ...marked(help)),
  );
}

/** The fields of a structure under its name; one that may be absent has a switch. */
function structRow(
  owner: string,
  field: FieldDefinition,
  source: FieldSource,
  events: RowEvents,
): FieldRow {
  const struct = field.ref as string;
  const fields = definitions.structs[struct]?.fields ?? [];
  const { label, help } = fieldText(owner, field);
  const body = element('div', { class: 'fields' });
  const rows = fields.flatMap((part) => {
    const row = fieldRow(
      struct,
      part,
      {
        read: () => (source.read() as Record<string, unknown> | undefined)?.[part.name],
        write: (value) => source.write({ ...(source.read() as object), [part.name]: value }),
      },
      events,
    );
    return row ? [row] : [];
  });
  body.append(...rows.map((row) => row.element));
  const toggle = element('input', { type: 'checkbox', role: 'switch', 'aria-label': label });
  const refresh = (): void => {
    const present = source.read() !== undefined;
    toggle.checked = present;
    body.hidden = !present;
    if (present) for (const row of rows) row.refresh();
  };
  toggle.addEventListener('change', () => {
    try {
      source.write(toggle.checked ? {} : undefined);
      events.changed();
    } catch (error) {
      events.refused(error);
    }
    refresh();
  });
  refresh();
  const head = element(
    'div',
    { class: 'control switch', title: unmarked(help) },
    element('span', {}, label),
  );
  if (field.optional) head.append(toggle);
  return {
    element: element(
      'div',
      { class: 'struct', role: 'group', 'aria-label': label },
      head,
      element('p', { class: 'field-help' }, ...marked(help)),
      body,
    ),
    refresh,
  };
}

interface Editor {
  readonly inputs: readonly (HTMLInputElement | HTMLSelectElement)[];
  show(value: unknown): void;
  changed: (value: unknown) => void;
}

function editorOf(field: FieldDefinition): Editor | undefined {
  const { type } = field;
  if (type === 'number' || type === 'integer') return numbersEditor(1, field.optional ?? false);
  const size = sizes[type];
  if (size) return numbersEditor(size, field.optional ?? false);
  if (type === 'boolean') return switchEditor();
  if (type === 'bvec3') return switchesEditor(3);
  if (type === 'enum') return choiceEditor(field.options ?? []);
  if (type === 'string') return textEditor();
  if (type === 'pins') return textEditor(pinsOf);
  return undefined;
}

/** A number that was typed; what is none stays a text, for the world to refuse by name. */
function numberOf(text: string): number | string {
  if (text === '∞') return Number.POSITIVE_INFINITY;
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? text : number;
}

function numbersEditor(size: number, optional: boolean): Editor {
  const inputs = Array.from({ length: size }, () =>
    element('input', {
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'off',
      spellcheck: 'false',
      ...(optional ? { placeholder: '–' } : {}),
    }),
  );
  const editor: Editor = {
    inputs,
    show: (value) => {
      const numbers = typeof value === 'number' ? [value] : ((value ?? []) as number[]);
      inputs.forEach((input, i) => {
        input.value = i < numbers.length ? numberText(numbers[i] as number) : '';
      });
    },
    changed: () => {},
  };
  for (const input of inputs)
    input.addEventListener('change', () => {
      const texts = inputs.map((each) => each.value.trim().replace(',', '.').replace('−', '-'));
      if (optional && texts.every((text) => text === '')) return editor.changed(undefined);
      const numbers = texts.map(numberOf);
      return editor.changed(size === 1 ? numbers[0] : numbers);
    });
  return editor;
}

function switchEditor(): Editor {
  const input = element('input', { type: 'checkbox', role: 'switch', class: 'toggle' });
  const editor: Editor = {
    inputs: [input],
    show: (value) => {
      input.checked = value === true;
    },
    changed: () => {},
  };
  input.addEventListener('change', () => editor.changed(input.checked));
  return editor;
}

function switchesEditor(size: number): Editor {
  const inputs = Array.from({ length: size }, () => element('input', { type: 'checkbox' }));
  const editor: Editor = {
    inputs,
    show: (value) => {
      inputs.forEach((input, i) => {
        input.checked = (value as boolean[])[i] === true;
      });
    },
    changed: () => {},
  };
  for (const input of inputs)
    input.addEventListener('change', () => editor.changed(inputs.map((each) => each.checked)));
  return editor;
}

function choiceEditor(options: readonly string[]): Editor {
  const select = element('select', {}, ...options.map((name) => element('option', {}, name)));
  const editor: Editor = {
    inputs: [select],
    show: (value) => {
      select.value = String(value);
    },
    changed: () => {},
  };
  select.addEventListener('change', () => editor.changed(select.value));
  return editor;
}

/** Names and numbers, apart by commas or spaces. */
const pinsOf = (text: string): (string | number)[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => (/^\d+$/.test(word) ? Number(word) : word));

function textEditor(read: (text: string) => unknown = (text) => text): Editor {
  const input = element('input', { type: 'text', class: 'wide', autocomplete: 'off' });
  const editor: Editor = {
    inputs: [input],
    show: (value) => {
      input.value = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    },
    changed: () => {},
  };
  input.addEventListener('change', () => editor.changed(read(input.value)));
  return editor;
}

/** The range of a number in words that need none: "0 … 1", "> 0". */
export function rangeOf({ min, max, exclusiveMin }: FieldDefinition): string {
  if (min !== undefined && max !== undefined) return `${numberText(min)} … ${numberText(max)}.`;
  if (min !== undefined) return `${exclusiveMin ? '>' : '≥'} ${numberText(min)}.`;
  return max !== undefined ? `≤ ${numberText(max)}.` : '';
}

/** A number in few characters: 0.25, 1500, 1e-7. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : '–';
  const size = Math.abs(value);
  if (size < 5e-7) return '0';
  if (size < 1e-3 || size >= 1e7) return value.toExponential(2).replace(/\.?0*e\+?/, 'e');
  return String(Number(Number(value.toPrecision(5)).toFixed(6)));
}

/** What a value is, in few words: long lists by their length. */
function textOf(value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const list = ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value;
  if (!Array.isArray(list)) {
    if ('id' in list) return (list as { name?: string }).name || `#${Number(list.id) & 0xfffff}`;
    return Object.entries(list)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => `${name} ${textOf(part)}`)
      .join(', ');
  }
  if (list.length > 4) return t('object.list', { count: list.length });
  return list.map(textOf).join(', ') || '–';
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
