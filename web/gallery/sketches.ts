// A drawing for each part of the gallery, on cards of scenes of which no picture was taken.
import type { SceneGroup } from '../scenes/scene.js';

const line = (d: string, color = 'line-strong', width = 3): string =>
  `<path d="${d}" fill="none" stroke="var(--${color})" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const block = (x: number, y: number, w: number, h: number, color: string, turn = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="var(--${color})" transform="rotate(${turn} ${x + w / 2} ${y + h / 2})"/>`;
const ball = (x: number, y: number, r: number, color: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--${color})"/>`;

const floor = line('M24 168H296');

/** Waves of threads, as of a hanging sheet. */
const sheet = (rows: number, color: string): string =>
  Array.from({ length: rows }, (_, i) => {
    const y = 52 + (80 * i) / (rows - 1);
    return line(
      `M84 ${y}C124 ${y + 22} 148 ${y - 8} 172 ${y + 14}S220 ${y + 20} 236 ${y}`,
      color,
      2,
    );
  }).join('');

const net = (color: string): string =>
  Array.from({ length: 5 }, (_, i) => {
    const x = 96 + 32 * i;
    const sag = 18 - 4.5 * (i - 2) ** 2;
    return `${line(`M${x} 56Q${x + 4} 96 ${x} ${120 + sag}`, color, 2)}${ball(x, 56, 4, color)}${ball(x, 120 + sag, 4, color)}`;
  }).join('') + line('M96 56H224M96 88Q160 108 224 88M96 120Q160 156 224 120', color, 2);

const drawings: Readonly<Record<SceneGroup, string>> = {
  rigid:
    floor +
    [0, 1, 2, 3].map((i) => block(88 + 38 * i, 136, 32, 32, 'series-4')).join('') +
    [0, 1, 2].map((i) => block(107 + 38 * i, 104, 32, 32, 'series-1')).join('') +
    [0, 1].map((i) => block(126 + 38 * i, 72, 32, 32, 'series-6')).join(''),
  joints:
    line('M160 28L190 76L172 122', 'series-2', 8) +
    ball(160, 28, 8, 'line-strong') +
    ball(190, 76, 7, 'series-4') +
    ball(172, 136, 18, 'series-1') +
    floor,
  cloth: line('M84 40V168M236 40V168') + sheet(6, 'series-1') + floor,
  springs: net('series-2') + floor,
  mixed:
    floor +
    sheet(4, 'series-5') +
    ball(160, 44, 20, 'series-1') +
    block(58, 136, 32, 32, 'series-4'),
  lab:
    line('M56 36V152H280', 'line-strong', 2) +
    line('M56 94C84 30 108 30 132 94S184 150 208 94S256 50 276 84', 'series-1') +
    line('M56 94C88 48 112 48 136 94S184 128 208 94S256 76 276 92', 'series-2'),
  stress:
    floor +
    Array.from({ length: 15 }, (_, i) => {
      const [row, at] = [Math.floor(i / 5), i % 5];
      return block(64 + 34 * at + 17 * (row % 2), 148 - 20 * row, 32, 18, `series-${1 + (i % 4)}`);
    }).join('') +
    ball(262, 74, 18, 'ink-soft'),
};

/** The drawing of a part of the gallery. */
export function sketchOf(group: SceneGroup): SVGSVGElement {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 320 200');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.innerHTML = drawings[group];
  return drawing;
}
