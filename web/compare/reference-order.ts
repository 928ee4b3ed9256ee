// What the page and the worker of the reference tell each other.
import type { MethodKind } from './build-scene.js';

/** The reference takes so many times the substeps. */
export const refinement = 16;
/** The reference ends after so many steps: 10 s. */
export const referenceSteps = 600;

/** What the worker is asked for. */
export interface ReferenceOrder {
  readonly scene: string;
  readonly kind: MethodKind;
  readonly methods: readonly string[];
  readonly dt: number;
}

/** Where everything is after a step. */
export interface ReferenceFrame {
  readonly lane: number;
  readonly step: number;
  readonly places: Float64Array;
}
