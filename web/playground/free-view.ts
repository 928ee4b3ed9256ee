// The scene is drawn in the middle of what the title and the buttons leave free of the stage.
import type { Stage } from 'holonom/three';

/** What a stage with the usual amount of things on it leaves free, and what the scenes' cameras reckon with. */
const usualShare = 0.77;
const leastScale = 0.6;

/** A picture that is seen as if it were a part of a larger or smaller one. Unit: pixels. */
export interface FreeView {
  /** Size of the whole picture. */
  readonly whole: readonly [width: number, height: number];
  /** Where in it the upper left corner of the stage lies. */
  readonly corner: readonly [x: number, y: number];
}

/**
 * Where to draw on a stage of which a strip above and one below are covered: in the middle of the rest, and smaller
 * where less is left than usual.
 */
export function freeView(width: number, height: number, top: number, bottom: number): FreeView {
  const free = Math.max(0, height - top - bottom);
  const scale = Math.max(leastScale, Math.min(1, free / (usualShare * height)));
  const whole = [scale * width, scale * height] as const;
  return { whole, corner: [(whole[0] - width) / 2, whole[1] / 2 - top - free / 2] };
}

/** Draws in the part between `above` and `buttons`, also when the stage or what lies on it changes its size. */
export function keepInFreeView(
  stage: Stage,
  above: readonly HTMLElement[],
  buttons: HTMLElement,
): void {
  const { canvas, camera } = stage;
  const fit = (): void => {
    const area = canvas.getBoundingClientRect();
    if (area.width === 0 || area.height === 0) return;
    const below = buttons.getBoundingClientRect();
    // What is hidden has no height and lies nowhere.
    const ends = above
      .map((words) => words.getBoundingClientRect())
      .filter((box) => box.height > 0);
    const top = Math.max(0, ...ends.map((box) => box.bottom - area.top));
    const bottom = below.height > 0 ? area.bottom - below.top : 0;
    const { whole, corner } = freeView(area.width, area.height, top, bottom);
    camera.setViewOffset(...whole, ...corner, area.width, area.height);
  };
  const observer = new ResizeObserver(fit);
  for (const watched of [canvas, ...above, buttons]) observer.observe(watched);
  fit();
}
