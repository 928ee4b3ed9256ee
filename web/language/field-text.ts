// What fields of the tables are called and what is said about them, in the language of the page.
import type { FieldDefinition } from 'holonom';
import { fieldsInKorean } from './fields.ko.js';
import { language } from './language.js';

/** Label and help of a field of a kind or structure. */
export function fieldText(
  owner: string,
  { name, help = '' }: FieldDefinition,
): { label: string; help: string } {
  const korean = fieldsInKorean[`${owner}.${name}`] ?? fieldsInKorean[`*.${name}`];
  if (language === 'ko' && korean) return { label: korean[0], help: korean[1] };
  return { label: labelOf(name), help };
}

/** What is said about a kind or structure itself. */
export function kindHelp({ name, help }: { readonly name: string; readonly help: string }): string {
  return (language === 'ko' && fieldsInKorean[name]?.[1]) || help;
}

/** `linearVelocity` as "Linear velocity". */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]?.toUpperCase() + words.slice(1);
}
