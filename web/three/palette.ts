// Colours of what is drawn: painted wooden blocks for what moves, stone for what stands still.
import { Color } from 'three';

/** Which background the drawing stands on. */
export type Theme = 'light' | 'dark';

const blocks = ['#d8b384', '#c2543b', '#e0a33c', '#3e8087', '#ebe0cb', '#3a568c', '#8f9f63'].map(
  (hex) => new Color(hex),
);
const fabrics = ['#c2543b', '#3a568c', '#3e8087', '#d39a35', '#7d5577'].map(
  (hex) => new Color(hex),
);

interface ThemeColors {
  readonly background: Color;
  readonly ground: Color;
  readonly gridLine: Color;
  readonly static: Color;
  readonly kinematic: Color;
  readonly springs: Color;
  readonly hold: Color;
}

const themes: Record<Theme, ThemeColors> = {
  light: {
    background: new Color('#e9ebe8'),
    ground: new Color('#e4e6e2'),
    gridLine: new Color('#b9beb8'),
    static: new Color('#aeb3b1'),
    kinematic: new Color('#3b4145'),
    springs: new Color('#23405c'),
    hold: new Color('#c2331c'),
  },
  dark: {
    background: new Color('#15181b'),
    ground: new Color('#24292d'),
    gridLine: new Color('#3d454b'),
    static: new Color('#6d757a'),
    kinematic: new Color('#c9d2d6'),
    springs: new Color('#a9c7e6'),
    hold: new Color('#ff8a6b'),
  },
};

/** The colours that depend on the background. */
export const colorsOf = (theme: Theme): ThemeColors => themes[theme];

// The low 20 bits of a handle are its place, which stays the same when a scene is built again.
const place = (id: number): number => id & 0xfffff;

// Fibonacci hashing spreads neighbouring places over the list.
const choose = (list: readonly Color[], id: number): Color =>
  list[(Math.imul(place(id), 0x9e3779b1) >>> 8) % list.length] as Color;

/** The colour of a body, always the same for the same id. */
export function bodyColor(
  id: number,
  type: 'dynamic' | 'static' | 'kinematic',
  theme: Theme,
): Color {
  return type === 'dynamic' ? choose(blocks, id) : themes[theme][type];
}

/** The colour of a cloth or of the faces of a spring network. */
export const fabricColor = (id: number): Color =>
  fabrics[(place(id) + fabrics.length - 1) % fabrics.length] as Color;
