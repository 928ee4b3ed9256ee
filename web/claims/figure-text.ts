/** A number for people: three digits that count, of thousands four, grouped, with a power of ten where it is far from one. */
export function figureText(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return 'failed';
  const digits = Math.abs(value) >= 999.5 ? 4 : 3;
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [figures, power] = value.toExponential(2).split('e');
    const raised = [...String(Math.abs(Number(power)))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
    return `${figures} × 10${Number(power) < 0 ? '⁻' : ''}${raised.join('')}`;
  }
  if (size >= 1000) return rounded.toLocaleString('en');
  // Zeros at the end count, but not those of a number that has no more digits.
  return Math.abs(value - rounded) <= 1e-9 * size ? String(rounded) : value.toPrecision(digits);
}
