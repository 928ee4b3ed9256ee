/** A number for people: three digits that count, grouped, with a power of ten where it is far from one. */
export function figureText(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return 'failed';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const power = Math.floor(Math.log10(size));
    const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
    const raised = [...String(Math.abs(power))].map((digit) => digits[Number(digit)]).join('');
    return `${(value / 10 ** power).toPrecision(3)} × 10${power < 0 ? '⁻' : ''}${raised}`;
  }
  return size >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}
