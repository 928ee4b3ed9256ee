// Colors of what is drawn: painted wooden blocks for what moves, stone for what stands still.
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
  /** Of forces in contacts, in joints, and in attachments and seams. */
  readonly contact: Color;
  readonly joint: Color;
  readonly tie: Color;
  /** Of a spring without strain. */
  readonly slack: Color;
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
    contact: new Color('#b3270f'),
    joint: new Color('#0a5f8f'),
    tie: new Color('#6b3a91'),
    slack: new Color('#8b918d'),
  },
  dark: {
    background: new Color('#15181b'),
    ground: new Color('#24292d'),
    gridLine: new Color('#3d454b'),
    static: new Color('#6d757a'),
    kinematic: new Color('#c9d2d6'),
    springs: new Color('#a9c7e6'),
    hold: new Color('#ff8a6b'),
    contact: new Color('#ff9473'),
    joint: new Color('#6cc9f2'),
    tie: new Color('#d3acf5'),
    slack: new Color('#8d959a'),
  },
};

/** The colors that depend on the background. */
export const colorsOf = (theme: Theme): ThemeColors => themes[theme];

// The low 20 bits of a handle are its place, which stays the same when a scene is built again.
const place = (id: number): number => id & 0xfffff;

// Fibonacci hashing spreads neighboring places over the list.
const choose = (list: readonly Color[], id: number): Color =>
  list[(Math.imul(place(id), 0x9e3779b1) >>> 8) % list.length] as Color;

/** The color of a body, always the same for the same id. */
export function bodyColor(
  id: number,
  type: 'dynamic' | 'static' | 'kinematic',
  theme: Theme,
): Color {
  return type === 'dynamic' ? choose(blocks, id) : themes[theme][type];
}

/** The color of a cloth or of the faces of a spring network. */
export const fabricColor = (id: number): Color =>
  fabrics[(place(id) + fabrics.length - 1) % fabrics.length] as Color;

/** The color of an island, always the same for the same body that leads it; paler where it sleeps. */
export function islandColor(leader: number, asleep: boolean): Color {
  // Neighboring places get hues far apart.
  const hue = (place(leader) * 0.618034) % 1;
  return new Color().setHSL(hue, asleep ? 0.18 : 0.62, asleep ? 0.62 : 0.52);
}

// Blue where it is pressed together, red where it is stretched. After Brewer's RdBu, which also the color-blind read.
const strains = ['#2166ac', '#67a9cf', '#f2efe9', '#ef8a62', '#b2182b'].map(
  (hex) => new Color(hex),
);

/** The color of a strain, as a share of the largest that is told apart, from −1 to 1. */
export function strainColor(share: number, out: Color, slack = strains[2] as Color): Color {
  const at = 2 + 2 * Math.min(Math.max(share, -1), 1);
  const below = Math.min(Math.floor(at), 3);
  const colorAt = (index: number): Color => (index === 2 ? slack : (strains[index] as Color));
  return out.lerpColors(colorAt(below), colorAt(below + 1), at - below);
}
