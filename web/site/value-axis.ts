// The numbers beside the lines of a plot.
import type uPlot from 'uplot';

/**
 * Values of an axis as texts, each with as many digits as tell them apart: few where they lie far apart, all that are
 * needed where a small change of a large number is shown.
 */
export function tickTexts(values: readonly number[], language: string): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const gap = Math.min(...values.slice(1).map((value, i) => Math.abs(value - Number(values[i]))));
  const tells = (digits: number): boolean =>
    values.every((value) => Math.abs(Number(value.toPrecision(digits)) - value) < 0.05 * gap);
  let digits = 3;
  while (digits < 15 && !tells(digits)) digits++;
  const format = new Intl.NumberFormat(language, {
    notation: notationOf(largest, digits),
    maximumSignificantDigits: digits,
  });
  return values.map((value) => (value === 0 ? '0' : format.format(value)));
}

/** In which no text is long for zeros alone. */
function notationOf(largest: number, digits: number): Intl.NumberFormatOptions['notation'] {
  if (largest > 0 && largest < 1e-3) return 'scientific';
  if (digits <= 3) return largest < 1e5 ? 'standard' : 'compact';
  return largest < 1e7 ? 'standard' : 'scientific';
}

/** What makes an axis show its values so, in as much room as they need. */
export const valueAxis = (language: string): Pick<uPlot.Axis, 'size' | 'values'> => ({
  size: (_, texts) => Math.max(48, 14 + 7 * longest(texts ?? [])),
  values: (_, splits) => tickTexts(splits, language),
});

const longest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length));
