import type { Body, World } from 'holonom';
import type { Stage, WorldView } from 'holonom/three';

const speed = 18;
const radius = 0.22;
const most = 30;

/** Throws balls from the camera. The oldest vanish. */
export class Thrower {
  readonly #balls: Body[] = [];

  /** Throws a ball so that it passes through what is seen at a place of the window. */
  throwAt(world: World, stage: Stage, view: WorldView, clientX: number, clientY: number): Body {
    const { origin, direction, distance } = stage.rayAt(clientX, clientY, view);
    const seconds = Math.min(distance ?? 10, 30) / speed;
    // Aims higher by what the ball falls on its way.
    const rise = world.gravity.map((g) => -0.5 * g * seconds) as [number, number, number];
    const ball = world.addBody({
      name: 'thrown ball',
      position: origin.map((value, i) => value + 0.6 * (direction[i] as number)) as [
        number,
        number,
        number,
      ],
      linearVelocity: direction.map((value, i) => speed * value + (rise[i] as number)) as [
        number,
        number,
        number,
      ],
      shape: { sphere: { radius } },
      density: 900,
    });
    this.#balls.push(ball);
    // Time may have gone back: some are not there yet, and some are there again.
    const present = this.#balls.filter(({ alive }) => alive);
    if (present.length > most) present[0]?.remove();
    return ball;
  }

  /** Forgets the balls, as when their world is gone. */
  reset(): void {
    this.#balls.length = 0;
  }
}

/** Tells of taps: short touches of the canvas that do not move. */
export function listenForTaps(
  canvas: HTMLCanvasElement,
  tapped: (event: PointerEvent) => void,
): void {
  let down: { id: number; x: number; y: number; at: number } | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    // A second finger means a pinch.
    down =
      down || event.button !== 0
        ? undefined
        : { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
  });
  canvas.addEventListener('pointerup', (event) => {
    const start = down;
    down = undefined;
    if (!start || start.id !== event.pointerId) return;
    const moved = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (moved < 6 && event.timeStamp - start.at < 350) tapped(event);
  });
  canvas.addEventListener('pointercancel', () => {
    down = undefined;
  });
}
