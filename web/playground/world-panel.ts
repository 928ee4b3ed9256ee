// Settings of the world, made from the field tables of the core.
import { definitions, type FieldDefinition, type World } from 'holonom';
import { fieldText } from '../language/field-text.js';
import { t } from '../language/language.js';
import type { Control } from '../scenes/scene.js';
import { element } from '../site/elements.js';
import { controlElement } from './controls.js';
import { presetRow } from './preset-row.js';

// Where the table allows more than a slider should offer.
const reach: Record<string, { min: number; max: number; step: number }> = {
  gravity: { min: -20, max: 5, step: 0.1 },
  substeps: { min: 1, max: 16, step: 1 },
  iterations: { min: 0, max: 30, step: 1 },
  particleIterations: { min: 1, max: 30, step: 1 },
  contactFrequency: { min: 5, max: 120, step: 1 },
  contactDampingRatio: { min: 0, max: 20, step: 0.5 },
  contactSlop: { min: 0, max: 0.05, step: 0.001 },
  maxPushSpeed: { min: 0, max: 20, step: 0.5 },
  restitutionThreshold: { min: 0, max: 5, step: 0.1 },
  baumgarte: { min: 0, max: 1, step: 0.05 },
};
const first = ['solver', 'substeps', 'iterations', 'particleIterations', 'gravity'];

/** What the panel tells the page. */
export interface WorldPanelEvents {
  /** A setting was changed by the reader and accepted by the world. */
  changed(name: string, value: unknown): void;
  /** The world refused. */
  refused(error: unknown): void;
}

/**
 * Shows the settings of the world on the stage, which may be another one by the time a control is moved.
 * @param elsewhere settings that the scene has a control for: shown twice they would contradict each other.
 * @returns what shows them anew if the world has others now, as after a return to its past.
 */
export function showWorldPanel(
  panel: HTMLElement,
  worldNow: () => World,
  elsewhere: ReadonlySet<string | undefined>,
  events: WorldPanelEvents,
): () => void {
  const world = worldNow();
  const fields = (definitions.kinds[0]?.fields ?? []).filter(
    (field) => field.settable && !elsewhere.has(field.name) && controlOf(field, world),
  );
  const settings = (): string =>
    JSON.stringify(fields.map(({ name }) => settingOf(worldNow(), name)));
  let shown = settings();
  const elements = new Map<string, HTMLElement>();
  const elementOf = (field: FieldDefinition): HTMLElement => {
    const made = fieldElement(field, worldNow, {
      ...events,
      changed: (name, value) => {
        shown = settings();
        events.changed(name, value);
        preset?.refresh();
      },
    });
    elements.set(field.name, made);
    return made;
  };
  const showAll = (): void => {
    shown = settings();
    for (const field of fields) elements.get(field.name)?.replaceWith(elementOf(field));
  };
  const preset = presetRow('world', {
    read: (field) => settingOf(worldNow(), field),
    write: (field, value) => {
      applySetting(worldNow(), field, value);
      events.changed(field, value);
    },
    refused: events.refused,
    applied: showAll,
  });
  const main = fields
    .filter((field) => first.includes(field.name))
    .sort((a, b) => first.indexOf(a.name) - first.indexOf(b.name));
  const rest = fields.filter((field) => !first.includes(field.name));
  const more = element('details', {}, element('summary', {}, t('panel.more')));
  more.append(element('div', { class: 'controls' }, ...rest.map(elementOf)));
  panel.replaceChildren(...(preset ? [preset.element] : []), ...main.map(elementOf), more);
  return () => {
    if (settings() === shown) return;
    showAll();
    preset?.refresh();
  };
}

/**
 * A setting that a link or code asks for, within what its control offers; undefined where none does. Beyond the sliders a
 * step may take for ever.
 */
export function offeredSetting(world: World, name: string, value: unknown): unknown {
  if (name.startsWith('debug.')) return typeof value === 'boolean' ? value : undefined;
  const field = definitions.kinds[0]?.fields.find((it) => it.settable && it.name === name);
  if (!field) return undefined;
  if (field.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (field.type === 'vec3') return isVector(value) ? value : undefined;
  const control = controlOf(field, world);
  if (control && 'options' in control)
    return Object.hasOwn(control.options, String(value)) ? value : undefined;
  if (!control || !('min' in control) || typeof value !== 'number' || Number.isNaN(value))
    return undefined;
  // What no world takes is left to the world to refuse, by name.
  if (value < (field.min ?? -Infinity) || value > (field.max ?? Infinity)) return value;
  const within = Math.min(control.max, Math.max(control.min, value));
  return field.type === 'integer' ? Math.round(within) : within;
}

const isVector = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number');

/** Does a setting again on another world. */
export function applySetting(world: World, name: string, value: unknown): void {
  if (name.startsWith('debug.')) world.debug = { [name.slice(6)]: value as boolean };
  else Object.assign(world, { [name]: value });
}

function fieldElement(
  field: FieldDefinition,
  worldNow: () => World,
  events: WorldPanelEvents,
): HTMLElement {
  const control = controlOf(field, worldNow()) as Control;
  const read = (): number | string | boolean => {
    const value = settingOf(worldNow(), field.name);
    return (Array.isArray(value) ? value[1] : value) as number | string | boolean;
  };
  return controlElement(
    control,
    read(),
    ((value: number | string | boolean) => {
      const world = worldNow();
      try {
        const whole = field.type === 'vec3' ? [world.gravity[0], value, world.gravity[2]] : value;
        applySetting(world, field.name, whole);
        events.changed(field.name, whole);
      } catch (error) {
        events.refused(error);
      }
      return read();
    }) as never,
    events.refused,
  );
}

function controlOf(field: FieldDefinition, world: World): Control | undefined {
  const value = settingOf(world, field.name);
  const text = {
    ...fieldText('world', field),
    ...(field.unit ? { unit: field.unit } : {}),
  };
  const range = reach[field.name] ?? {
    min: field.min ?? 0,
    max: field.max ?? 10,
    step: field.type === 'integer' ? 1 : 0.1,
  };
  if (field.type === 'number' || field.type === 'integer')
    return { ...text, ...range, value: value as number };
  if (field.type === 'boolean') return { ...text, value: value as boolean };
  // Gravity by its vertical part; the wind belongs to the scenes.
  if (field.name === 'gravity')
    return { ...text, ...range, value: (value as number[])[1] as number };
  if (field.type === 'enum') {
    return {
      ...text,
      value: value as string,
      options: Object.fromEntries((field.options ?? []).map((name) => [name, name])),
    };
  }
  return undefined;
}

const settingOf = (world: World, name: string): unknown =>
  (world as unknown as Record<string, unknown>)[name];
