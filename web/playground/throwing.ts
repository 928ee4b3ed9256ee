import type { Body, Vec3, World } from 'holonom';
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
    const ball = world.addBody({
      name: 'thrown ball',
      ...(world.planar
        ? { position: freePlace(world, origin, direction) }
        : flightThrough(world.gravity, origin, direction, Math.min(distance ?? 10, 30))),
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

/** From the camera to what is `distance` away, aimed higher by what the ball falls on its way. */
function flightThrough(
  gravity: Readonly<Vec3>,
  origin: Readonly<Vec3>,
  direction: Readonly<Vec3>,
  distance: number,
) {
  const seconds = distance / speed;
  const along = (f: (k: number) => number) => [f(0), f(1), f(2)] as Vec3;
  return {
    position: along((k) => at(origin, k) + 0.6 * at(direction, k)),
    linearVelocity: along((k) => speed * at(direction, k) - 0.5 * at(gravity, k) * seconds),
  };
}

/** Where the ray meets the plane of a planar world, or as far above as nothing is in the way. */
function freePlace(world: World, origin: Readonly<Vec3>, direction: Readonly<Vec3>): Vec3 {
  const way = Math.abs(direction[2]) > 1e-3 ? Math.max(-origin[2] / direction[2], 0) : 0;
  const x = origin[0] + Math.min(way, 100) * direction[0];
  let y = origin[1] + Math.min(way, 100) * direction[1];
  const isTaken = () => world.overlap({ sphere: { radius } }, { position: [x, y, 0] }).length > 0;
  for (let tries = 0; tries < 50 && isTaken(); tries++) y += 0.5 * radius;
  return [x, y, 0];
}

const at = (v: Readonly<Vec3>, k: number): number => v[k] as number;

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
