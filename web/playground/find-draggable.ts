import { canDrag, type Stage, type WorldView } from 'holonom/three';

/** A place of the window where something can be dragged: the middle of a body, or what a spiral from the middle of the stage meets. */
export function findDraggable(
  stage: Stage,
  view: WorldView,
): { clientX: number; clientY: number } | undefined {
  const { left, top, width, height } = stage.canvas.getBoundingClientRect();
  const at = (x: number, y: number) => ({ clientX: left + width * x, clientY: top + height * y });
  const draggable = (x: number, y: number): boolean => {
    const { clientX, clientY } = at(x, y);
    // Buttons and words lie over the stage.
    if (document.elementFromPoint(clientX, clientY) !== stage.canvas) return false;
    const { picked } = stage.rayAt(clientX, clientY, view);
    return picked !== undefined && canDrag(picked);
  };
  for (const body of view.world.bodies) {
    if (body.type !== 'dynamic') continue;
    const [x, y] = stage.viewOf(body.position) ?? [1, 1];
    const [across, down] = [0.5 + 0.5 * x, 0.5 - 0.5 * y];
    if (Math.hypot(x, y) < 0.84 && draggable(across, down)) return at(across, down);
  }
  for (let i = 0; i < 400; i++) {
    const [reach, angle] = [0.42 * Math.sqrt(i / 400), 2.4 * i];
    const [across, down] = [0.5 + reach * Math.cos(angle), 0.5 + reach * Math.sin(angle)];
    if (draggable(across, down)) return at(across, down);
  }
  return undefined;
}
