// The refusals of the library in the language of the page: `path: got value, expected what`, and its few other forms.
import { phrases, sentences } from './errors.ko.js';
import { language } from './language.js';

/** What was given, or would be accepted, in Korean; as it is where there is none. */
function phraseInKorean(phrase: string): string {
  for (const [english, korean] of phrases) {
    const parts = english.exec(phrase);
    if (parts) return korean(...parts.slice(1).map((part) => part && phraseInKorean(part)));
  }
  return phrase;
}

const said = ['value', 'allowed', 'found', 'place', 'reason'];

/** The message of an error. Those of the browser and of TypeScript stay as they are. */
export function errorText(message: string): string {
  if (language === 'en') return message;
  for (const [english, korean] of sentences) {
    const found = english.exec(message);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {});
    return korean(
      Object.fromEntries(
        parts.map(([name, part]) => [
          name,
          said.includes(name) && part !== undefined ? phraseInKorean(part) : part,
        ]),
      ),
    );
  }
  return message;
}

/** What would be accepted, where it is told apart from the message. */
export const allowedText = (allowed: string): string =>
  language === 'en' ? allowed : phraseInKorean(allowed);
