// What a loaded module offers: worlds, and answers that need none.
import type { WorldSettings } from './definitions.generated.js';
import { version } from './definitions.generated.js';
import { type MassProperties, massProperties, type SolidWithMass } from './mass-properties.js';
import type { RawModule } from './raw.js';
import { convertRotation, type RotationForms } from './rotations.js';
import type { EulerOrder, RotationLike } from './types.js';
import { World } from './world.js';

/** The loaded library: makes worlds, and answers questions that need none. */
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
   * A new, empty world. Call its `dispose()` when it is no longer used.
   * @example const world = holonom.createWorld({ gravity: [0, -9.81, 0], solver: 'soft-step' });
   */
  createWorld(settings: WorldSettings = {}): World {
    return new World(this.#module, settings);
  }

  /**
   * Writes a rotation in another form.
   * @param order of Euler angles; `xyz` if left out.
   * @throws {HolonomError} for what is no rotation, and for the form `angle` where the axis is not z.
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
   * Volume, mass, center and inertia of a solid.
   * @throws {HolonomError} for a wrong field, and with code `geometry` for points and meshes that enclose no volume:
   * open, inside out, wound both ways, or flat.
   * @example holonom.massProperties({ cylinder: { radius: 0.1, halfHeight: 1 }, density: 7800 }).mass
   */
  massProperties(solid: SolidWithMass): MassProperties {
    return massProperties(this.#module, solid);
  }
}
