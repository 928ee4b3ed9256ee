// The methods that the experiments compare, with the figures of Kang's tables where they have any.

/**
 * @typedef {import('../../wasm/src/index.js').SpringNetworkDescription} Description
 * @typedef {{ method: NonNullable<Description['integrator']>, options: Partial<Description>,
 *   kappaMax?: [number, number], cost?: [number, number, number] }} Method
 *   kappaMax: table 1, for nodes of 1 and 2 kg [N/m]; cost: table 2, for 20², 30² and 40² nodes [s]
 */

/** A relative residual far below what decides on survival. */
const exact = /** @type {const} */ ({ linearSolver: 'ldlt' });

/** @type {Method[]} */
export const methods = [
  { method: 'explicit-euler', options: {} },
  {
    method: 'symplectic-euler',
    options: {},
    kappaMax: [5690, 11250],
    cost: [0.02, 0.08, 0.12],
  },
  { method: 'verlet', options: {} },
  { method: 'rk4', options: {} },
  {
    method: 'harmonic',
    options: { share: 0.5 },
    kappaMax: [7500, 15100],
    cost: [0.06, 0.17, 0.28],
  },
  { method: 'harmonic', options: {} },
  {
    method: 'jacobi',
    options: { clampCompression: false },
    kappaMax: [62500, 149000],
    cost: [0.12, 0.33, 0.47],
  },
  { method: 'jacobi', options: {} },
  { method: 'jacobi', options: { sweeps: 5 } },
  {
    method: 'backward-euler',
    options: { ...exact, clampCompression: false },
    kappaMax: [950000, 1910000],
  },
  { method: 'backward-euler', options: exact },
  {
    method: 'hybrid',
    options: { share: 0.5, clampCompression: false },
    kappaMax: [65000000, 950000000],
    cost: [0.14, 0.35, 0.55],
  },
  { method: 'hybrid', options: {} },
  { method: 'imex', options: exact },
  { method: 'harmonic', options: { asPrinted: true } },
  { method: 'jacobi', options: { asPrinted: true } },
  { method: 'backward-euler', options: { asPrinted: true } },
  { method: 'hybrid', options: { asPrinted: true } },
];

/** Words for the options that experiments set. @type {Record<string, (value: any) => string>} */
const words = {
  hybridWeight: (value) => `${value} implicit`,
  share: (value) => `${value === 0.5 ? 'half' : value} the impulse`,
  sweeps: (value) => (value === 1 ? '1 sweep' : `${value} sweeps`),
  clampCompression: (value) => (value ? 'clamped' : 'unclamped'),
  linearSolver: (value) => (value === 'ldlt' ? 'LDLᵀ' : value.toUpperCase()),
  tolerance: (value) => `tolerance ${value < 1e-3 ? value.toExponential() : value}`,
  asPrinted: () => 'as printed',
};

/** How a method is called in a table. @param {{ method: string, options: object }} entry */
export const nameOf = ({ method, options }) =>
  [method, ...Object.entries(options).map(([name, value]) => words[name](value))].join(', ');
