import type { RopeProperties, SceneRope } from './definitions.generated.js';
import { particlesOf } from './particle-object.js';

/** A rope: particles in a line, each held to the next. Made by {@link World.addRope}. */
export class Rope extends particlesOf<'rope', RopeProperties, SceneRope>('rope') {}
