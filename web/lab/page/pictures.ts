// The picture of each experiment: what it asks, and how its rows become marks or lines.
import { periodsOf, stepCounts } from '../convergence.js';
import { nameOf } from '../methods.js';
import { show } from '../table.js';
import { colorOf, type Shape, seriesColor } from './ink.js';
import { lanesPlot, type Mark } from './lanes.js';
import { type Line, type LinesFrame, linesPlot } from './lines.js';
import type { Row } from './messages.js';
import { type AxisText, powers } from './plot.js';

/** An entry of a legend. */
export interface LegendEntry {
  readonly text: string;
  readonly shape: Shape | 'line';
  readonly color: string;
  readonly hollow?: boolean;
  readonly dash?: readonly number[];
}

/** A picture on the page. */
export interface Picture {
  /** Draws again, with the rows there are now. */
  update(): void;
  dispose(): void;
}

/** What an experiment looks like. */
export interface Look {
  readonly title: string;
  /** What it asks, in a sentence or two. */
  readonly question: string;
  legend(plan: readonly Row[]): LegendEntry[];
  /** Draws the rows: planned ones hold the published figures, measured ones everything. */
  draw(
    place: HTMLElement,
    plan: readonly Row[],
    rows: readonly Row[],
    read: (text: string) => void,
  ): Picture;
}

const number = (row: Row, name: string): number | undefined =>
  typeof row[name] === 'number' ? (row[name] as number) : undefined;

const namesOf = (plan: readonly Row[]): string[] => [...new Set(plan.map(nameOf))];

/** Groups of marks in a lane. */
interface Groups {
  readonly column: string;
  readonly values: readonly number[];
  readonly text: (value: number) => string;
}
const shapes: readonly Shape[] = ['circle', 'square', 'diamond'];

/** A picture of lanes whose marks are one column, beside the published figures. */
function valuesInLanes(axis: AxisText, groups: Groups, marksOf: (row: Row) => [number, Shape?]) {
  const [low, high] = axis.range;
  const within = (value: number): number => Math.min(high, Math.max(low, value));
  const mark = (row: Row, lanes: readonly string[], hollow: boolean): Mark[] => {
    const group = groups.values.indexOf(number(row, groups.column) as number);
    const [value, special] = hollow ? [number(row, 'seed')] : marksOf(row);
    if (value === undefined || Number.isNaN(value)) return [];
    const who = `${nameOf(row)}, ${groups.text(groups.values[group] as number)}`;
    const text = `${who}: ${show(value)}${hollow ? ' published' : special === 'cross' ? ', fails at all that were tried' : special === 'arrow' ? ' and maybe more' : ''}`;
    const shape = special ?? (shapes[group] as Shape);
    const lane = lanes.indexOf(nameOf(row));
    return [{ lane, x: within(value), shape, color: seriesColor(group), hollow, text }];
  };
  return {
    legend: (plan: readonly Row[]): LegendEntry[] => {
      const present = groups.values.filter((value) =>
        plan.some((row) => row[groups.column] === value),
      );
      return present.flatMap((value) => {
        const i = groups.values.indexOf(value);
        const look = { shape: shapes[i] as Shape, color: seriesColor(i) };
        const text = groups.text(value);
        return [
          { ...look, text },
          { ...look, text: `${text}, published`, hollow: true },
        ];
      });
    },
    draw(
      place: HTMLElement,
      plan: readonly Row[],
      rows: readonly Row[],
      read: (text: string) => void,
    ): Picture {
      const lanes = namesOf(plan);
      const marks = (): Mark[] => [
        ...plan.flatMap((row) => mark(row, lanes, true)),
        ...rows.flatMap((row) => mark(row, lanes, false)),
      ];
      const plot = lanesPlot(place, lanes, axis, marks, read);
      return { update: () => plot.redraw(), dispose: () => plot.dispose() };
    },
  };
}

const [lowestStiffness, highestStiffness] = [10 ** 2.5, 10 ** 10];

const kappa: Look = {
  title: 'Largest stiffness',
  question:
    'A net of 5 × 5 nodes, steps of 0.01 s: how stiff may its springs be if it is to survive ten seconds? Sixty-one stiffnesses are tried for each method and mass; the first failure is then closed in by halves.',
  ...valuesInLanes(
    {
      label: 'largest stiffness below the first failure, N/m',
      logarithmic: true,
      range: [200, 2e10],
      ticks: powers(3, 10),
    },
    { column: 'mass', values: [1, 2], text: (mass) => `${mass} kg a node` },
    (row) => {
      const value = number(row, 'kappaMax') ?? Number.NaN;
      if (value === 0) return [lowestStiffness, 'cross'];
      return value > 0.99 * highestStiffness ? [value, 'arrow'] : [value];
    },
  ),
};

const cost: Look = {
  title: 'Cost of a step',
  question:
    'How long does a step take, against symplectic Euler on the same net in the same run? Rounds of all methods alternate, and the best of five counts.',
  ...valuesInLanes(
    {
      label: 'time of a step over that of symplectic Euler',
      logarithmic: true,
      range: [0.5, 1e6],
      ticks: powers(0, 6),
    },
    { column: 'nodes', values: [400, 900, 1600], text: (nodes) => `${Math.sqrt(nodes)}² nodes` },
    (row) => [number(row, 'ratioToEuler') ?? Number.NaN],
  ),
};

const critical: Look = {
  title: 'Critical time',
  question:
    'h_c = 2π/ω is the period of a spring between two free nodes. Springs are made so stiff that the step of 0.01 s is a tenth to ten times of it: which methods survive ten seconds?',
  legend: () => [
    { text: 'survives', shape: 'circle', color: colorOf('--series-2') },
    { text: 'fails', shape: 'cross', color: colorOf('--series-1') },
  ],
  draw(place, plan, rows, read) {
    const lanes = namesOf(plan);
    const axis: AxisText = {
      label: 'step over critical time, h / h_c',
      logarithmic: true,
      range: [0.085, 12],
      ticks: [0.1, 0.2, 0.5, 1, 2, 4, 6, 10],
      tickText: String,
    };
    const marks = (): Mark[] =>
      rows.map((row) => {
        const [x, after] = [number(row, 'ratio') ?? 1, number(row, 'failedAfter')];
        const end = row.stable ? 'survives 10 s' : `fails after ${show(after)} s`;
        const idle = row.wholePeriods ? ', some springs idle at whole periods' : '';
        return {
          lane: lanes.indexOf(nameOf(row)),
          x,
          shape: row.stable ? 'circle' : 'cross',
          color: colorOf(row.stable ? '--series-2' : '--series-1'),
          hollow: false,
          text: `${nameOf(row)} at ${x} h_c: ${end}${idle}`,
        };
      });
    const plot = lanesPlot(place, lanes, axis, marks, read);
    return { update: () => plot.redraw(), dispose: () => plot.dispose() };
  },
};

// Lines that may lie on each other differ in their dashes too.
const dashes: readonly (readonly number[])[] = [[], [9, 4], [2, 4]];
const lineLook = (index: number) => ({
  color: seriesColor(index),
  dash: dashes[(Math.floor(index / 3) + Math.floor(index / 9)) % 3] as readonly number[],
});

function linesOf(
  frame: LinesFrame,
  valuesOf: (row: Row | undefined, xs: readonly number[], all: readonly Row[]) => (number | null)[],
  publishedOf: (all: readonly Row[]) => (number | null)[],
) {
  return {
    legend: (plan: readonly Row[]): LegendEntry[] => [
      ...namesOf(plan).map((text, i) => ({ text, shape: 'line' as const, ...lineLook(i) })),
      ...(plan.some((row) => row.found !== undefined)
        ? [
            {
              text: 'by an independent program',
              shape: 'circle' as const,
              color: colorOf('--ink-soft'),
              hollow: true,
            },
          ]
        : []),
    ],
    draw(
      place: HTMLElement,
      plan: readonly Row[],
      rows: readonly Row[],
      read: (text: string) => void,
    ): Picture {
      const names = namesOf(plan);
      const lines = (): Line[] =>
        names.map((name, i) => {
          const mine = rows.filter((row) => nameOf(row) === name);
          const planned = plan.filter((row) => nameOf(row) === name);
          const measured = valuesOf(mine[0], frame.xs, mine);
          return { name, ...lineLook(i), measured, published: publishedOf(planned) };
        });
      const { plot, update } = linesPlot(place, frame, lines, read);
      return { update, dispose: () => plot.dispose() };
    },
  };
}

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

const momentumStiffnesses = [1e3, 5e3, 1e5, 1e6, 6.5e7];
const momentum: Look = {
  title: 'Momentum',
  question:
    'A free net falls in its own plane: nothing holds it, so all of gravity must arrive. What fraction does? Lines end where a method blows up. Of what hybrid passes on at the largest stiffness, the noise that the net starts with decides: 6·10⁻⁵ to 8·10⁻⁴ in ten draws.',
  ...linesOf(
    {
      x: {
        label: 'stiffness, N/m',
        logarithmic: true,
        range: [700, 1e8],
        ticks: powers(3, 8),
      },
      y: {
        label: 'fraction of g',
        logarithmic: false,
        range: [0, 1.05],
        ticks: [0, 0.25, 0.5, 0.75, 1],
        tickText: String,
      },
      xs: momentumStiffnesses,
      describe: (name, x, y) => `${name} at ${show(x)} N/m: ${show(y)} of g`,
    },
    (_, xs, all) =>
      xs.map((x) => {
        const row = all.find((one) => one.kappa === x);
        return row ? finite(number(row, 'fractionOfG')) : null;
      }),
    (all) => all.map((row) => finite(number(row, 'found'))),
  ),
};

const convergence: Look = {
  title: 'Order of convergence',
  question:
    'Two masses and a spring, whose motion is known. Halve the step: the error of a method of order p falls to 1/2ᵖ of it. The table adds the order with damped springs, and how far the energy of undamped ones drifts in ten thousand steps.',
  ...linesOf(
    {
      x: {
        label: 'step over the period of the spring',
        logarithmic: true,
        range: [4e-4, 0.08],
        ticks: [0.001, 0.01, 0.05],
        tickText: String,
      },
      y: {
        label: 'error after half a second, m',
        logarithmic: true,
        range: [1e-15, 1],
        ticks: powers(-15, 0, 3),
      },
      xs: stepCounts.map(periodsOf).reverse(),
      describe: (name, x, y) =>
        `${name} at ${x.toPrecision(2)} periods a step: off by ${show(y)} m`,
    },
    (row) => ((row?.errors as number[] | undefined)?.map(finite) ?? []).reverse(),
    () => [],
  ),
};

const sizes = [32, 64, 128, 256].map((side) => side * side);
const size: Look = {
  title: 'Size',
  question:
    'How does a step of backward Euler by conjugate gradients grow with the net, up to 256 × 256 nodes? The table sets beside it what reading and writing the memory alone would take.',
  ...linesOf(
    {
      x: {
        label: 'nodes',
        logarithmic: true,
        range: [800, 1e5],
        ticks: powers(3, 5),
      },
      y: { label: 'best step, s', logarithmic: true, range: [1e-4, 10], ticks: powers(-4, 1) },
      xs: sizes,
      describe: (name, x, y) => `${name} with ${x.toLocaleString('en')} nodes: ${show(y)} s`,
    },
    (_, xs, all) =>
      xs.map((x) => {
        const row = all.find((one) => one.nodes === x);
        return row ? finite(number(row, 'best')) : null;
      }),
    () => [],
  ),
};

/** The looks of the experiments, by their names. */
export const looks: Readonly<Record<string, Look>> = {
  kappa,
  cost,
  critical,
  convergence,
  momentum,
  size,
};
