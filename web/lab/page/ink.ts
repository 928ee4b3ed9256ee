// Colors and letters of the page, for what is drawn on a canvas.

/** The color that a custom property has now, in the theme that is shown. */
export function colorOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A font of the page by its size. Unit: CSS pixels. */
export const fontOf = (size: number): string =>
  `${size}px ${getComputedStyle(document.body).fontFamily}`;

/** The color of a series, from 0. */
export const seriesColor = (index: number): string => colorOf(`--series-${(index % 9) + 1}`);

/** How a mark looks. Shapes tell apart what colors do too. */
export type Shape = 'circle' | 'square' | 'diamond' | 'cross' | 'arrow';

/** Draws a mark: filled if measured, hollow if published. Unit: canvas pixels. */
export function drawMark(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  size: number,
  { shape, color, hollow }: { shape: Shape; color: string; hollow: boolean },
): void {
  context.beginPath();
  if (shape === 'circle') context.arc(x, y, size, 0, 2 * Math.PI);
  else if (shape === 'square') context.rect(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size);
  else if (shape === 'diamond') polygon(context, x, y, 1.3 * size, [0, 90, 180, 270]);
  else if (shape === 'arrow') polygon(context, x, y, 1.3 * size, [0, 120, 240]);
  else
    for (const side of [-1, 1]) {
      context.moveTo(x - size, y - side * size);
      context.lineTo(x + size, y + side * size);
    }
  context.lineWidth = Math.max(1, 0.35 * size);
  context.strokeStyle = context.fillStyle = color;
  if (hollow || shape === 'cross') context.stroke();
  else context.fill();
}

function polygon(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  degrees: readonly number[],
): void {
  for (const angle of degrees) {
    const radians = (angle * Math.PI) / 180;
    context.lineTo(x + size * Math.cos(radians), y + size * Math.sin(radians));
  }
  context.closePath();
}
