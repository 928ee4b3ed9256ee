import type { SceneSpringNetwork, SpringNetworkProperties } from './definitions.generated.js';
import type { Energy, Momentum } from './diagnostics.js';
import { objectsOf } from './world-object.js';

/** How a network is doing after the last step. */
export interface SpringDiagnostics {
  /** Of this network alone. Unit: J. */
  readonly energy: Energy;
  /** Of this network alone. Unit: kg·m/s, and kg·m²/s about the origin. */
  readonly momentum: Momentum;
  /** Iterations of the linear solver in the last substep, or sweeps of `jacobi`. */
  readonly iterations: number;
  /** How far the equations of the last substep were from solved, relative to their right-hand side; of `jacobi` before its last sweep. NaN where nothing is measured: before the first step, under methods without equations to solve, under `hybrid`, and with `asPrinted`. */
  readonly residual: number;
  /** The shortest period of a spring between its masses, h_c = 2π/ω. A substep should stay below its half. Unit: s. */
  readonly criticalTime: number;
  /** The largest ratio of the substep to a spring's period. */
  readonly timeRatio: number;
  /** Under `harmonic`, springs whose period the substep is a whole multiple of, nearly, and that are hardly damped: each ends the substep as it began, so its impulse vanishes, as if it were not there. 0 under other methods. */
  readonly wholePeriods: number;
  /** Extension of the most strained spring over its rest length; negative if it is compressed. */
  readonly largestStrain: number;
  /** Which spring that is, as in `edges`; −1 without springs. */
  readonly strainedSpring: number;
}

/**
 * When a network blew up, and where. It does where a number stops being finite, a node leaves the world (1e7 m, 1e7 m/s), or
 * motion and springs hold over a thousand times the energy that has a source: what they held, and what gravity, forces, wind,
 * ties, grabs and contacts gave them since. ½ J/kg needs no source, and a change of settings begins anew.
 */
export interface BlowUp {
  /** Number of the step, from 1. */
  readonly step: number;
  /** The spring that was strained most, as in `edges`, or where none was, the one whose ends parted fastest; −1 without springs. */
  readonly spring: number;
}

/**
 * Point masses joined by springs. Made by {@link World.addSpringNetwork}.
 * The lists are views, valid until the next step; positions and velocities can be set as a whole.
 * Nodes of two networks rub at their centers, a distance apart: friction between them does not keep angular momentum.
 *
 * All of it is read and computed in double precision: nodes of `lists`, `position`, masses, springs, forces, state and the
 * step. In single precision are what it shares with the rest of the world: sizes of a grid, vertices of meshes,
 * `rotation`, contact and air, gravity, and bodies that hold its nodes.
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

  /** Positions of the nodes for drawing, x y z each, in world axes. Unit: m. */
  get positions(): Float32Array {
    return this.view('positions') as Float32Array;
  }
  set positions(value: ArrayLike<number>) {
    this.writeField('positions', value);
  }

  /** Positions of the nodes in full precision, x y z each, in world axes. Unit: m. */
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

  /** Unit normals of the surface at the nodes, x y z each; zero where there are no triangles. */
  get normals(): Float32Array {
    return this.view('normals') as Float32Array;
  }

  /** Nodes of the springs, two each. */
  get edges(): Uint32Array {
    return this.view('edges') as Uint32Array;
  }

  /** Nodes of the triangles, three each, which are drawn and feel the wind; empty for a network given as lists. */
  get indices(): Uint32Array {
    return this.view('indices') as Uint32Array;
  }

  /**
   * Energies, momenta, strain, solver and critical time after the last step.
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
   * When it blew up and was stopped where it last was sound, or undefined. Until a setting is changed, which lets it go on, it stands still and carries what lies on it.
   * @example if (net.blowUp) console.log(`spring ${net.blowUp.spring} failed`);
   */
  get blowUp(): BlowUp | undefined {
    const [step = 0, spring = -1] = this.#measured.slice(-2);
    return step > 0 ? { step, spring } : undefined;
  }

  get #measured(): Float64Array {
    return this.view('diagnostics') as Float64Array;
  }

  /** The last substep over each spring's period, h/h_c. */
  get timeRatios(): Float64Array {
    return this.view('timeRatios') as Float64Array;
  }

  /** Inverse masses of the nodes; 0 for a pinned one. Unit: 1/kg. */
  get inverseMasses(): Float32Array | Float64Array {
    return this.view('inverseMasses') as Float32Array | Float64Array;
  }
}
