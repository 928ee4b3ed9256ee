// Overlays of a view, from the results of the last step.
import type { World } from 'holonom';
import type { Color } from 'three';
import { checkedFlag } from './checks.js';
import { ForceArrows } from './force-arrows.js';
import { islandsOf } from './islands.js';
import { islandColor, type Theme } from './palette.js';
import { quantile, RoundScale } from './round-scale.js';
import type { SpringLines } from './spring-lines.js';
import type { StrandMesh } from './strand-mesh.js';
import type { SurfaceMesh } from './surface-mesh.js';

/** Overlays of a {@link WorldView}. All are off by default. */
export interface Overlays {
  /** Forces of contacts, joints, attachments and seams as arrows; labeled in newtons from the second image on. */
  forces: boolean;
  /** Strain of cloths, ropes, rods and spring networks: red in tension, blue in compression. */
  strain: boolean;
  /** Islands: moving bodies that touch or are joined share a color. Sleeping ones are pale. */
  islands: boolean;
}

/** Switches of a view. A misspelled one is an error, not a new property. */
export class OverlaySwitches implements Overlays {
  readonly #on = { forces: false, strain: false, islands: false };

  constructor() {
    Object.freeze(this);
  }

  get forces(): boolean {
    return this.#on.forces;
  }
  set forces(on: boolean) {
    this.#on.forces = checkedFlag('overlays.forces', on);
  }

  get strain(): boolean {
    return this.#on.strain;
  }
  set strain(on: boolean) {
    this.#on.strain = checkedFlag('overlays.strain', on);
  }

  get islands(): boolean {
    return this.#on.islands;
  }
  set islands(on: boolean) {
    this.#on.islands = checkedFlag('overlays.islands', on);
  }
}

/** Object that can be colored by strain. */
export type Strained = SurfaceMesh | StrandMesh | SpringLines;

/** Object that can be colored by island. */
export interface Tinted {
  setTint(tint: ReadonlyMap<number, Color> | undefined): void;
}

/** Tolerance for floating-point rounding: smaller strains count as 0. */
const leastStrain = 1e-5;

/** Draws the active overlays. Data of a step is computed once per step. */
export class OverlayPainter {
  readonly arrows: ForceArrows;
  readonly #world: World;
  readonly #strainScale = new RoundScale();
  #islandStep = -1;
  #strainStep = -1;
  #painted = 0;

  constructor(world: World) {
    this.#world = world;
    this.arrows = new ForceArrows(world);
  }

  /** Strain at the end of the color scale; 0 before the first one. */
  get largestStrain(): number {
    return this.#strainScale.unit;
  }

  update(
    overlays: Overlays,
    theme: Theme,
    bodies: readonly Tinted[],
    strained: readonly Strained[],
  ): void {
    this.arrows.update(overlays.forces, theme);
    this.#paintIslands(overlays.islands, bodies);
    this.#paintStrain(overlays.strain, strained);
  }

  dispose(): void {
    this.arrows.dispose();
  }

  #paintIslands(on: boolean, bodies: readonly Tinted[]): void {
    const step = on ? this.#world.stepCount : -1;
    if (step === this.#islandStep) return;
    this.#islandStep = step;
    const tint = on ? this.#tint() : undefined;
    for (const part of bodies) part.setTint(tint);
  }

  #tint(): Map<number, Color> {
    const asleep = new Set<number>();
    for (const body of this.#world.bodies) if (body.asleep) asleep.add(body.id);
    return new Map(
      [...islandsOf(this.#world)].map(([id, leader]) => [id, islandColor(leader, asleep.has(id))]),
    );
  }

  #paintStrain(on: boolean, strained: readonly Strained[]): void {
    const step = on ? this.#world.stepCount : -1;
    // A new object has no colors yet.
    if (step === this.#strainStep && (!on || strained.length === this.#painted)) return;
    this.#strainStep = step;
    this.#painted = strained.length;
    const strains = strained.map((part) => (on ? part.strain() : new Float32Array(0)));
    if (on && strained.length > 0) {
      const sizes = strains.map((each) => quantile(each.map(Math.abs), 0.95));
      this.#strainScale.fit(Math.max(leastStrain, ...sizes));
    }
    strained.forEach((part, i) => {
      part.paintStrain(strains[i] as Float32Array, on ? this.#strainScale.unit : 0);
    });
  }
}
