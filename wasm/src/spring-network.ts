import type { SceneSpringNetwork, SpringNetworkProperties } from './definitions.generated.js';
import type { Energy, Momentum } from './diagnostics.js';
import { objectsOf } from './world-object.js';

/** Measurements of a spring network after the last step. */
export interface SpringDiagnostics {
  /** Energy of this network. Unit: J. */
  readonly energy: Energy;
  /** Momentum of this network. Unit: kg·m/s, and kg·m²/s about the origin. */
  readonly momentum: Momentum;
  /** Iterations of the linear solver, or of `jacobi`, in the last substep. */
  readonly iterations: number;
  /**
   * Relative residual of the equations of the last substep; of `jacobi` before its last iteration. NaN if not
   * measured: before the first step, under integrators that solve no equations, under `hybrid`, and with `asPrinted`.
   */
  readonly residual: number;
  /**
   * Critical time: shortest period of a spring between its two masses, h_c = 2π/ω. Keep the substep below half of it.
   * Unit: s.
   */
  readonly criticalTime: number;
  /** Largest ratio of the substep to the period of a spring. */
  readonly timeRatio: number;
  /**
   * Under `harmonic`: number of lightly damped springs whose period divides the substep almost a whole number of
   * times. Their impulse vanishes, as if they were absent. 0 under other integrators.
   */
  readonly wholePeriods: number;
  /** Largest strain of a spring: extension over rest length, negative in compression. */
  readonly largestStrain: number;
  /** Index of that spring in `edges`; −1 without springs. */
  readonly strainedSpring: number;
}

/**
 * When and where a network blew up. It blows up if:
 * - a position or velocity is not finite or exceeds 1e7 m or 1e7 m/s, or
 * - its kinetic and elastic energy is over a thousand times the energy with a known source. Known sources: the
 *   initial energy, and the work of gravity, forces, wind, attachments, grabs and contacts. ½ J/kg is always allowed.
 *   A change of settings resets the account.
 */
export interface BlowUp {
  /** Number of the step, from 1. */
  readonly step: number;
  /**
   * Index in `edges` of the most strained spring; if none was strained, of the one whose ends separated fastest; −1
   * without springs.
   */
  readonly spring: number;
}

/**
 * Point masses joined by springs. Made by {@link World.addSpringNetwork}.
 * Lists are views, valid until the next step. Positions and velocities can be assigned as a whole.
 * Friction between nodes of two networks acts at their centers and does not conserve angular momentum.
 *
 * Double precision: nodes of `lists`, `position`, masses, springs, forces, state and the step. Single precision: grid
 * sizes, mesh vertices, `rotation`, contacts, air, gravity, and bodies that nodes are attached to.
 */
export class SpringNetwork extends objectsOf<
  'springNetwork',
  SpringNetworkProperties,
  SceneSpringNetwork
>('springNetwork') {
  /** Number of nodes. */
  get count(): number {
    return this.inverseMasses.length;
  }

  /** Positions of the nodes in single precision for drawing, x y z each, in world axes. Unit: m. */
  get positions(): Float32Array {
    return this.view('positions') as Float32Array;
  }
  set positions(value: ArrayLike<number>) {
    this.writeField('positions', value);
  }

  /** Positions of the nodes in double precision, x y z each, in world axes. Unit: m. */
  get positions64(): Float64Array {
    return this.view('positions64') as Float64Array;
  }

  /** Velocities of the nodes, x y z each, in world axes. Unit: m/s. */
  get velocities(): Float64Array {
    return this.view('velocities64') as Float64Array;
  }
  set velocities(value: ArrayLike<number>) {
    this.writeField('velocities', value);
  }

  /** Unit normals of the surface at the nodes, x y z each. Zero without triangles. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Node indices of the springs, two each. */
  get edges(): Uint32Array {
    return this.view('edges') as Uint32Array;
  }

  /** Node indices of the triangles, three each, for drawing and wind. Empty for a network from lists. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /**
   * Energies, momenta, strain, solver statistics and critical time after the last step.
   * @example if (net.diagnostics.timeRatio > 0.5) console.log('take smaller steps');
   */
  get diagnostics(): SpringDiagnostics {
    const [kinetic = 0, potential = 0, elastic = 0, ...rest] = this.#measured;
    const [px = 0, py = 0, pz = 0, lx = 0, ly = 0, lz = 0, ...others] = rest;
    const [iterations = 0, residual = Number.NaN, criticalTime = 0, timeRatio = 0, ...last] =
      others;
    const [wholePeriods = 0, largestStrain = 0, strainedSpring = -1] = last;
    return {
      energy: { kinetic, potential, elastic, total: kinetic + potential + elastic },
      momentum: { linear: [px, py, pz], angular: [lx, ly, lz] },
      iterations,
      residual,
      criticalTime,
      timeRatio,
      wholePeriods,
      largestStrain,
      strainedSpring,
    };
  }

  /**
   * When and where the network blew up, or undefined. It was stopped in its last valid state. It stands still and
   * supports bodies on it, until a setting is changed.
   * @example if (net.blowUp) console.log(`spring ${net.blowUp.spring} failed`);
   */
  get blowUp(): BlowUp | undefined {
    const [step = 0, spring = -1] = this.#measured.slice(-2);
    return step > 0 ? { step, spring } : undefined;
  }

  get #measured(): Float64Array {
    return this.view('diagnostics') as Float64Array;
  }

  /** Ratio of the last substep to the period of each spring, h/h_c. */
  get timeRatios(): Float64Array {
    return this.view('timeRatios') as Float64Array;
  }

  /** Inverse masses of the nodes; 0 for pinned nodes. Unit: 1/kg. */
  get inverseMasses(): Float32Array | Float64Array {
    return this.view('inverseMasses') as Float32Array | Float64Array;
  }
}
