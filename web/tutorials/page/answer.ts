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

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻';
/** ⁻³ as ^-3. */
const raised = (power: string): string =>
  `^${[...power].map((sign) => '0123456789-'[superscripts.indexOf(sign)]).join('')}`;

const amount = /^([+-]?\s*(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*/i;
const times = /^([*×x·/÷])\s*(?=[+-]?\s*\.?\d)/;

/** Reads 1.5, 1,5, −3/2, 1.5e-3, 1.5 × 10⁻³ and products like 1/2 * 9.81, with what follows. */
export function readNumber(text: string): { value: number; rest: string } | undefined {
  let left = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, raised)
    .replace(/\s*[×x*·]\s*10\s*(?:\^|\*\*)\s*\{?(-?\d+)\}?/, 'e$1')
    .replace(/^([+-]?\d+),(\d+)/, '$1.$2');
  let value = 1;
  for (let sign = '*'; ; ) {
    const found = amount.exec(left);
    if (!found) return undefined;
    const one = Number(found[1]?.replace(/\s/g, ''));
    value = sign === '/' || sign === '÷' ? value / one : value * one;
    left = left.slice(found[0].length);
    const next = times.exec(left);
    if (!next) break;
    sign = next[1] as string;
    left = left.slice(next[0].length);
  }
  return Number.isFinite(value) ? { value, rest: left } : undefined;
}

const squeezed = (unit: string): string =>
  unit
    .toLowerCase()
    .replace(/[\s·*]/g, '')
    .replace('²', '^2');

const prefixes: Readonly<Record<string, number>> = { k: 1e3, c: 1e-2, m: 1e-3 };
const degrees = /^(deg|degrees?|도)$/;

/** What a number in one unit is to be multiplied by to be in another, if they are of one kind. */
function factorOf(given: string, unit: string): number | undefined {
  const [from, to] = [squeezed(given), squeezed(unit)];
  if (from === to || from === '' || (to === '°' && degrees.test(from))) return 1;
  if (to === '°' && from === 'rad') return 180 / Math.PI;
  return to !== '' && from.slice(1) === to ? prefixes[from[0] as string] : undefined;
}

/** Judges an answer. */
export function judge(text: string, { value, within, unit }: Asked): Verdict {
  if (text.trim() === '') return 'answer.empty';
  const read = readNumber(text);
  if (!read) return 'answer.unread';
  const factor = factorOf(read.rest, unit);
  if (factor === undefined) return unit ? 'answer.unit' : 'answer.unread';
  const answer = factor * read.value;
  const wanted = Number(value);
  const isNear = (given: number, reach = within): boolean =>
    Math.abs(given - wanted) <= reach * (1 + 1e-9) + 1e-12 * Math.abs(wanted);
  if (isNear(answer)) return 'right';
  if (wanted !== 0 && isNear(-answer)) return 'answer.sign';
  for (let power = -6; power <= 6; power++)
    if (power !== 0 && isNear(answer * 10 ** power)) return 'answer.power';
  for (const times of [2, 3, 4, 6])
    if (isNear(answer * times) || isNear(answer / times)) return { factor: times };
  return isNear(answer, 3 * within) ? 'answer.near' : 'answer.far';
}
