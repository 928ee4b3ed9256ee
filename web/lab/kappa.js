// Table 1: the largest stiffness that a net of 5 × 5 nodes survives for 10 s.
import { failure, h, makeNet } from './net.js';

const seconds = 10;
// Softer nets hang through to ten times their length.
const [lowest, perDecade, decades] = [10 ** 2.5, 8, 7.5];
/** How close the bisection comes. */
const share = 0.002;
const halvings = Math.ceil(Math.log2((1 - 10 ** (-1 / perDecade)) / share));
const mostTried = perDecade * decades + 1 + halvings;

/**
 * @typedef {{ method: string, options: object, mass: number, kappaMax: number, largestSurviving: number, found: 'edge' | 'none' | 'ceiling', seed?: number }} KappaRow
 *   kappaMax: below it every stiffness that was tried survives [N/m]; found: what it is: where survival ends; 0, for not even
 *   the lowest that was tried survives; or the highest that was tried, for all survive
 */

/** @type {import('./experiment.js').Experiment<KappaRow, 'kappaMax' | 'found' | 'largestSurviving'>} */
export default {
  title: 'the largest stiffness that survives 10 s, in N/m',
  columns: {
    mass: 'kg',
    kappaMax: 'κ_max',
    found: 'κ_max is',
    largestSurviving: 'largest surviving',
    seed: 'published',
  },
  needsSetup: true,
  plan: (methods, { masses = [1, 2] } = {}) =>
    methods.flatMap(({ method, options, kappaMax: seeds }) =>
      masses.map((mass) => ({ method, options, mass, seed: seeds?.[mass - 1] })),
    ),
  *run(holonom, { setup, methods, note, limits }) {
    for (const { method, options, mass, seed } of this.plan(methods, limits)) {
      let tried = 0;
      const survives = (/** @type {number} */ stiffness) => {
        const settings = { integrator: method, ...options };
        const net = makeNet(holonom, setup, { mass, stiffness }, settings);
        try {
          return failure(net, seconds / h) === undefined;
        } finally {
          net.world.dispose();
          note(++tried / mostTried);
        }
      };
      yield { method, options, mass, ...search(survives), seed };
    }
  },
};

/**
 * Eight stiffnesses a decade, then bisection between the last sound one and the first failure.
 * @param {(stiffness: number) => boolean} survives
 * @returns {Pick<KappaRow, 'kappaMax' | 'found' | 'largestSurviving'>}
 */
function search(survives) {
  // Rounded, for powers differ in their last bit between engines, and survival at the edge hangs on it.
  const at = (/** @type {number} */ k) => Number((lowest * 10 ** (k / perDecade)).toPrecision(6));
  const tried = Array.from({ length: perDecade * decades + 1 }, (_, k) => survives(at(k)));
  const first = tried.indexOf(false);
  const last = tried.lastIndexOf(true);
  const largestSurviving = last < 0 ? 0 : at(last);
  if (first === -1) return { kappaMax: largestSurviving, found: 'ceiling', largestSurviving };
  if (first === 0) return { kappaMax: 0, found: 'none', largestSurviving };
  let [sound, failed] = [at(first - 1), at(first)];
  while (failed - sound > share * failed) {
    const middle = (sound + failed) / 2;
    if (survives(middle)) sound = middle;
    else failed = middle;
  }
  return { kappaMax: sound, found: 'edge', largestSurviving: Math.max(sound, largestSurviving) };
}
