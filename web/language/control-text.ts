// The words of scenes' controls and tags in the language of the page. Scenes of the reader keep their own.
import type { Control } from '../scenes/scene.js';
import { controlsInKorean } from './controls.ko.js';
import { language } from './language.js';

/** A word or sentence of a control or tag. */
export const controlWord = (text: string): string =>
  language === 'ko' ? (controlsInKorean[text] ?? text) : text;

/** A control with its words in the language of the page. */
export function controlText(control: Control): Control {
  if (language === 'en') return control;
  const words = {
    ...control,
    label: controlWord(control.label),
    ...(control.help ? { help: controlWord(control.help) } : {}),
  };
  if (!('options' in words)) return words;
  const options = Object.entries(words.options).map(([name, text]) => [name, controlWord(text)]);
  return { ...words, options: Object.fromEntries(options) };
}
