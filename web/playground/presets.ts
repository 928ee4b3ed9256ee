// Sets of values that belong together, for the panels. A new one is an entry here, with its name in the languages.
import type { TextName } from '../language/language.js';

/** Values of several fields at once. */
export interface Preset {
  readonly name: TextName;
  /** By field, in the order in which they are written; undefined is what follows from the others. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The presets of a kind of thing. */
export interface Presets {
  readonly label: TextName;
  readonly list: readonly Preset[];
  /** Whether they mean something for this one of the kind. */
  fits?(read: (field: string) => unknown): boolean;
}

const material = (
  name: TextName,
  density: number,
  friction: number,
  restitution: number,
): Preset => ({ name, values: { mass: undefined, density, friction, restitution } });

const fabric = (
  name: TextName,
  stretchCompliance: number,
  bend: number,
  friction: number,
): Preset => ({
  name,
  values: { stretchCompliance, bend: { model: 'dihedral', compliance: bend }, friction },
});

const effort = (
  name: TextName,
  substeps: number,
  iterations: number,
  particleIterations: number,
): Preset => ({ name, values: { substeps, iterations, particleIterations } });

export const presets: Readonly<Record<string, Presets>> = {
  // No iterations are the solver's own number of them.
  world: {
    label: 'preset.effort',
    list: [
      effort('preset.fast', 2, 0, 1),
      effort('preset.balanced', 4, 0, 2),
      effort('preset.exact', 16, 0, 8),
    ],
  },
  // Densities in kg/m³; friction of two things of the same material, and how they bounce, of the usual size.
  body: {
    label: 'preset.material',
    list: [
      material('preset.ice', 917, 0.03, 0.1),
      material('preset.rubber', 1100, 1, 0.75),
      material('preset.wood', 650, 0.4, 0.35),
      material('preset.steel', 7850, 0.6, 0.55),
    ],
  },
  // As the cloth of the scenes is: a silk drapes, denim keeps large folds, rubber stretches.
  cloth: {
    label: 'preset.fabric',
    list: [
      fabric('preset.silk', 1e-6, 5000, 0.2),
      fabric('preset.denim', 1e-7, 50, 0.6),
      fabric('preset.rubber', 5e-3, 500, 1),
    ],
    fits: (read) =>
      read('strain') === undefined &&
      (read('bend') as { model?: string } | undefined)?.model === 'dihedral',
  },
};
