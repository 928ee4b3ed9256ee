// A plot of lines: one for each method, over a value that all share.
import type uPlot from 'uplot';
import { colorOf, drawMark } from './ink.js';
import { type AxisText, axisOf, Plot, type Spot, scaleOf } from './plot.js';

/** A line, and the published values it is compared with. */
export interface Line {
  readonly name: string;
  readonly color: string;
  readonly dash: readonly number[];
  /** At each x; null where nothing is known yet, or can be shown. */
  readonly measured: readonly (number | null)[];
  readonly published: readonly (number | null)[];
}

const height = 420;

/** The axes and places that all lines share. */
export interface LinesFrame {
  readonly x: AxisText;
  readonly y: AxisText;
  readonly xs: readonly number[];
  /** How a value is read out. */
  readonly describe: (name: string, x: number, y: number) => string;
}

/** Makes the plot; what it returns draws again with lines as they are now. */
export function linesPlot(
  place: HTMLElement,
  { x, y, xs, describe }: LinesFrame,
  lines: () => readonly Line[],
  read: (text: string) => void,
): { plot: Plot; update: () => void } {
  const first = lines();
  const data = (): uPlot.AlignedData => [[...xs], ...lines().map(({ measured }) => [...measured])];
  const inside = (value: number | null | undefined): value is number =>
    value !== null && value !== undefined && value >= y.range[0] && value <= y.range[1];
  const drawPublished = (plot: uPlot): void => {
    for (const { color, published } of lines())
      for (const [i, value] of published.entries()) {
        if (!inside(value)) continue;
        const at = [
          plot.valToPos(xs[i] as number, 'x', true),
          plot.valToPos(value, 'y', true),
        ] as const;
        const look = { shape: 'circle', color, hollow: true } as const;
        drawMark(plot.ctx, at, 7 * devicePixelRatio, look);
      }
  };
  const spots = (): Spot[] =>
    lines().flatMap(({ name, measured }) =>
      measured.flatMap((value, i) => {
        const at = xs[i] as number;
        return inside(value) ? [{ x: at, y: value, text: describe(name, at, value) }] : [];
      }),
    );
  const options = {
    padding: [12, 18, 0, 0] as uPlot.Padding,
    scales: { x: scaleOf(x), y: scaleOf(y) },
    series: [
      {},
      ...first.map(({ name, color, dash }) => ({
        label: name,
        stroke: color,
        width: 2,
        dash: [...dash],
        spanGaps: false,
        points: { show: true, size: 7, fill: color, stroke: colorOf('--paper'), width: 1 },
      })),
    ],
    axes: [axisOf(x), axisOf(y, { size: 52 })],
    hooks: { draw: [drawPublished] },
  };
  const plot = new Plot(place, height, options, data(), spots, read);
  return { plot, update: () => plot.redraw(data()) };
}
