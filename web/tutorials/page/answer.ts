// Whether an answer in numbers is right, and if not, what is missing.

/** What is asked for. */
export interface Asked {
  readonly value: number | string;
  readonly within: number;
  /** '' where it has none. */
  readonly unit: string;
}

/** The verdict: right, or the name of what is wrong. */
export type Verdict =
  | 'right'
  | 'answer.empty'
  | 'answer.unread'
  | 'answer.unit'
  | 'answer.sign'
  | 'answer.power'
  | 'answer.near'
  | 'answer.far'
  | { readonly factor: number };

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Reads 1.5, 1,5, −3/2, 1.5e-3 and 1.5 × 10⁻³, with what follows it. */
export function readNumber(text: string): { value: number; rest: string } | undefined {
  const plain = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (sign) => String(superscripts.indexOf(sign)))
    .replace(/⁻/g, '-')
    .replace(/\s*(?:[×x*·]\s*10\s*(?:\^|\*\*)?\s*)\{?(-?\d+)\}?/, 'e$1')
    .replace(/^([+-]?\d+),(\d+)/, '$1.$2');
  const found =
    /^([+-]?\s*(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:\s*\/\s*(\d+\.?\d*))?\s*(.*)$/i.exec(plain);
  if (!found) return undefined;
  const value = Number(found[1]?.replace(/\s/g, '')) / Number(found[2] ?? 1);
  return Number.isFinite(value) ? { value, rest: found[3] ?? '' } : undefined;
}

const squeezed = (unit: string): string =>
  unit
    .toLowerCase()
    .replace(/[\s·*]/g, '')
    .replace('²', '^2');

/** Judges an answer. */
export function judge(text: string, { value, within, unit }: Asked): Verdict {
  if (text.trim() === '') return 'answer.empty';
  const read = readNumber(text);
  if (!read) return 'answer.unread';
  if (read.rest && squeezed(read.rest) !== squeezed(unit))
    return unit ? 'answer.unit' : 'answer.unread';
  const wanted = Number(value);
  const isNear = (given: number, reach = within): boolean =>
    Math.abs(given - wanted) <= reach * (1 + 1e-9) + 1e-12 * Math.abs(wanted);
  if (isNear(read.value)) return 'right';
  if (wanted !== 0 && isNear(-read.value)) return 'answer.sign';
  for (let power = -6; power <= 6; power++)
    if (power !== 0 && isNear(read.value * 10 ** power)) return 'answer.power';
  for (const factor of [2, 3, 4, 6])
    if (isNear(read.value * factor) || isNear(read.value / factor)) return { factor };
  return isNear(read.value, 3 * within) ? 'answer.near' : 'answer.far';
}
