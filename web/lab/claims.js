// What Kang's study claims, what must be run to see, and how the runs decide. The words say why; the
// verdicts and every number come from rows of the experiments.
import { run } from './experiment.js';
import { nameOf } from './methods.js';
import { setups } from './net.js';

/** @typedef {'reproduces' | 'reproduces in part' | 'does not reproduce'} Verdict */
/** @typedef {Record<string, any>} Row */
/** @typedef {Record<string, Row[]>} Measured rows by the names of `measurements` */
/** @typedef {{ name: string, published?: number, measured: number | string, unit?: string }} Figure */

const tested = {
  euler: 'symplectic-euler',
  harmonic: 'harmonic, half the impulse',
  jacobi: 'jacobi, unclamped',
  implicit: 'backward-euler, LDLᵀ, unclamped',
  hybrid: 'hybrid, half the impulse, unclamped',
};
const corrected = {
  explicit: 'explicit-euler',
  harmonic: 'harmonic',
  implicit: 'backward-euler, LDLᵀ',
};
const dense = 'backward-euler, as printed';
const printed = { jacobi: 'jacobi, as printed', implicit: dense, hybrid: 'hybrid, as printed' };
const sparse = 'backward-euler, PCG, tolerance 1e-6';

/** @typedef {{ experiment: string, choice: import('./experiment.js').Choices }} Measurement */
/** What the claims are judged by. @type {Record<string, Measurement>} */
export const measurements = {
  ...Object.fromEntries(
    Object.keys(setups).map((setup) => [
      `kappa ${setup}`,
      {
        experiment: 'kappa',
        choice: {
          setup,
          variants: Object.values(tested),
          // The printed table is compared in set-up A with both masses.
          limits: setup === 'A' ? {} : { masses: [1] },
        },
      },
    ]),
  ),
  'kappa otherwise': {
    experiment: 'kappa',
    choice: {
      variants: [...Object.values(corrected), ...Object.values(printed)],
      limits: { masses: [1] },
    },
  },
  critical: { experiment: 'critical', choice: { method: 'harmonic' } },
  momentum: { experiment: 'momentum', choice: {} },
  cost: {
    experiment: 'cost',
    choice: {
      variants: ['symplectic-euler', sparse, dense],
      limits: { sides: [10, 20] },
    },
  },
};

/**
 * Runs everything that the claims are judged by.
 * @param {import('./net.js').Holonom} holonom
 * @returns {Generator<{ name: string, row: Row }>}
 */
export function* measureAll(holonom) {
  for (const [name, { experiment, choice }] of Object.entries(measurements))
    for (const row of run(holonom, experiment, choice)) yield { name, row };
}

/** @param {Row[]} rows @param {string} name */
const of = (rows, name) => rows.filter((row) => nameOf(/** @type {any} */ (row)) === name);

/** The largest stiffness of a method in a set-up. @param {Measured} measured @param {string} name */
const kappaOf = (measured, name, setup = 'A', mass = 1) =>
  of([...measured[`kappa ${setup}`], ...measured['kappa otherwise']], name).find(
    (row) => row.mass === mass,
  )?.kappaMax;

/** @param {number} value @param {number} expected @param {number} share */
const near = (value, expected, share) => Math.abs(value / expected - 1) <= share;

/** The figures of table 1 for both masses. @param {Measured} measured @param {string} name @returns {Figure[]} */
const tableOne = (measured, name) =>
  of(measured['kappa A'], name).map(({ mass, seed, kappaMax }) => ({
    name: `${name}, ${mass} kg`,
    published: seed,
    measured: kappaMax,
    unit: 'N/m',
  }));

/** A figure that the study has no counterpart of. @param {Measured} measured @param {string} name @returns {Figure} */
const without = (measured, name) => ({
  name: `${name}, 1 kg`,
  measured: kappaOf(measured, name),
  unit: 'N/m',
});

/** @param {Measured} measured @param {string} name */
const momentumOf = (measured, name) =>
  of(measured.momentum, name).map(({ kappa, fractionOfG }) => ({ kappa, fractionOfG }));

/** Exponent of the time of a step in the number of nodes. @param {Measured} measured @param {string} name */
function growth(measured, name) {
  const [small, large] = of(measured.cost, name);
  return (
    Math.log(large.secondsPerStep / small.secondsPerStep) / Math.log(large.nodes / small.nodes)
  );
}

/** @param {boolean} whole @param {boolean} part @returns {Verdict} */
const verdictOf = (whole, part) =>
  whole ? 'reproduces' : part ? 'reproduces in part' : 'does not reproduce';

/**
 * @typedef {{ title: string, where: string, verdict: Verdict, why: string, method?: string,
 *   experiment: string, judge(measured: Measured): Verdict, figures(measured: Measured): Figure[] }} Claim
 *   verdict: what `why` explains, and a test holds `judge` to; method: whose limits in all set-ups are shown
 */

/** @type {Claim[]} */
export const claims = [
  {
    title: 'Euler’s method carries springs of up to 5,690 N/m, or 11,250 N/m with nodes of 2 kg.',
    where: 'table 1',
    verdict: 'reproduces',
    why: 'The figures are those of the semi-implicit method, which moves positions with the new velocities, on a net of structural and shear springs. Where such a net hangs or lies still, the limit is the same; a violent or crumpled start lowers it. The explicit method, which the study derives first, fails at the softest net that was tried.',
    method: tested.euler,
    experiment: 'kappa',
    judge: (measured) =>
      verdictOf(
        tableOne(measured, tested.euler).every((one) =>
          near(/** @type {number} */ (one.measured), one.published ?? 0, 0.03),
        ) && kappaOf(measured, corrected.explicit) === 0,
        false,
      ),
    figures: (measured) => [
      ...tableOne(measured, tested.euler),
      without(measured, corrected.explicit),
    ],
  },
  {
    title: 'The harmonic method carries a third more than Euler: 7,500 and 15,100 N/m.',
    where: 'table 1',
    verdict: 'reproduces in part',
    why: 'With half the impulse, as printed, it goes a little further than the table says, in every set-up. But half the impulse is half the stiffness: with the whole impulse, which moves a pair of masses exactly, it carries less than Euler. The gain is that of softer springs.',
    method: tested.harmonic,
    experiment: 'kappa',
    judge: (measured) => {
      const euler = kappaOf(measured, tested.euler);
      const gains = tableOne(measured, tested.harmonic).every((one) =>
        near(/** @type {number} */ (one.measured), one.published ?? 0, 0.2),
      );
      return verdictOf(
        gains && kappaOf(measured, corrected.harmonic) > euler,
        gains && kappaOf(measured, tested.harmonic) > euler,
      );
    },
    figures: (measured) => [
      ...tableOne(measured, tested.harmonic),
      without(measured, corrected.harmonic),
    ],
  },
  {
    title: 'One Jacobi sweep carries 62,500 and 149,000 N/m.',
    where: 'table 1',
    verdict: 'reproduces in part',
    why: 'The figure for 1 kg is met in set-up A, the level net with two corners pinned. The one for 2 kg is not, and elsewhere the limit lies far below or far above: it tells how the net starts more than what the method is.',
    method: tested.jacobi,
    experiment: 'kappa',
    judge: (measured) => {
      const [one, two] = tableOne(measured, tested.jacobi).map((figure) =>
        near(/** @type {number} */ (figure.measured), figure.published ?? 0, 0.05),
      );
      return verdictOf(one && two, one || two);
    },
    figures: (measured) => tableOne(measured, tested.jacobi),
  },
  {
    title: 'The implicit method carries up to 950,000 and 1,910,000 N/m.',
    where: 'table 1',
    verdict: 'does not reproduce',
    why: 'There is no such threshold. In gentle set-ups nothing fails until far beyond the printed figures. Where springs are compressed, M − h²J stops being positive definite and single stiffnesses fail here and there, with others that survive above them. So it comes that in set-up E, and there alone, the first failure lies near the printed figure. Leave the term that does it out where a spring is compressed, and no stiffness that was tried fails.',
    method: tested.implicit,
    experiment: 'kappa',
    judge: (measured) => {
      const met = Object.keys(setups).filter((setup) =>
        near(kappaOf(measured, tested.implicit, setup), 950_000, 0.25),
      );
      return verdictOf(met.length > 3, near(kappaOf(measured, tested.implicit), 950_000, 0.25));
    },
    figures: (measured) => [
      ...tableOne(measured, tested.implicit),
      without(measured, corrected.implicit),
    ],
  },
  {
    title: 'The hybrid method carries 65,000,000 and 950,000,000 N/m, more than the implicit one.',
    where: 'table 1',
    verdict: 'does not reproduce',
    why: 'The first failure comes earlier, in every set-up, with windows of survival above it that a search can land in. It comes before that of the implicit method in all but the most crumpled one.',
    method: tested.hybrid,
    experiment: 'kappa',
    judge: (measured) => {
      const names = Object.keys(setups);
      const met = names.filter((setup) => kappaOf(measured, tested.hybrid, setup) >= 0.9 * 65e6);
      const better = names.filter(
        (setup) =>
          kappaOf(measured, tested.hybrid, setup) > kappaOf(measured, tested.implicit, setup),
      );
      return verdictOf(met.length === names.length, met.length > 0 || better.length > 3);
    },
    figures: (measured) => tableOne(measured, tested.hybrid),
  },
  {
    title: 'Twice the mass carries 2.0, 2.0, 2.4, 2.0 and 14.6 times the stiffness.',
    where: 'table 1, its second row over its first',
    verdict: 'reproduces in part',
    why: 'Motion depends on κ/m and c/m alone: twice the mass carries exactly twice the stiffness if damping doubles too, and nearly so if it does not. Euler and harmonic show it, and the Jacobi sweep here, though not in the study. The other two have no threshold to compare: where single stiffnesses fail here and there, a search may stop at any of them, in the study as here.',
    experiment: 'kappa',
    judge: (measured) => {
      const met = ratios(measured).map((one) =>
        near(/** @type {number} */ (one.measured), one.published ?? 0, 0.05),
      );
      return verdictOf(met.every(Boolean), met.some(Boolean));
    },
    figures: ratios,
  },
  {
    title: 'The harmonic method is stable at steps of 2, 6 and 8 times the critical time.',
    where: 'figure 2',
    verdict: 'does not reproduce',
    why: 'At whole multiples of h_c the springs between free nodes do nothing, so two masses seem stable there. Springs at pinned nodes and diagonals have other periods and are never at a multiple of theirs at the same time: the net fails, at these steps and just above them.',
    experiment: 'critical',
    judge: (measured) => {
      const met = atMultiples(measured).filter(({ stable }) => stable).length;
      return verdictOf(met === atMultiples(measured).length, met > 0);
    },
    figures: (measured) =>
      atMultiples(measured).map((row) => ({
        name: `${nameOf(/** @type {any} */ (row))} at ${row.ratio} h_c fails after`,
        measured: row.stable ? 'never' : row.failedAfter,
        unit: 's',
      })),
  },
  {
    title: 'At whole multiples of the critical time the impulse of a spring vanishes.',
    where: 'figure 3',
    verdict: 'reproduces',
    why: 'After a whole period an undamped oscillation is where it was, so the impulse over the step is nothing, and the spring is not felt. Every spring that this happens to is counted in a network’s diagnostics.',
    experiment: 'critical',
    judge: (measured) => {
      const whole = measured.critical.filter(({ ratio }) => Number.isInteger(ratio));
      return verdictOf(
        whole.every(({ wholePeriods }) => wholePeriods),
        whole.some(({ wholePeriods }) => wholePeriods),
      );
    },
    figures: (measured) =>
      [1, 1.5, 2, 2.5].map((ratio) => ({
        name: `springs that do nothing at ${ratio} h_c`,
        measured: of(measured.critical, tested.harmonic).find((row) => row.ratio === ratio)
          ?.wholePeriods
          ? 'some'
          : 'none',
      })),
  },
  {
    title: 'The cost of the implicit method grows steeply with the net.',
    where: 'table 2',
    verdict: 'reproduces in part',
    why: 'It does when a dense matrix is inverted at each step, as printed. The matrix is sparse, though, and a step needs one solution, no inverse: by preconditioned conjugate gradients the same equations cost a small multiple of Euler, and grow as the net does. The table is about the dense inverse rather than about the method.',
    experiment: 'cost',
    judge: (measured) => {
      const [steep, flat] = [growth(measured, dense) > 2, growth(measured, sparse) < 2];
      return verdictOf(steep && !flat, steep && flat);
    },
    figures: (measured) => [
      ...of(measured.cost, dense).map(costFigure('dense inverse')),
      ...of(measured.cost, sparse).map(costFigure('conjugate gradients')),
      { name: 'dense inverse: exponent in the number of nodes', measured: growth(measured, dense) },
      {
        name: 'conjugate gradients: exponent in the number of nodes',
        measured: growth(measured, sparse),
      },
    ],
  },
  {
    title: 'The algorithms work as they are printed.',
    where: 'algorithms 1 to 6',
    verdict: 'does not reproduce',
    why: 'A sign was lost between the derivation, which has M − h²J, and the pseudo-code, which has M + h²J; and the impulse loses the quadrant of an arcsine, so that with damping a stretched pair is pushed apart. As printed, methods that should carry more than Euler carry less. All other figures here use the derived formulas.',
    experiment: 'kappa',
    judge: (measured) => {
      const euler = kappaOf(measured, tested.euler);
      const sound = Object.values(printed).filter((name) => kappaOf(measured, name) > euler);
      return verdictOf(sound.length === Object.keys(printed).length, sound.length > 0);
    },
    figures: (measured) => [
      without(measured, tested.euler),
      ...Object.values(printed).map((name) => without(measured, name)),
    ],
  },
  {
    title: 'A method that stays bounded moves the net as it should.',
    where: 'taken for granted by table 1',
    verdict: 'reproduces in part',
    why: 'Backward Euler gives a free net all of gravity at any stiffness. Solving for each node alone, or sweeping a few times, does not: internal forces no longer cancel, momentum is lost, and the net falls at a fraction of g that goes to nothing as springs get stiffer. There a large κ_max is the reward for not moving.',
    experiment: 'momentum',
    judge: (measured) => {
      const whole = (/** @type {string} */ name) =>
        momentumOf(measured, name).every(({ fractionOfG }) => near(fractionOfG, 1, 0.001));
      const truncated = ['jacobi, 5 sweeps', 'jacobi, 1 sweep', 'hybrid, half the impulse'];
      return verdictOf(
        whole('backward-euler, LDLᵀ') && truncated.every(whole),
        whole('backward-euler, LDLᵀ') && !truncated.some(whole),
      );
    },
    figures: (measured) =>
      [
        'backward-euler, LDLᵀ',
        'jacobi, 5 sweeps',
        'jacobi, 1 sweep',
        'hybrid, half the impulse',
      ].flatMap((name) =>
        momentumOf(measured, name)
          .filter(({ kappa }) => kappa === 1e3 || kappa === 1e6)
          .map(({ kappa, fractionOfG }) => ({
            name: `${name} at ${kappa.toLocaleString('en')} N/m`,
            measured: fractionOfG,
            unit: 'of g',
          })),
      ),
  },
];

/** @param {Measured} measured @returns {Figure[]} */
function ratios(measured) {
  return Object.values(tested).map((name) => {
    const [one, two] = of(measured['kappa A'], name);
    return { name, published: two.seed / one.seed, measured: two.kappaMax / one.kappaMax };
  });
}

/** Rows at the steps that figure 2 calls stable, and just above. @param {Measured} measured */
const atMultiples = (measured) =>
  measured.critical.filter(({ ratio }) => [2, 6, 8].includes(Math.floor(ratio)) && ratio !== 2.5);

/** @param {string} name @returns {(row: Row) => Figure} */
const costFigure = (name) => (row) => ({
  name: `${name}, ${row.nodes} nodes, over Euler`,
  published: row.seed,
  measured: row.ratioToEuler,
});

/** The limits of a claim's method in every set-up. @param {Measured} measured @param {string} method */
export const inAllSetups = (measured, method) =>
  Object.entries(setups).map(([setup, { title }]) => ({
    setup,
    title,
    kappaMax: kappaOf(measured, method, setup),
  }));
