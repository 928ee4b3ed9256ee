// The picture of each experiment: what it asks, and how its rows become marks or lines.

import { methodText } from '../../language/experiment-text.js';
import { t } from '../../language/language.js';
import { periodsOf, stepCounts } from '../convergence.js';
import { nameOf as plainNameOf } from '../methods.js';
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

const nameOf = (row: Row): string => methodText(plainNameOf(row));
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
    const kind = hollow ? 'published' : special === 'cross' ? 'fails' : 'more';
    const said = hollow || special ? (`lab.mark.${kind}` as const) : 'lab.mark';
    const text = t(said, { who, value: show(value) });
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
          { ...look, text: t('lab.group.published', { group: text }), hollow: true },
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

const stiffnesses = valuesInLanes(
  {
    label: t('lab.kappa.axis'),
    logarithmic: true,
    range: [200, 2e10],
    ticks: powers(3, 10),
  },
  { column: 'mass', values: [1, 2], text: (mass) => t('lab.kappa.group', { mass }) },
  (row) => {
    const value = number(row, 'kappaMax') ?? Number.NaN;
    if (value === 0) return [lowestStiffness, 'cross'];
    return value > 0.99 * highestStiffness ? [value, 'arrow'] : [value];
  },
);

const kappa: Look = {
  title: t('lab.kappa'),
  question: t('lab.kappa.question'),
  ...stiffnesses,
  legend: (plan) => [
    ...stiffnesses.legend(plan),
    { text: t('claims.all-fail'), shape: 'cross', color: colorOf('--ink-soft') },
    { text: t('claims.none-fails'), shape: 'arrow', color: colorOf('--ink-soft') },
  ],
};

const cost: Look = {
  title: t('lab.cost'),
  question: t('lab.cost.question'),
  ...valuesInLanes(
    {
      label: t('lab.cost.axis'),
      logarithmic: true,
      range: [0.5, 1e6],
      ticks: powers(0, 6),
    },
    {
      column: 'nodes',
      values: [400, 900, 1600],
      text: (nodes) => t('lab.cost.group', { side: Math.sqrt(nodes) }),
    },
    (row) => [number(row, 'ratioToEuler') ?? Number.NaN],
  ),
};

const critical: Look = {
  title: t('lab.critical'),
  question: t('lab.critical.question'),
  legend: () => [
    { text: t('lab.critical.survives'), shape: 'circle', color: colorOf('--series-2') },
    { text: t('lab.critical.fails'), shape: 'cross', color: colorOf('--series-1') },
    {
      text: t('lab.critical.published'),
      shape: 'circle',
      color: colorOf('--series-2'),
      hollow: true,
    },
  ],
  draw(place, plan, rows, read) {
    const lanes = namesOf(plan);
    const axis: AxisText = {
      label: t('lab.critical.axis'),
      logarithmic: true,
      range: [0.085, 12],
      ticks: [0.1, 0.2, 0.5, 1, 2, 4, 6, 10],
      tickText: String,
    };
    const placeOf = (row: Row) => {
      const [who, ratio] = [nameOf(row), number(row, 'ratio') ?? 1];
      return { who, ratio, at: { lane: lanes.indexOf(who), x: ratio } };
    };
    const published = plan
      .filter((row) => row.seed)
      .map((row): Mark => {
        const { who, ratio, at } = placeOf(row);
        const text = t('lab.critical.said', { who, ratio });
        return { ...at, shape: 'circle', color: colorOf('--series-2'), hollow: true, text };
      });
    const measured = (row: Row): Mark => {
      const { who, ratio, at } = placeOf(row);
      const said = row.stable ? 'lab.critical.survived' : 'lab.critical.failed';
      const end = t(said, { who, ratio, time: show(number(row, 'failedAfter')) });
      const also = [
        ...(row.wholePeriods ? [t('lab.critical.idle')] : []),
        ...(row.seed ? [t('lab.critical.published')] : []),
      ];
      return {
        ...at,
        shape: row.stable ? 'circle' : 'cross',
        color: colorOf(row.stable ? '--series-2' : '--series-1'),
        hollow: false,
        text: [end, ...also].join(', '),
      };
    };
    // What was measured is read where both lie.
    const marks = (): Mark[] => [...rows.map(measured), ...published];
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
              text: t('lab.independent'),
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
  title: t('lab.momentum'),
  question: t('lab.momentum.question'),
  ...linesOf(
    {
      x: {
        label: t('lab.momentum.x'),
        logarithmic: true,
        range: [700, 1e8],
        ticks: powers(3, 8),
      },
      y: {
        label: t('lab.momentum.y'),
        logarithmic: false,
        range: [0, 1.05],
        ticks: [0, 0.25, 0.5, 0.75, 1],
        tickText: String,
      },
      xs: momentumStiffnesses,
      describe: (who, x, y) => t('lab.momentum.spot', { who, x: show(x), y: show(y) }),
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
  title: t('lab.convergence'),
  question: t('lab.convergence.question'),
  ...linesOf(
    {
      x: {
        label: t('lab.convergence.x'),
        logarithmic: true,
        range: [4e-4, 0.08],
        ticks: [0.001, 0.01, 0.05],
        tickText: String,
      },
      y: {
        label: t('lab.convergence.y'),
        logarithmic: true,
        range: [1e-15, 1],
        ticks: powers(-15, 0, 3),
      },
      xs: stepCounts.map(periodsOf).reverse(),
      describe: (who, x, y) => t('lab.convergence.spot', { who, x: x.toPrecision(2), y: show(y) }),
    },
    (row) => ((row?.errors as number[] | undefined)?.map(finite) ?? []).reverse(),
    () => [],
  ),
};

const sizes = [32, 64, 128, 256].map((side) => side * side);
const size: Look = {
  title: t('lab.size'),
  question: t('lab.size.question'),
  ...linesOf(
    {
      x: {
        label: t('lab.size.x'),
        logarithmic: true,
        range: [800, 1e5],
        ticks: powers(3, 5),
      },
      y: { label: t('lab.size.y'), logarithmic: true, range: [1e-4, 10], ticks: powers(-4, 1) },
      xs: sizes,
      describe: (who, x, y) => t('lab.size.spot', { who, x: x.toLocaleString('en'), y: show(y) }),
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
