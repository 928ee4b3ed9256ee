// Mass properties of solids; the core integrates.
import type { SolidDescription } from './definitions.generated.js';
import { takeError } from './native-world.js';
import { plainDescription } from './plain.js';
import type { RawModule } from './raw.js';
import type { Quat, Vec3 } from './types.js';

/** One solid under its name, with its density or its mass. */
export type SolidWithMass = SolidDescription & {
  /**
   * Mass per volume. Unit: kg/m³.
   * @default 1000
   */
  readonly density?: number | undefined;
  /** Total mass in place of `density`. Unit: kg. */
  readonly mass?: number | undefined;
};

/** What {@link Holonom.massProperties} gives. */
export interface MassProperties {
  /** Unit: kg. */
  mass: number;
  /** Unit: m³. */
  volume: number;
  /** Center of mass in the solid's axes. Unit: m. */
  center: Vec3;
  /** Inertia about the center along the solid's axes: nine numbers, row by row. Unit: kg m². */
  inertia: number[];
  /** Moments about the axes in which the inertia is diagonal. Unit: kg m². */
  principalMoments: Vec3;
  /** From the principal axes to the solid's: x, y, z, w. */
  principalRotation: Quat;
}

/** @internal */
export function massProperties(module: RawModule, solid: SolidWithMass): MassProperties {
  const plain = plainDescription(solid, { fields: {} }, 'solid-description');
  const properties = module.massProperties(plain);
  const error = takeError(module, solid);
  if (error) throw error;
  return properties as MassProperties;
}
