import type { Body, InstanceShape, World } from 'holonom';
import { Motion } from 'holonom/internal';
import { Color, type ColorRepresentation, type Object3D } from 'three';
import { bodyColor, type Theme } from './palette.js';

/** Filter and colors of drawn bodies. */
export interface BodyLook {
  readonly shows?: ((body: Body) => boolean) | undefined;
  readonly color?: ((body: Body) => ColorRepresentation | undefined) | undefined;
}

/** Draws all bodies of one shape by one call, from the matrices of the core. */
export abstract class DrawnShape<Shape extends InstanceShape> {
  protected readonly world: World;
  protected readonly shape: Shape;
  protected readonly parent: Object3D;
  protected readonly look: BodyLook;
  protected readonly motion = new Motion(16);
  /** Body id of each drawn instance. */
  protected bodies = new Uint32Array(0);
  protected theme: Theme;
  /** Whether the filter has changed since the last update. */
  protected refiltered = false;
  /** Colors that replace those of bodies. */
  protected tint: ReadonlyMap<number, Color> | undefined;

  constructor(world: World, shape: Shape, parent: Object3D, theme: Theme, look: BodyLook) {
    this.world = world;
    this.shape = shape;
    this.parent = parent;
    this.theme = theme;
    this.look = look;
  }

  bodyAt(instance: number): Body {
    return this.world.bodyFromId(this.bodies[instance] as number);
  }

  capture(): void {
    this.motion.capture(this.world.instances(this.shape).matrices);
  }

  step(): void {
    this.motion.step(this.world.instances(this.shape).matrices);
  }

  /** Applies the filter of drawn bodies again at the next update. */
  refilter(): void {
    this.refiltered = true;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.paint();
  }

  /** Sets colors that replace those of bodies, or restores their own. */
  setTint(tint: ReadonlyMap<number, Color> | undefined): void {
    this.tint = tint;
    this.paint();
  }

  /** Color of a body: its tint, else the option's color, else the theme's. */
  protected colorOf(id: number): Color {
    const tint = this.tint?.get(id);
    if (tint) return tint;
    const body = this.world.bodyFromId(id);
    const own = this.look.color?.(body);
    return own === undefined ? bodyColor(id, body.type, this.theme) : new Color(own);
  }

  protected isShown(id: number): boolean {
    return this.look.shows?.(this.world.bodyFromId(id)) ?? true;
  }

  /** Sets the color of each instance. */
  protected abstract paint(): void;

  /** Whether these bodies are the drawn ones. */
  protected draws(bodies: Uint32Array): boolean {
    if (bodies.length !== this.bodies.length) return false;
    for (let i = 0; i < bodies.length; i++) if (bodies[i] !== this.bodies[i]) return false;
    return true;
  }
}
