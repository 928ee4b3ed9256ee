// What a world and its objects tell of the last step. The world in the sandbox makes no steps, so code there is told what
// the one on the stage says; only of what its text names, since contacts of a large scene are many.
import type { Cloth, ClothConstraintKind } from 'holonom';

const names = [
  'contacts',
  'contactEvents',
  'timings',
  'diagnostics',
  'asleep',
  'reaction',
  'force',
  'rows',
  'coordinate',
  'coordinates',
  'rate',
  'rates',
  'constraints',
  'residuals',
  'blowUp',
  'timeRatios',
  'normals',
  'positions64',
] as const;

/** Something that can be read after a step. */
export type Reading = (typeof names)[number];

const kinds: readonly ClothConstraintKind[] = [
  'distance',
  'tether',
  'bend',
  'isometricBend',
  'area',
  'warp',
  'weft',
  'shear',
  'seam',
];

/** What a text of code may read. */
export const readingsIn = (code: string): Reading[] =>
  names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));

/** What is known of what somebody claims to read. */
export const knownReadings = (said: unknown): Reading[] =>
  names.filter((name) => Array.isArray(said) && said.includes(name));

/** A force object has a `force` that code sets, an attachment one that it reads. */
const isSetting = (thing: object, name: Reading): boolean => name === 'force' && 'type' in thing;

/** What a thing tells, as far as it is asked for. Lists in it are views. */
export function readingsOf(
  thing: Readonly<Record<string, unknown>>,
  wanted: readonly Reading[],
): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const name of wanted)
    if (name === 'constraints' && name in thing)
      told[name] = Object.fromEntries(
        kinds.map((kind) => [kind, (thing as unknown as Cloth).constraints(kind)]),
      );
    else if (name in thing && !isSetting(thing, name)) told[name] = thing[name];
  return told;
}
