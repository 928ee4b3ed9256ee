// The panel of the thing that the reader has chosen: its fields from the tables of the core, and plots of its numbers.
import type { World } from 'holonom';
import type { Picked, Stage } from 'holonom/three';
import { kindHelp } from '../../language/field-text.js';
import { t } from '../../language/language.js';
import { byId, element, marked } from '../../site/elements.js';
import type { PlotPanel } from '../plots/plot-panel.js';
import { presetRow } from '../preset-row.js';
import { type FieldRow, fieldRow, fixedRow } from './field-row.js';
import { quantitiesOf } from './object-quantities.js';
import {
  type Chosen,
  chosenBy,
  fieldValue,
  type Kind,
  neighborOf,
  placeOf,
  sameIn,
  type Thing,
  tableOf,
  thingsOf,
} from './selection.js';

/** What a person changes first; the rest is under More. */
const first: Readonly<Record<Kind, readonly string[]>> = {
  body: [
    'position',
    'linearVelocity',
    'angularVelocity',
    'mass',
    'friction',
    'restitution',
    'gravityScale',
  ],
  joint: ['frequency', 'dampingRatio', 'limits', 'motor', 'drive', 'mode', 'length'],
  cloth: ['stretchCompliance', 'strain', 'bend', 'damping', 'friction', 'drag'],
  rope: ['stretchCompliance', 'damping', 'friction', 'thickness'],
  grains: ['friction', 'staticFriction', 'damping'],
  softBody: ['youngsModulus', 'springDamping', 'damping', 'friction', 'drag'],
  rod: ['youngsModulus', 'poissonRatio', 'springDamping', 'damping', 'friction'],
  springNetwork: ['stiffness', 'damping', 'integrator', 'friction', 'drag'],
  attachment: [],
  force: [],
};

/** What the panel needs of the page. */
export interface ObjectPanelEvents {
  refused(error: unknown): void;
  /** A value was changed. */
  changed(): void;
  said(text: string): void;
}

export class ObjectPanel {
  readonly #events: ObjectPanelEvents;
  readonly #place = byId('object');
  readonly #mark = byId('object-mark');
  readonly #plotPlace = element('div', { id: 'object-plot' });
  readonly #plotFrame = element(
    'details',
    {},
    element('summary', {}, t('object.plots')),
    this.#plotPlace,
  );
  #world: World;
  #chosen: Chosen | undefined;
  #alive = false;
  #rows: Pick<FieldRow, 'refresh'>[] = [];
  #plots: PlotPanel | undefined;
  #shown = 0;

  constructor(world: World, events: ObjectPanelEvents) {
    this.#world = world;
    this.#events = events;
    byId('object-next').addEventListener('click', () => this.step(1));
    byId('object-previous').addEventListener('click', () => this.step(-1));
    const explain = byId('explain');
    explain.addEventListener('click', () => {
      const on = document.body.toggleAttribute('data-explain');
      explain.setAttribute('aria-pressed', String(on));
    });
    this.#plotFrame.addEventListener('toggle', () => void this.#openPlots());
    this.#show();
  }

  /** Another world is on the stage: the thing at the same place is chosen, if the scene is the same. */
  setWorld(world: World, sameScene: boolean): void {
    this.#world = world;
    this.#chosen = sameScene && this.#chosen ? sameIn(world, this.#chosen) : undefined;
    this.#show();
  }

  /** Chooses what was touched. */
  choose(picked: Picked): void {
    this.#chosen = chosenBy(this.#world, picked);
    this.#show();
  }

  /** Chooses the next thing, or the one before. */
  step(way: 1 | -1): void {
    this.#chosen = neighborOf(this.#world, this.#chosen, way);
    this.#show();
    this.#events.said(byId('object-name').textContent ?? '');
  }

  /** Takes note of a step. */
  addStep(): void {
    if (this.#chosen && this.#plotFrame.open) this.#plots?.addStep(this.#world);
  }

  /** Brings the mark on the stage up to date, and a few times a second the numbers. */
  update(now: number, stage: Stage): void {
    // It may have gone, or come back with the past.
    if (this.#chosen && this.#chosen.thing.alive !== this.#alive) this.#show();
    this.#moveMark(stage);
    this.#plots?.update(now);
    if (now - this.#shown < 200 || !this.#place.checkVisibility()) return;
    this.#shown = now;
    for (const row of this.#rows) row.refresh();
  }

  #show(): void {
    const chosen = this.#chosen;
    this.#alive = chosen?.thing.alive ?? false;
    this.#rows = [];
    byId('object-name').textContent = this.#name();
    if (!chosen || !this.#alive) {
      this.#place.replaceChildren(element('p', { class: 'empty' }, t('object.none')));
      return;
    }
    const { thing } = chosen;
    const table = tableOf(chosen);
    const settable = table.fields.filter((field) => field.settable);
    const fixed = table.fields.filter((field) => !field.settable && !field.state);
    const rank = (name: string) => first[chosen.kind].indexOf(name);
    const main = settable
      .filter(({ name }) => rank(name) >= 0)
      .sort((a, b) => rank(a.name) - rank(b.name));
    const rest = settable.filter((field) => !main.includes(field));
    const rowsOf = (fields: typeof settable): HTMLElement[] =>
      fields.flatMap((field) => {
        const row = fieldRow(table.name, field, sourceOf(thing, field.name), this.#events);
        if (!row) return [];
        this.#rows.push(row);
        return [row.element];
      });
    const preset = presetRow(chosen.kind, {
      read: (field) => sourceOf(thing, field).read(),
      write: (field, value) => sourceOf(thing, field).write(value),
      refused: (error) => this.#events.refused(error),
      applied: () => {
        for (const row of this.#rows) row.refresh();
      },
    });
    if (preset) this.#rows.push(preset);
    const few = main.length === 0;
    const folded = (title: string, ...content: HTMLElement[]) =>
      element(
        'details',
        {},
        element('summary', {}, title),
        element('div', { class: 'fields' }, ...content),
      );
    this.#place.replaceChildren(
      element('p', { class: 'field-help' }, ...marked(kindHelp(table))),
      element(
        'div',
        { class: 'fields' },
        ...(preset ? [preset.element] : []),
        ...rowsOf(few ? rest : main),
      ),
      ...(few || rest.length === 0 ? [] : [folded(t('panel.more'), ...rowsOf(rest))]),
      folded(
        t('object.fixed'),
        element('p', { class: 'empty' }, t('object.fixed.why')),
        ...fixed
          .filter((field) => fieldValue(thing, field) !== undefined)
          .map((field) => fixedRow(table.name, field, fieldValue(thing, field))),
      ),
      this.#plotFrame,
    );
    this.#plots?.show(quantitiesOf(chosen));
  }

  #name(): string {
    if (!this.#chosen) return t('object.choose');
    const kind = t(`kind.${this.#chosen.kind}`);
    if (!this.#alive) return t('object.gone', { kind });
    const { name } = this.#chosen.thing as { name?: string };
    const all = thingsOf(this.#world, this.#chosen.kind).length;
    const text = t('object.name', { kind, number: this.#chosen.index + 1, all });
    return name ? `${name} · ${text}` : text;
  }

  async #openPlots(): Promise<void> {
    if (!this.#plotFrame.open || this.#plots) return;
    const { PlotPanel } = await import('../plots/plot-panel.js');
    if (this.#plots) return;
    const quantities = this.#chosen && this.#alive ? quantitiesOf(this.#chosen) : [];
    this.#plots = new PlotPanel(this.#plotPlace, quantities, t('object.quantity'));
  }

  #moveMark(stage: Stage): void {
    const at = this.#chosen && this.#alive ? placeOf(this.#chosen) : undefined;
    const seen = at && stage.viewOf(at);
    this.#mark.hidden = !seen;
    if (!seen) return;
    const { clientWidth, clientHeight } = stage.canvas;
    const [x, y] = [(0.5 + 0.5 * seen[0]) * clientWidth, (0.5 - 0.5 * seen[1]) * clientHeight];
    this.#mark.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`;
  }
}

function sourceOf(thing: Thing, name: string) {
  const fields = thing as unknown as Record<string, unknown>;
  return {
    read: () => fields[name],
    write: (value: unknown) => {
      fields[name] = value;
    },
  };
}
