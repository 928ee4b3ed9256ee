import { element } from '../../site/elements.js';
import { drawMark } from './ink.js';
import type { LegendEntry } from './pictures.js';

const size = 16;

/** A list of what marks and lines mean. */
export const legendList = (entries: readonly LegendEntry[]): HTMLElement[] =>
  entries.map((entry) => element('li', {}, swatch(entry), entry.text));

function swatch({ shape, color, hollow = false, dash = [] }: LegendEntry): HTMLCanvasElement {
  const ratio = devicePixelRatio;
  const width = shape === 'line' ? 2 * size : size;
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  Object.assign(canvas, { width: width * ratio, height: size * ratio });
  Object.assign(canvas.style, { width: `${width}px`, height: `${size}px` });
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(ratio, ratio);
  if (shape === 'line') {
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(0, size / 2);
    context.lineTo(width, size / 2);
    context.stroke();
  } else drawMark(context, [size / 2, size / 2], hollow ? 6 : 4.5, { shape, color, hollow });
  return canvas;
}
