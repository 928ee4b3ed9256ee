// Mass properties of solids, computed by the core.
import type { SolidDescription } from './definitions.generated.js';
import { takeError } from './native-world.js';
import { plainDescription } from './plain.js';
import type { RawModule } from './raw.js';
import type { Quat, Vec3 } from './types.js';

/** A solid under its name, with its density or its mass. */
export type SolidWithMass = SolidDescription & {
  /**
   * Density. Unit: kg/m³.
   * @default 1000
   */
  readonly density?: number | undefined;
  /** Total mass, in place of `density`. Unit: kg. */
  readonly mass?: number | undefined;
};

/** Result of {@link Holonom.massProperties}. */
export interface MassProperties {
  /** Mass. Unit: kg. */
  mass: number;
  /** Volume. Unit: m³. */
  volume: number;
  /** Center of mass, in the solid's axes. Unit: m. */
  center: Vec3;
  /** Inertia tensor about the center of mass, in the solid's axes: nine numbers in row-major order. Unit: kg m². */
  inertia: number[];
  /** Principal moments of inertia. Unit: kg m². */
  principalMoments: Vec3;
  /** Rotation from the principal axes to the solid's axes: x, y, z, w. */
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
