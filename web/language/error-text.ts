// The refusals of the library in the language of the page: `path: got value, expected what`, and its few other forms.
import { phrases, sentences } from './errors.ko.js';
import { language } from './language.js';

/** What would be accepted, in Korean; the English where there is none. */
function allowedInKorean(allowed: string): string {
  for (const [english, korean] of phrases) {
    const parts = english.exec(allowed);
    if (parts) return korean(...parts.slice(1).map(allowedInKorean));
  }
  return allowed;
}

/** The message of an error. Those of the browser and of TypeScript stay as they are. */
export function errorText(message: string): string {
  if (language === 'en') return message;
  for (const [english, korean] of sentences) {
    const found = english.exec(message);
    if (!found) continue;
    const parts = found.groups ?? {};
    return korean({
      ...parts,
      ...(parts.allowed && { allowed: allowedInKorean(parts.allowed) }),
    });
  }
  return message;
}
