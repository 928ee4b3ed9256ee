import { diagnosticNames, type Timings } from './definitions.generated.js';

/** Energy in joules. */
export interface Energy {
  /** Of motion. Unit: J. */
  readonly kinetic: number;
  /** In the field of gravity, zero at the origin. Unit: J. */
  readonly potential: number;
  /** In springs and compliant constraints. Unit: J. */
  readonly elastic: number;
  /** Sum of the three. Unit: J. */
  readonly total: number;
}

/** Momentum of everything that moves. */
export interface Momentum {
  /** Unit: kg·m/s. */
  readonly linear: readonly [x: number, y: number, z: number];
  /** About the origin. Unit: kg·m²/s. */
  readonly angular: readonly [x: number, y: number, z: number];
}

/** How contacts and networks are doing. */
export interface Statistics {
  /** Number of pairs of shapes with contact points: they touch or nearly do. Each triangle of a mesh and each sensor counts; {@link World.contacts} has only what touches. */
  readonly contacts: number;
  /** How deep the deepest contact overlaps. Unit: m. */
  readonly deepestPenetration: number;
  /** Spring networks that blew up and stand still. */
  readonly stoppedNetworks: number;
  /** Bodies whose state would have left the range of numbers; see {@link Body.blowUp}. */
  readonly stoppedBodies: number;
  /** Cloths whose state would have left the range of numbers; see {@link Cloth.blowUp}. */
  readonly stoppedCloths: number;
  /** How far the worst row of contacts and joints is from its conditions. Unit: m/s or rad/s. */
  readonly residual: number;
  /** The force farthest outside its bounds. Unit: N or N·m. */
  readonly boundViolation: number;
  /** Sweeps of the solver in the last step; of mlcp also pivots. */
  readonly solverIterations: number;
  /** Rows of contacts and joints in the last step. */
  readonly solverRows: number;
  /** Islands that mlcp or gauss-seidel left to sweeps, or solved in part; substeps that left out bounces, and the step if it left out pairs of cloth, because they were too many. */
  readonly solverFallbacks: number;
  /** Bodies that sleep. */
  readonly sleepingBodies: number;
  /** Groups of moving bodies that touch or are joined. */
  readonly islands: number;
}

type DiagnosticName = (typeof diagnosticNames)[number];

const indices = new Map<string, number>(diagnosticNames.map((name, index) => [name, index]));

/** Place of a measurement in the `diagnostics` view. */
export const diagnosticIndex = (name: DiagnosticName): number => indices.get(name) ?? -1;

const stages = diagnosticNames.filter((name) => name.startsWith('ms.'));

/** Times of the stages, by name. */
export function timingsOf(diagnostics: Float64Array): Timings {
  const entries = stages.map((name) => [name.slice(3), diagnostics[diagnosticIndex(name)]]);
  return Object.fromEntries(entries) as unknown as Timings;
}
