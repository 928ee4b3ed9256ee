// Controls as plain form elements: every browser's keyboard, touch and screen reader know them.

import { t } from '../language/language.js';
import { SiteError } from '../language/site-error.js';
import {
  type ChoiceControl,
  type Control,
  isOffered,
  type NumberControl,
  offeredRange,
  type SwitchControl,
} from '../scenes/scene.js';
import { element, marked, unmarked } from '../site/elements.js';

type Value = number | boolean | string;

/** Called with each new value; the control shows what comes back, if anything does. */
export type Change<Kind extends Value> = (value: Kind) => Kind | undefined;

let made = 0;
const nextId = (): string => `control-${++made}`;

/** The form element of a control. Its help stands in its title, and below it where everything is explained. @param refused called with what is wrong with a number that was typed. */
export function controlElement(
  control: Control,
  value: Value,
  change: Change<never>,
  refused = (_error: Error): void => {},
): HTMLElement {
  const row = plainElement(control, value, change, refused);
  if (!control.help) return row;
  row.title = unmarked(control.help);
  return element('div', {}, row, element('p', { class: 'field-help' }, ...marked(control.help)));
}

function plainElement(
  control: Control,
  value: Value,
  change: Change<never>,
  refused: (error: Error) => void,
): HTMLElement {
  if (typeof control.value === 'number')
    return numberElement(
      control as NumberControl,
      value as number,
      change as unknown as Change<number>,
      refused,
    );
  if (typeof control.value === 'boolean')
    return switchElement(
      control as SwitchControl,
      value as boolean,
      change as unknown as Change<boolean>,
    );
  return choiceElement(
    control as ChoiceControl,
    value as string,
    change as unknown as Change<string>,
  );
}

// The slider counts places from 0 to 200 where a step would be uneven: a few percent each.
const places = 200;

function numberElement(
  control: NumberControl,
  value: number,
  change: Change<number>,
  refused: (error: Error) => void,
): HTMLElement {
  const { min, max, step, logarithmic } = control;
  const id = nextId();
  const text = element('input', {
    id,
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const slider = element('input', { type: 'range', 'aria-label': control.label });
  if (logarithmic) Object.assign(slider, { min: '0', max: String(places), step: '1' });
  else Object.assign(slider, { min: String(min), max: String(max), step: String(step) });

  const toPlace = (number: number): number =>
    logarithmic ? (places * Math.log(number / min)) / Math.log(max / min) : number;
  const fromPlace = (place: number): number =>
    logarithmic ? min * (max / min) ** (place / places) : place;
  const restore = element(
    'button',
    {
      class: 'restore',
      type: 'button',
      'aria-label': t('panel.restore', { label: control.label }),
    },
    '↺',
  );
  const show = (number: number, place = toPlace(number)): void => {
    restore.hidden = number === control.value;
    text.value = shortNumber(number);
    slider.value = String(place);
    const share =
      (Number(slider.value) - Number(slider.min)) / (Number(slider.max) - Number(slider.min));
    slider.style.setProperty('--filled', `${100 * share}%`);
    slider.setAttribute('aria-valuetext', `${shortNumber(number)} ${control.unit ?? ''}`.trim());
    text.removeAttribute('aria-invalid');
  };
  const set = (number: number): void => show(change(number) ?? number);
  slider.addEventListener('input', () => {
    const place = Number(slider.value);
    const asked = Number(fromPlace(place).toPrecision(logarithmic ? 2 : 12));
    const number = change(asked) ?? asked;
    // The place of what is rounded may be the one before: keys would not move the slider on.
    show(number, number === asked ? place : undefined);
  });
  text.addEventListener('change', () => {
    const number = Number(text.value.replace(',', '.'));
    if (text.value.trim() !== '' && isOffered(control, number)) {
      set(number);
      return;
    }
    text.setAttribute('aria-invalid', 'true');
    const [low = '', high = ''] = offeredRange(control).map(shortNumber);
    const { label } = control;
    refused(new SiteError('control-number', { label, given: text.value, low, high }));
  });
  restore.addEventListener('click', () => {
    set(control.value);
    text.focus();
  });
  show(value);
  const unit = element('span', { class: 'unit' }, control.unit ?? '');
  const row = element(
    'div',
    { class: 'control' },
    element('label', { for: id }, control.label),
    element('span', { class: 'value' }, restore, text, unit),
    slider,
  );
  return row;
}

function switchElement(
  control: SwitchControl,
  value: boolean,
  change: Change<boolean>,
): HTMLElement {
  const input = element('input', { type: 'checkbox', role: 'switch' });
  input.checked = value;
  input.addEventListener('change', () => {
    input.checked = change(input.checked) ?? input.checked;
  });
  const row = element('label', { class: 'control switch' }, control.label, input);
  return row;
}

function choiceElement(control: ChoiceControl, value: string, change: Change<string>): HTMLElement {
  const name = nextId();
  const inputs = Object.entries(control.options).map(([option, text]) => {
    const input = element('input', { type: 'radio', name, value: option });
    input.checked = option === value;
    input.addEventListener('change', () => change(option));
    return element('label', {}, input, text);
  });
  const row = element(
    'fieldset',
    { class: 'control' },
    element('legend', {}, control.label),
    element('div', { class: 'segments' }, ...inputs),
  );
  return row;
}

/** A number in few characters: 0.25, 1500, 1e-7. */
function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6))
    return value.toExponential(1).replace('.0e', 'e').replace('e+', 'e');
  return String(Number(value.toPrecision(4)));
}
