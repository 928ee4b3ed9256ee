// What can be plotted of a world, step by step.
import { diagnosticNames, type World } from 'holonom';
import { t } from '../../language/language.js';

/** Some numbers of a world with one unit. */
export interface Quantity {
  readonly name: string;
  readonly label: string;
  readonly lines: readonly string[];
  /** Takes long to read, and so is read only while it is shown. */
  readonly costly?: boolean;
  read(world: World): readonly number[];
}

const stages = ['broadPhase', 'narrowPhase', 'solve', 'particles', 'springs'] as const;
const places = stages.map((name) => (diagnosticNames as readonly string[]).indexOf(`ms.${name}`));
const size = ([x, y, z]: readonly [number, number, number]): number => Math.hypot(x, y, z);

/** In the order of the list. A new one is an entry here. */
export const quantities: readonly Quantity[] = [
  {
    name: 'energy',
    label: t('plot.energy'),
    lines: [t('numbers.kinetic'), t('numbers.potential'), t('numbers.elastic'), t('numbers.total')],
    read: ({ energy }) => [energy.kinetic, energy.potential, energy.elastic, energy.total],
  },
  {
    name: 'momentum',
    label: t('plot.momentum'),
    lines: [t('plot.linear'), t('plot.angular')],
    read: ({ momentum }) => [size(momentum.linear), size(momentum.angular)],
  },
  {
    name: 'penetration',
    label: t('plot.penetration'),
    lines: [t('plot.penetration')],
    read: ({ statistics }) => [1000 * statistics.deepestPenetration],
  },
  {
    name: 'contacts',
    label: t('plot.contacts'),
    lines: [t('plot.contacts')],
    read: ({ statistics }) => [statistics.contacts],
  },
  {
    name: 'residual',
    label: t('plot.residual'),
    lines: [t('plot.residual')],
    read: ({ statistics }) => [statistics.residual],
  },
  {
    name: 'iterations',
    label: t('plot.iterations'),
    lines: [t('plot.iterations')],
    read: ({ statistics }) => [statistics.solverIterations],
  },
  {
    name: 'times',
    label: t('plot.times'),
    lines: stages.map((name) => t(`numbers.${name}`)),
    read: ({ diagnostics }) => places.map((place) => diagnostics[place] as number),
  },
];
