// A ring around a named thing of a demo, to show what a symbol stands for.
import type { Body, World } from 'holonom';
import type { Stage } from 'holonom/three';
import { element } from '../../site/elements.js';
import { softObjectsOf } from '../../site/soft-objects.js';
import { reachOf } from './reach.js';

interface Place {
  readonly middle: readonly [number, number, number];
  readonly reach: number;
}

function placeOf(world: World, name: string): Place | undefined {
  const body = [...world.bodies].find((one) => one.name === name) as Body | undefined;
  if (body) return { middle: body.worldCenterOfMass, reach: reachOf(world.describe(body).shape) };
  const soft = softObjectsOf(world).find((one) => one.name === name);
  if (!soft) return undefined;
  const { positions } = soft;
  const middle: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < positions.length; i++)
    middle[i % 3] = (middle[i % 3] as number) + ((positions[i] as number) * 3) / positions.length;
  let reach = 0;
  for (let i = 0; i + 2 < positions.length; i += 3)
    reach = Math.max(
      reach,
      Math.hypot(...middle.map((at, k) => (positions[i + k] as number) - at)),
    );
  return { middle, reach };
}

/** The ring of one picture. */
export class Light {
  readonly #stage: Stage;
  readonly #ring = element('span', { class: 'light', 'aria-hidden': 'true' });
  #name: string | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#ring.hidden = true;
    stage.canvas.after(this.#ring);
  }

  /** Goes around a thing of this name from the next picture on, or away. */
  show(name: string | undefined): void {
    this.#name = name;
    if (name === undefined) this.#ring.hidden = true;
  }

  /** Follows what it is around. */
  update(world: World): void {
    const place = this.#name === undefined ? undefined : placeOf(world, this.#name);
    const at = place && this.#stage.viewOf(place.middle);
    this.#ring.hidden = !at;
    if (!place || !at) return;
    const { canvas, camera } = this.#stage;
    const [x, y, z] = place.middle;
    const away = Math.hypot(x - camera.position.x, y - camera.position.y, z - camera.position.z);
    const tall = 2 * away * Math.tan((camera.fov * Math.PI) / 360);
    const size = Math.min(
      Math.max((2.5 * place.reach * canvas.clientHeight) / tall, 28),
      canvas.clientHeight,
    );
    const [across, up] = [
      (0.5 + 0.5 * at[0]) * canvas.clientWidth,
      (0.5 - 0.5 * at[1]) * canvas.clientHeight,
    ];
    Object.assign(this.#ring.style, {
      width: `${size}px`,
      height: `${size}px`,
      translate: `${across - size / 2}px ${up - size / 2}px`,
    });
  }
}
