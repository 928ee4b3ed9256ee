// Wind where the reader points: a jet from the eye through a place of the stage.
import { type Body, bodyState, type SpringNetwork, type Vec3, type World } from 'holonom';
import type { Stage } from 'holonom/three';
import { t } from '../language/language.js';
import { byId } from '../site/elements.js';
import { keyOf } from './shortcuts.js';

/** Speed in the middle of the jet, m/s; its radius as a share of the distance from the eye. */
const [speed, spread] = [40, 0.09];
/** ½ ρ of air, kg/m³: times area and speed squared it is the force on a thing of drag coefficient 1. */
const halfDensity = 0.6;

/** A place of the window. */
interface Place {
  readonly clientX: number;
  readonly clientY: number;
}

/** What a point in the jet feels: a share of the full speed, none behind the eye. */
export function shareOfJet(point: Vec3, origin: Vec3, direction: Vec3): number {
  const [x, y, z] = point.map((value, i) => value - (origin[i] as number)) as Vec3;
  const along = x * direction[0] + y * direction[1] + z * direction[2];
  if (along <= 0) return 0;
  const aside2 = Math.max(x * x + y * y + z * z - along * along, 0);
  return Math.exp(-aside2 / (spread * along) ** 2);
}

/**
 * Blows while a pointer presses the stage with the tool switched on, or while the key is held. Bodies and nets without
 * drag feel a force in the jet; cloth, soft bodies and nets with drag feel the wind of the world, which is the same
 * everywhere.
 */
export class Wind {
  readonly #stage: Stage;
  readonly #said: (text: string) => void;
  readonly #ring = byId('wind-ring');
  readonly #button = byId<HTMLButtonElement>('wind');
  readonly #outer = new Map<SpringNetwork, readonly number[]>();
  #place: Place | undefined;
  #calm: Readonly<Vec3> | undefined;

  /** @param said words for those who do not see the stage. */
  constructor(stage: Stage, said: (text: string) => void) {
    this.#stage = stage;
    this.#said = said;
    const area = stage.canvas.parentElement as HTMLElement;
    // Before what else listens to the canvas.
    area.addEventListener('pointerdown', (event) => this.#down(event), { capture: true });
    for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const)
      area.addEventListener(name, (event) => this.#move(event), { capture: true });
    addEventListener('keyup', (event) => {
      if (keyOf(event) === 'w') this.blowAt(undefined);
    });
    addEventListener('blur', () => this.blowAt(undefined));
    this.#button.addEventListener('click', () => this.switch(!this.on));
  }

  /** Whether a press on the stage blows. */
  get on(): boolean {
    return this.#button.getAttribute('aria-pressed') === 'true';
  }

  switch(on: boolean): void {
    this.#button.setAttribute('aria-pressed', String(on));
    this.#stage.canvas.toggleAttribute('data-wind', on);
    if (!on) this.blowAt(undefined);
    if (on) this.#said(t('said.wind'));
  }

  /** Blows at the middle of the stage, as the key does. */
  blowAhead(): void {
    const { left, top, width, height } = this.#stage.canvas.getBoundingClientRect();
    this.blowAt({ clientX: left + width / 2, clientY: top + height / 2 });
  }

  /** Blows at a place of the window, or no longer. */
  blowAt(place: Place | undefined): void {
    this.#place = place;
    this.#ring.hidden = !place;
    if (!place) return;
    const { left, top, height } = this.#stage.canvas.getBoundingClientRect();
    this.#ring.style.translate = `${place.clientX - left}px ${place.clientY - top}px`;
    const angle = (this.#stage.camera.fov * Math.PI) / 360;
    this.#ring.style.setProperty('--reach', `${(spread * height) / (2 * Math.tan(angle))}px`);
  }

  /** Pushes during the next step. */
  beforeStep(world: World): void {
    if (!this.#place) {
      this.#letGo();
      return;
    }
    const { clientX, clientY } = this.#place;
    const { origin, direction } = this.#stage.rayAt(clientX, clientY);
    const [from, along] = [[...origin], [...direction]] as [Vec3, Vec3];
    this.#blowBodies(world, from, along);
    for (const net of world.springNetworks) if (net.drag === 0) this.#blowNet(net, from, along);
    this.#calm = world.wind;
    world.wind = this.#calm.map((value, i) => value + 0.4 * speed * (along[i] as number)) as Vec3;
  }

  /** Gives the world its own wind back. */
  afterStep(world: World): void {
    if (this.#calm) world.wind = this.#calm;
    this.#calm = undefined;
  }

  #blowBodies(world: World, from: Vec3, along: Vec3): void {
    const states = world.bodyStates.slice();
    const { stride, position, linearVelocity } = bodyState;
    for (let at = 0, i = 0; at < states.length; at += stride, i++) {
      const read = (offset: number) =>
        [...states.subarray(at + offset, at + offset + 3)] as unknown as Vec3;
      const share = shareOfJet(read(position), from, along);
      if (share < 0.02) continue;
      const body = world.bodies.at(i);
      if (body?.type !== 'dynamic') continue;
      const velocity = read(linearVelocity);
      const own = velocity.reduce((sum, v, k) => sum + v * (along[k] as number), 0);
      const against = share * speed - own;
      const force = halfDensity * areaOf(body) * Math.abs(against) * against;
      body.applyForce(along.map((d) => d * force) as Vec3);
    }
  }

  /** As if each node showed a square to the wind as wide as its springs are long. */
  #blowNet(net: SpringNetwork, from: Vec3, along: Vec3): void {
    const outer = this.#outer.get(net) ?? net.forces;
    this.#outer.set(net, outer);
    const positions = net.positions;
    const area = meanSpring(net) ** 2;
    const forces = Array.from({ length: positions.length }, (_, i) => outer[i] ?? 0);
    for (let at = 0; at < positions.length; at += 3) {
      const share = shareOfJet([...positions.subarray(at, at + 3)] as unknown as Vec3, from, along);
      const force = halfDensity * area * (share * speed) ** 2;
      for (let k = 0; k < 3; k++)
        forces[at + k] = (forces[at + k] as number) + force * (along[k] as number);
    }
    net.forces = forces;
  }

  #letGo(): void {
    for (const [net, outer] of this.#outer) if (net.alive) net.forces = outer;
    this.#outer.clear();
  }

  #down(event: PointerEvent): void {
    if (!this.on || event.target !== this.#stage.canvas || event.button !== 0) return;
    event.stopPropagation();
    this.#stage.canvas.setPointerCapture(event.pointerId);
    this.blowAt(event);
  }

  #move(event: PointerEvent): void {
    if (!this.on || !this.#place) return;
    event.stopPropagation();
    this.blowAt(event.type === 'pointermove' ? event : undefined);
  }
}

/** About what a body shows to the wind, from its shape. Unit: m². */
function areaOf({ shape, mass, density }: Body): number {
  if (shape.sphere) return Math.PI * (shape.sphere.radius ?? 0) ** 2;
  if (shape.box) {
    const [x, y, z] = shape.box.halfExtents as Vec3;
    return (4 * (x * y + y * z + z * x)) / 3;
  }
  // The face of a cube of its volume.
  return Math.cbrt(mass / density) ** 2;
}

/** How long springs are, by the first of them. Unit: m. */
function meanSpring({ edges, positions }: SpringNetwork): number {
  const count = Math.min(edges.length / 2, 32);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const [a, b] = [3 * (edges[2 * i] as number), 3 * (edges[2 * i + 1] as number)];
    sum += Math.hypot(
      ...[0, 1, 2].map((k) => (positions[a + k] as number) - (positions[b + k] as number)),
    );
  }
  return count > 0 ? sum / count : 0;
}
