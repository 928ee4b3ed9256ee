// The words of the experiments and claims in the language of the page. Names of methods are those of the API.
import { experimentsInKorean } from './experiments.ko.js';
import { language } from './language.js';

/** A word or sentence of an experiment or claim; what has no Korean (numbers, names of methods) stays. */
export const experimentText = (text: string): string =>
  language === 'ko' ? (experimentsInKorean[text] ?? text) : text;

/** A method with its options, as experiments call it, such as `jacobi, 5 sweeps`. */
export const methodText = (name: string): string => name.split(', ').map(experimentText).join(', ');

/** What figures of claims say besides the name of a method. */
const figures: readonly [english: RegExp, korean: (...parts: string[]) => string][] = [
  [/^(.+) at (\S+) h_c fails after$/, (who, ratio) => `${who}, ${ratio} h_c에서 실패하기까지`],
  [/^springs that do nothing at (\S+) h_c$/, (ratio) => `${ratio} h_c에서 쉬는 스프링`],
  [/^(.+), (\d+) nodes, over Euler$/, (who, nodes) => `${who}, 절점 ${nodes}개, 오일러에 대해`],
  [/^(.+): exponent in the number of nodes$/, (who) => `${who}: 절점 수에 대한 지수`],
  [/^(.+) at (\S+) N\/m$/, (who, stiffness) => `${who}, ${stiffness} N/m`],
];

/** The name of a figure of a claim. */
export function figureName(name: string): string {
  if (language === 'en') return name;
  for (const [english, korean] of figures) {
    const parts = english.exec(name);
    if (parts) return korean(...parts.slice(1).map(methodText));
  }
  return methodText(name);
}
