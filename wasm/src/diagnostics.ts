import { diagnosticNames, type Timings } from './definitions.generated.js';

/** Energy of a world or network. */
export interface Energy {
  /** Kinetic energy. Unit: J. */
  readonly kinetic: number;
  /** Gravitational potential energy, zero at the origin. Unit: J. */
  readonly potential: number;
  /** Elastic energy of springs, soft joints, drives and compliant constraints. Unit: J. */
  readonly elastic: number;
  /**
   * Sum of the three. Unit: J. With the default integrator, velocities of what falls are half a substep ahead of
   * positions: while a mass m falls at speed v, the total is off by m·g·v·h/2, where h is the length of a substep.
   */
  readonly total: number;
}

/** Momentum of everything that moves. */
export interface Momentum {
  /** Linear momentum. Unit: kg·m/s. */
  readonly linear: readonly [x: number, y: number, z: number];
  /** Angular momentum about the origin. Unit: kg·m²/s. */
  readonly angular: readonly [x: number, y: number, z: number];
}

/** Statistics of a step. */
export interface Statistics {
  /**
   * Number of pairs of shapes with contact points: touching or nearly so. Each triangle of a mesh and each sensor
   * counts. {@link World.contacts} has only those that touch.
   */
  readonly contacts: number;
  /** Largest penetration depth. Unit: m. */
  readonly deepestPenetration: number;
  /** Number of spring networks that blew up and stand still. */
  readonly stoppedNetworks: number;
  /** Number of bodies stopped because their state would have overflowed; see {@link Body.blowUp}. */
  readonly stoppedBodies: number;
  /**
   * Number of cloths, ropes, grains, soft bodies and rods stopped because their state would have overflowed; see
   * {@link Cloth.blowUp}.
   */
  readonly stoppedCloths: number;
  /** Largest residual of the rows of contacts and joints. Unit: m/s or rad/s. */
  readonly residual: number;
  /** Largest violation of the bounds of a force. Unit: N or N·m. */
  readonly boundViolation: number;
  /** Solver iterations in the last step; of mlcp also pivots. */
  readonly solverIterations: number;
  /** Number of rows of contacts and joints in the last step. */
  readonly solverRows: number;
  /**
   * Number of fallbacks, mostly because of too much work: islands that mlcp or gauss-seidel left to iterations or
   * solved in part, substeps that left out restitution, and the step if it left out pairs of cloth.
   */
  readonly solverFallbacks: number;
  /** Number of sleeping bodies. */
  readonly sleepingBodies: number;
  /** Number of islands: groups of moving bodies that touch or are joined. */
  readonly islands: number;
}

type DiagnosticName = (typeof diagnosticNames)[number];

const indices = new Map<string, number>(diagnosticNames.map((name, index) => [name, index]));

/** Index of a measurement in the `diagnostics` view. */
export const diagnosticIndex = (name: DiagnosticName): number => indices.get(name) ?? -1;

const stages = diagnosticNames.filter((name) => name.startsWith('ms.'));

/** Times of the stages, by name. */
export function timingsOf(diagnostics: Float64Array): Timings {
  const entries = stages.map((name) => [name.slice(3), diagnostics[diagnosticIndex(name)]]);
  return Object.fromEntries(entries) as unknown as Timings;
}
