// What was refused, in the language of the page: by the library or by the site.
import { errorMessage, type HolonomError } from 'holonom';
import { errorsInKorean } from './errors.ko.js';
import { language } from './language.js';
import { filled, toldOf } from './site-error.js';
import { siteErrorsInKorean } from './site-errors.ko.js';

/** The words of an error. Those of the browser and of TypeScript stay as they are. */
export function errorText(error: unknown): string {
  const told = language === 'en' ? undefined : toldOf(error);
  if (!told) return String((Object(error) as { message?: unknown }).message ?? error);
  return 'library' in told
    ? errorMessage(told.library, errorsInKorean)
    : filled(siteErrorsInKorean[told.site], told.values);
}

/** What would be accepted, where the message doesn't tell it. */
export function allowedText(error: HolonomError): string {
  if (error.message.includes(error.allowed)) return '';
  if (language === 'en') return error.allowed;
  const sentences = { ...errorsInKorean.sentences, [error.rule]: '{allowed}' };
  return errorMessage(error.toJSON(), { ...errorsInKorean, sentences });
}
