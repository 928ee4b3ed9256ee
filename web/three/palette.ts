// Colors: painted wood for moving bodies, stone for static ones.
import { Color } from 'three';

/** Light or dark background. */
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
  /** Colors of forces: in contacts, in joints, and in attachments and seams. */
  readonly contact: Color;
  readonly joint: Color;
  readonly tie: Color;
  /** Color of a spring without strain. */
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

/** Colors that depend on the background. */
export const colorsOf = (theme: Theme): ThemeColors => themes[theme];

// The low 20 bits of an id are its slot, which stays the same when a scene is rebuilt.
const place = (id: number): number => id & 0xfffff;

// Fibonacci hashing spreads neighboring slots over the list.
const choose = (list: readonly Color[], id: number): Color =>
  list[(Math.imul(place(id), 0x9e3779b1) >>> 8) % list.length] as Color;

/** Color of a body, always the same for the same id. */
export function bodyColor(
  id: number,
  type: 'dynamic' | 'static' | 'kinematic',
  theme: Theme,
): Color {
  return type === 'dynamic' ? choose(blocks, id) : themes[theme][type];
}

/** Color of a cloth, of a soft body or of the faces of a spring network. */
export const fabricColor = (id: number): Color =>
  fabrics[(place(id) + fabrics.length - 1) % fabrics.length] as Color;

/** Color of an island, always the same for the same first body; paler if it sleeps. */
export function islandColor(leader: number, asleep: boolean): Color {
  // Neighboring slots get very different hues.
  const hue = (place(leader) * 0.618034) % 1;
  return new Color().setHSL(hue, asleep ? 0.18 : 0.62, asleep ? 0.62 : 0.52);
}

// Blue in compression, red in tension. After Brewer's RdBu, which is color-blind safe.
const strains = ['#2166ac', '#67a9cf', '#f2efe9', '#ef8a62', '#b2182b'].map(
  (hex) => new Color(hex),
);

/** Color of a strain, given as a fraction of the end of the color scale, from −1 to 1. */
export function strainColor(share: number, out: Color, slack = strains[2] as Color): Color {
  const at = 2 + 2 * Math.min(Math.max(share, -1), 1);
  const below = Math.min(Math.floor(at), 3);
  const colorAt = (index: number): Color => (index === 2 ? slack : (strains[index] as Color));
  return out.lerpColors(colorAt(below), colorAt(below + 1), at - below);
}
