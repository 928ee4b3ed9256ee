// Plots of the last seconds, with everything that can be plotted kept from the moment the tab is opened.
import 'uplot/dist/uPlot.min.css';
import type { World } from 'holonom';
import uPlot from 'uplot';
import { language, t } from '../../language/language.js';
import { element } from '../../site/elements.js';
import { onTheme } from '../../site/theme.js';
import { valueAxis } from '../../site/value-axis.js';
import { saveFile } from '../save.js';
import { plotPicture } from './plot-picture.js';
import type { Quantity } from './quantities.js';

/** How much is kept. Unit: steps. */
const kept = 900;
const height = 190;

const colorOf = (place: HTMLElement, name: string): string =>
  getComputedStyle(place).getPropertyValue(name).trim() || 'currentcolor';

const letters = (): string => `12px ${getComputedStyle(document.body).fontFamily}`;
/** Of the i-th line: readable without colors too. */
const dashOf = (i: number): number[] => (i > 0 ? [8 - 2 * Math.min(i, 3), 2 + i] : []);

/** What is shown where there is nothing. */
const nothing: Quantity = { name: '', label: '', lines: [], read: () => [] };

/** A list of quantities, the plot of one, and what can be saved. */
export class PlotPanel {
  readonly #place: HTMLElement;
  readonly #room = element('div', { class: 'plot-room', role: 'img' });
  readonly #legend = element('ul', { class: 'plot-legend' });
  readonly #times: number[] = [];
  readonly #values = new Map<Quantity, number[][]>();
  readonly #choice: HTMLSelectElement;
  #quantities: readonly Quantity[] = [];
  #shown: Quantity = nothing;
  #plot: uPlot | undefined;
  #drawn = 0;
  #world: World | undefined;

  /** @param label of the choice among the quantities. */
  constructor(place: HTMLElement, quantities: readonly Quantity[], label: string) {
    this.#place = place;
    const id = `${place.id}-quantity`;
    const choice = element('select', { id });
    this.#choice = choice;
    choice.addEventListener('change', () => {
      this.#shown = this.#quantities.find(({ name }) => name === choice.value) ?? nothing;
      this.#make();
    });
    const csv = element('button', { class: 'button', type: 'button' }, t('plot.csv'));
    csv.addEventListener('click', () => this.#saveCsv());
    const png = element('button', { class: 'button', type: 'button' }, t('plot.png'));
    png.addEventListener('click', () => this.#savePng());
    place.replaceChildren(
      element('div', { class: 'plot-choice' }, element('label', { for: id }, label), choice),
      this.#room,
      this.#legend,
      element('div', { class: 'plot-save' }, csv, png),
    );
    this.show(quantities);
    new ResizeObserver(() => this.#fit()).observe(this.#room);
    onTheme(() => this.#make());
  }

  /** Offers other quantities, from now on; one of the same name stays chosen. */
  show(quantities: readonly Quantity[]): void {
    this.#quantities = quantities;
    this.#shown =
      quantities.find(({ name }) => name === this.#shown.name) ?? quantities[0] ?? nothing;
    this.#choice.replaceChildren(
      ...quantities.map(({ name, label }) => element('option', { value: name }, label)),
    );
    this.#choice.value = this.#shown.name;
    this.#forget();
    this.#make();
  }

  /** Takes note of a step. */
  addStep(world: World): void {
    if (world !== this.#world || world.time < (this.#times.at(-1) ?? 0)) this.#forget();
    this.#world = world;
    this.#times.push(world.time);
    if (this.#times.length > kept) this.#times.shift();
    for (const quantity of this.#quantities) {
      const lines = this.#values.get(quantity) as number[][];
      const left = quantity.costly && quantity !== this.#shown;
      const values = left ? quantity.lines.map(() => Number.NaN) : quantity.read(world);
      values.forEach((value, i) => {
        lines[i]?.push(value);
        if ((lines[i]?.length ?? 0) > kept) lines[i]?.shift();
      });
    }
  }

  /** Draws, a few times a second. */
  update(now: number): void {
    if (now - this.#drawn < 100 || !this.#place.checkVisibility()) return;
    this.#drawn = now;
    this.#plot?.setData(this.#data());
  }

  #data(): uPlot.AlignedData {
    return [this.#times, ...(this.#values.get(this.#shown) ?? [])] as uPlot.AlignedData;
  }

  #forget(): void {
    this.#times.length = 0;
    this.#values.clear();
    for (const quantity of this.#quantities)
      this.#values.set(
        quantity,
        quantity.lines.map(() => []),
      );
  }

  #make(): void {
    this.#plot?.destroy();
    const { label, lines } = this.#shown;
    const color = (i: number): string => this.#colorOf(i);
    const axis: uPlot.Axis = {
      stroke: colorOf(this.#place, '--ink-soft'),
      font: letters(),
      grid: { stroke: colorOf(this.#place, '--line'), width: 1 },
      ticks: { show: false },
    };
    this.#plot = new uPlot(
      {
        width: Math.max(200, this.#room.clientWidth),
        height,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: false } },
        axes: [
          { ...axis, size: 26, values: (_, splits) => splits.map((value) => `${value} s`) },
          { ...axis, ...valueAxis(language) },
        ],
        series: [
          {},
          ...lines.map((line, i) => ({
            label: line,
            stroke: color(i),
            width: 1.75,
            points: { show: false },
            dash: dashOf(i),
          })),
        ],
      },
      this.#data(),
      this.#room,
    );
    this.#room.setAttribute('aria-label', `${t('plot.label')}: ${label}`);
    this.#legend.replaceChildren(
      ...lines.map((line, i) => {
        const mark = element('i', { 'aria-hidden': 'true' });
        mark.style.borderTopColor = color(i);
        mark.style.borderTopStyle = i > 0 ? 'dashed' : 'solid';
        return element('li', {}, mark, line);
      }),
    );
  }

  #colorOf(line: number): string {
    return colorOf(this.#place, `--series-${line + 1}`);
  }

  #fit(): void {
    if (this.#room.clientWidth > 0) this.#plot?.setSize({ width: this.#room.clientWidth, height });
  }

  #saveCsv(): void {
    const [times, ...lines] = this.#data() as unknown as number[][];
    const names = ['time', ...this.#shown.lines].map((name) => `"${name}"`);
    const rows = (times ?? []).map((time, i) => [time, ...lines.map((line) => line[i])].join(','));
    const text = `${[names.join(','), ...rows].join('\n')}\n`;
    saveFile(`${this.#shown.name}.csv`, new Blob([text], { type: 'text/csv' }));
  }

  #savePng(): void {
    if (!this.#plot) return;
    const { name, lines } = this.#shown;
    const picture = plotPicture(
      this.#plot.ctx.canvas,
      lines.map((line, i) => ({ name: line, color: this.#colorOf(i), dash: dashOf(i) })),
      {
        font: letters(),
        ink: colorOf(this.#place, '--ink'),
        paper: colorOf(this.#place, '--surface'),
      },
    );
    picture.toBlob((blob) => {
      if (blob) saveFile(`${name}.png`, blob);
    });
  }
}
