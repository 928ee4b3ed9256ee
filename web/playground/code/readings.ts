// What a world and its objects tell of the last step. The world on the page makes no steps, so it is told what the one in
// the sandbox says; only of what somebody on the page reads, since contacts of a large scene are many.
import type { ParticleConstraintKind, ParticleObject } from 'holonom';

const names = [
  'contacts',
  'asleep',
  'broken',
  'reaction',
  'force',
  'rows',
  'coordinate',
  'coordinates',
  'rate',
  'rates',
  'constraints',
  'diagnostics',
  'residuals',
  'blowUp',
  'timeRatios',
  'debugLines',
] as const;

/** Something that can be read after a step. */
export type Reading = (typeof names)[number];

const kinds: readonly ParticleConstraintKind[] = [
  'distance',
  'tether',
  'bend',
  'isometricBend',
  'area',
  'warp',
  'weft',
  'shear',
  'seam',
  'volume',
  'hydrostatic',
  'deviatoric',
  'strain',
  'dilatation',
  'rodStretch',
  'rodBend',
];

/** A force object has a `force` that code sets, an attachment one that it reads. */
export const isReading = (thing: object, key: string | symbol): key is Reading =>
  (names as readonly unknown[]).includes(key) && !(key === 'force' && 'type' in thing);

/** What a thing tells under a name. Lists in it are views. */
export function readingOf(thing: Readonly<Record<string, unknown>>, name: Reading): unknown {
  if (name !== 'constraints') return thing[name];
  return Object.fromEntries(
    kinds.map((kind) => [kind, (thing as unknown as ParticleObject).constraints(kind)]),
  );
}
