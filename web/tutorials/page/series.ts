// What a demo measures, step by step, and its plot beside theory.
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { language } from '../../language/language.js';
import { element } from '../../site/elements.js';
import { onTheme } from '../../site/theme.js';
import { valueAxis } from '../../site/value-axis.js';
import type { PlotData } from './demo.js';

const height = 190;
/** How much is kept. Unit: steps. */
const most = 20_000;

const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
const inWords = (value: number): string => {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(1) : number.format(value);
};

/** What the axis shows: at least a hundredth of the size of the values, so that rounding does not look like motion. */
function rangeOf(low: number, high: number): uPlot.Range.MinMax {
  const least = 0.01 * Math.max(Math.abs(low), Math.abs(high));
  const missing = Math.max(0, least - (high - low)) / 2;
  return uPlot.rangeNum(low - missing, high + missing, 0.1, true);
}

// Lines end where a value leaves all bounds.
const isWithin = (value: number): boolean => Math.abs(value) < 1e12;

/** The last value of a series. */
const lastOf = (series: Series, name: string): string => {
  const last = series.all[name]?.at(-1);
  return last !== undefined && isWithin(last) ? inWords(last) : '–';
};

/** What a demo plots, as words: the last value of each series. */
export const seriesInWords = ({ unit = '-', series }: PlotData, measured: Series): string =>
  series
    .map(({ name, words }) => `${words} ${lastOf(measured, name)}${unit === '-' ? '' : ` ${unit}`}`)
    .join(', ');

/** The color of a series, as the theme has it. */
export function seriesColor(place: HTMLElement, index: number): string {
  const probe = element('i', { hidden: '' });
  probe.style.color = `var(--series-${index + 1})`;
  place.append(probe);
  // As numbers: a variable is read as it was written, which says a color for each theme.
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Numbers by name since the demo began. */
export class Series {
  readonly all: Record<string, number[]> = { time: [] };

  add(time: number, measured: Readonly<Record<string, number>>): void {
    const times = this.all.time as number[];
    if (times.length >= most) return;
    times.push(time);
    for (const [name, value] of Object.entries(measured)) {
      this.all[name] ??= new Array(times.length - 1).fill(Number.NaN);
      this.all[name].push(value);
    }
  }
}

/** The last seconds of the series that a demo draws. */
export class SeriesPlot {
  readonly #room: HTMLElement;
  readonly #data: PlotData;
  readonly #seconds: number;
  readonly #values: HTMLElement[];
  #plot: uPlot | undefined;
  #drawn = 0;

  constructor(place: HTMLElement, data: PlotData, seconds: number) {
    this.#room = place.querySelector('.plot-room') as HTMLElement;
    this.#data = data;
    this.#seconds = seconds;
    this.#values = data.series.map(() =>
      // They change many times a second: nobody wants to hear that.
      element('output', { class: 'number', 'aria-live': 'off' }),
    );
    place.querySelector('.plot-legend')?.replaceChildren(
      ...data.series.map(({ name, words, theory }, i) => {
        const mark = element('i', { 'aria-hidden': 'true' });
        mark.style.borderTop = `2px ${theory ? 'dashed' : 'solid'} var(--series-${i + 1})`;
        return element('li', { 'data-series': name }, mark, words, this.#values[i] as HTMLElement);
      }),
    );
    new ResizeObserver(() => this.#fit()).observe(this.#room);
    onTheme(() => this.#make());
  }

  /** Draws, a few times a second. */
  update(now: number, series: Series): void {
    if (now - this.#drawn < 66) return;
    this.#drawn = now;
    const { time = [] } = series.all;
    const first = time.findIndex((at) => at >= (time.at(-1) ?? 0) - this.#seconds);
    const from = Math.max(0, first);
    const lines = this.#data.series.map(({ name }) =>
      (series.all[name] ?? []).slice(from).map((value) => (isWithin(value) ? value : null)),
    );
    this.#plot?.setData([time.slice(from), ...lines] as uPlot.AlignedData);
    this.#data.series.forEach(({ name }, i) => {
      (this.#values[i] as HTMLElement).textContent = lastOf(series, name);
    });
  }

  #make(): void {
    this.#plot?.destroy();
    const color = (name: string): string =>
      getComputedStyle(this.#room).getPropertyValue(name).trim();
    const axis: uPlot.Axis = {
      stroke: color('--ink-soft'),
      font: `12px ${getComputedStyle(document.body).fontFamily}`,
      grid: { stroke: color('--line'), width: 1 },
      ticks: { show: false },
    };
    const seconds = this.#seconds;
    this.#plot = new uPlot(
      {
        width: Math.max(200, this.#room.clientWidth),
        height,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: (_, from) => [from ?? 0, (from ?? 0) + seconds] },
          y: { range: (_, low, high) => rangeOf(low ?? 0, high ?? 1) },
        },
        axes: [
          { ...axis, size: 26, values: (_, splits) => splits.map((value) => `${value} s`) },
          { ...axis, ...valueAxis(language) },
        ],
        series: [
          {},
          ...this.#data.series.map(({ words, theory }, i) => ({
            label: words,
            stroke: seriesColor(this.#room, i),
            width: theory ? 1.5 : 2,
            points: { show: false },
            ...(theory ? { dash: [6, 5] } : {}),
          })),
        ],
      },
      [[], ...this.#data.series.map(() => [])] as uPlot.AlignedData,
      this.#room,
    );
  }

  #fit(): void {
    if (this.#room.clientWidth > 0) this.#plot?.setSize({ width: this.#room.clientWidth, height });
  }
}
