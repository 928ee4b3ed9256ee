import type { GrainsProperties, SceneGrains } from './definitions.generated.js';
import { particlesOf } from './particle-object.js';

/** Grains: particles that collide, without constraints between them. Made by {@link World.addGrains}. */
export class Grains extends particlesOf<'grains', GrainsProperties, SceneGrains>('grains') {}
