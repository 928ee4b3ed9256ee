// A plot of marks in lanes: one lane for each method, with its name above its marks.
import type uPlot from 'uplot';
import { colorOf, drawMark, fontOf, type Shape } from './ink.js';
import { type AxisText, axisOf, Plot, type Spot, scaleOf } from './plot.js';

/** A value in a lane. */
export interface Mark {
  readonly lane: number;
  readonly x: number;
  readonly shape: Shape;
  readonly color: string;
  /** Published rather than measured. */
  readonly hollow: boolean;
  readonly text: string;
}

const laneHeight = 46;
/** Where in a lane the marks stand, and its name. */
const [markAt, nameAt] = [0.7, 0.3];

/** Makes the plot; `marks` is asked whenever it is drawn. */
export function lanesPlot(
  place: HTMLElement,
  lanes: readonly string[],
  axis: AxisText,
  marks: () => readonly Mark[],
  read: (text: string) => void,
): Plot {
  const [ink, line] = [colorOf('--ink'), colorOf('--line')];
  const draw = (plot: uPlot): void => {
    const { ctx: context, bbox } = plot;
    const ratio = devicePixelRatio;
    const yOf = (y: number): number => plot.valToPos(y, 'y', true);
    context.save();
    context.font = fontOf(13 * ratio);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    lanes.forEach((name, lane) => {
      context.fillStyle = line;
      context.fillRect(bbox.left, yOf(lane), bbox.width, 1);
      // The lines of the axis stay out of the names.
      const width = context.measureText(name).width;
      context.fillStyle = colorOf('--paper');
      context.fillRect(bbox.left, yOf(lane + nameAt) - 9 * ratio, width + 6 * ratio, 18 * ratio);
      context.fillStyle = ink;
      context.fillText(name, bbox.left, yOf(lane + nameAt));
    });
    for (const { lane, x, ...look } of marks()) {
      const at = [plot.valToPos(x, 'x', true), yOf(lane + markAt)] as const;
      drawMark(context, at, (look.hollow ? 7 : 4.5) * ratio, look);
    }
    context.restore();
  };
  const spots = (): Spot[] => marks().map(({ lane, x, text }) => ({ x, y: lane + markAt, text }));
  const options = {
    padding: [4, 16, 0, 2] as uPlot.Padding,
    scales: {
      x: scaleOf(axis),
      y: { range: [0, lanes.length] as uPlot.Range.MinMax, dir: -1 as const },
    },
    series: [{}, { points: { show: false } }],
    axes: [axisOf(axis), { show: false }],
    hooks: { draw: [draw] },
  };
  const height = lanes.length * laneHeight + 54;
  return new Plot(place, height, options, [[...axis.range], [null, null]], spots, read);
}
