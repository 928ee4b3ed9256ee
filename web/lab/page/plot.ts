// What plots have in common: uPlot with the letters and colors of the page, as wide as its place,
// and a line of words for the mark under the pointer.
import uPlot from 'uplot';
import { colorOf, fontOf } from './ink.js';

/** Something at a place of the plot that can be read out. */
export interface Spot {
  /** On the scales of the axes. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** An axis: its words and the values where it has lines. */
export interface AxisText {
  readonly label: string;
  readonly logarithmic: boolean;
  readonly range: readonly [number, number];
  readonly ticks: readonly number[];
  readonly tickText?: (value: number) => string;
}

/** A power of ten as text. */
export function powerText(value: number): string {
  const power = Math.round(Math.log10(value));
  if (Math.abs(power) <= 2) return String(Number((10 ** power).toPrecision(1)));
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  return `10${power < 0 ? '⁻' : ''}${[...String(Math.abs(power))].map((digit) => digits[Number(digit)]).join('')}`;
}

/** The powers of ten of a range. */
export const powers = (from: number, to: number, every = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, i) => 10 ** (from + i * every));

export function scaleOf({ logarithmic, range }: AxisText): uPlot.Scale {
  return { time: false, distr: logarithmic ? 3 : 1, range: [...range] };
}

export function axisOf({ label, ticks, tickText }: AxisText, more: uPlot.Axis = {}): uPlot.Axis {
  const line = { stroke: colorOf('--line'), width: 1 };
  return {
    label,
    stroke: colorOf('--ink-soft'),
    font: fontOf(12),
    labelFont: fontOf(12),
    labelSize: 18,
    size: 30,
    gap: 4,
    grid: line,
    ticks: { ...line, size: 4 },
    splits: () => [...ticks],
    values: (_, splits) => splits.map((value) => (tickText ?? powerText)(value)),
    // Every line that was asked for is labeled.
    filter: (_, splits) => splits,
    ...more,
  };
}

const reach = 18;

/** A plot in its place. The place keeps its height, so that nothing on the page moves. */
export class Plot {
  readonly #plot: uPlot;
  readonly #observer: ResizeObserver;

  constructor(
    place: HTMLElement,
    height: number,
    options: Omit<uPlot.Options, 'width' | 'height'>,
    data: uPlot.AlignedData,
    spots: () => readonly Spot[],
    read: (text: string) => void,
  ) {
    place.replaceChildren();
    place.style.height = `${height}px`;
    const width = (): number => Math.max(200, place.clientWidth);
    this.#plot = new uPlot(
      {
        width: width(),
        height,
        legend: { show: false },
        ...options,
        cursor: { drag: { x: false, y: false }, points: { show: false }, x: false, y: false },
        hooks: {
          ...options.hooks,
          setCursor: [(plot) => read(nearest(plot, spots()))],
        },
      },
      data,
      place,
    );
    this.#observer = new ResizeObserver(() => this.#plot.setSize({ width: width(), height }));
    this.#observer.observe(place);
  }

  /** Draws again, with new data if there are any. */
  redraw(data?: uPlot.AlignedData): void {
    if (data) this.#plot.setData(data);
    else this.#plot.redraw(false);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#plot.destroy();
  }
}

/** The words of the spot nearest to the pointer. */
function nearest(plot: uPlot, spots: readonly Spot[]): string {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0) return '';
  let [found, least] = ['', reach];
  for (const { x, y, text } of spots) {
    const distance = Math.hypot(plot.valToPos(x, 'x') - left, plot.valToPos(y, 'y') - top);
    if (distance < least) [found, least] = [text, distance];
  }
  return found;
}
