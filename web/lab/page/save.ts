// Results as files.
import { element } from '../../site/elements.js';
import type { Row } from './messages.js';

/** Offers a text as a download. */
export function saveText(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** A line of names, and a line for each row. Lists and options are written as JSON. */
export function csvOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
