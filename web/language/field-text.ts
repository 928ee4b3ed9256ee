// What fields of the tables are called and what is said about them, in the language of the page.
import type { FieldDefinition } from 'holonom';

/** Label and help of a field of a kind or structure. */
export function fieldText(
  _owner: string,
  { name, help }: FieldDefinition,
): { label: string; help: string } {
  return { label: labelOf(name), help: help ?? '' };
}

/** `linearVelocity` as "Linear velocity". */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]?.toUpperCase() + words.slice(1);
}
