// The loaded library: worlds, and functions that need no world.
import type { WorldSettings } from './definitions.generated.js';
import { version } from './definitions.generated.js';
import { type MassProperties, massProperties, type SolidWithMass } from './mass-properties.js';
import type { RawModule } from './raw.js';
import { convertRotation, type RotationForms } from './rotations.js';
import type { EulerOrder, RotationLike } from './types.js';
import { World } from './world.js';

/** The loaded library. It creates worlds and has functions that need no world. */
export class Holonom {
  readonly #module: RawModule;
  /** Version of the package. */
  readonly version: string = version;

  /** @internal */
  constructor(module: RawModule) {
    this.#module = module;
    Object.freeze(this);
  }

  /**
   * Creates an empty world. Call its `dispose()` when it is no longer used.
   * @example const world = holonom.createWorld({ gravity: [0, -9.81, 0], solver: 'soft-step' });
   */
  createWorld(settings: WorldSettings = {}): World {
    return new World(this.#module, settings);
  }

  /**
   * Converts a rotation to another form.
   * @param order order of Euler angles. Default: `xyz`.
   * @throws {HolonomError} if the argument is not a rotation, and for the form `angle` if the axis is not z.
   * @example holonom.convertRotation(body.rotation, 'euler', 'yxz').euler.angles
   */
  convertRotation<Form extends keyof RotationForms>(
    rotation: RotationLike,
    form: Form,
    order?: EulerOrder,
  ): RotationForms[Form] {
    return convertRotation(this.#module, rotation, form, order);
  }

  /**
   * Computes volume, mass, center of mass and inertia of a solid.
   * @throws {HolonomError} for an invalid field, and with code `geometry` for points and meshes that enclose no
   *   volume: open, inside out, inconsistently wound, or flat.
   * @example holonom.massProperties({ cylinder: { radius: 0.1, halfHeight: 1 }, density: 7800 }).mass
   */
  massProperties(solid: SolidWithMass): MassProperties {
    return massProperties(this.#module, solid);
  }
}
