// The page of claims: verdicts and figures, judged from rows that the build has measured.

import { type Claim, claims, type Figure, inAllSetups, type Measured } from '../lab/claims.js';
import { experimentText, figureName, methodText } from '../language/experiment-text.js';
import { bindLanguageButton, t, translatePage } from '../language/language.js';
import { byId, element } from '../site/elements.js';
import { bindThemeButton } from '../site/theme.js';
import { figureText } from './figure-text.js';
import rows from './measured.generated.json' with { type: 'json' };

const measured = rows as Measured;
const mostTried = 0.99e10;

function main(): void {
  translatePage();
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  bindLanguageButton(byId('language'));
  claims.forEach((claim, i) => {
    const id = `claim-${i + 1}`;
    const link = element('a', { href: `#${id}` }, experimentText(claim.title));
    byId('summary').append(element('li', {}, verdictOf(claim), link));
    byId('claims').append(sectionOf(claim, id));
  });
}

function verdictOf(claim: Claim): HTMLElement {
  const verdict = claim.judge(measured);
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' });
  return element(
    'span',
    { class: 'verdict', 'data-verdict': verdict },
    mark,
    experimentText(verdict),
  );
}

function sectionOf(claim: Claim, id: string): HTMLElement {
  const { title, where, why, method, experiment } = claim;
  const run = element('a', { href: `./lab.html?experiment=${experiment}` }, t('claims.run'));
  const words = element(
    'div',
    {},
    element('h2', { id: `${id}-title` }, experimentText(title)),
    element('p', { class: 'where' }, verdictOf(claim), element('span', {}, experimentText(where))),
    element('p', { class: 'why' }, experimentText(why)),
    element('p', { class: 'run' }, run),
  );
  const numbers = element('div', {}, figuresTable(claim.figures(measured)));
  if (method) numbers.append(setupsTable(method, claim));
  return element('section', { id, 'aria-labelledby': `${id}-title` }, words, numbers);
}

/** Published figures beside those that were measured. */
function figuresTable(figures: readonly Figure[]): HTMLTableElement {
  const lines = figures.map(({ name, published, measured: value, unit = '' }) =>
    line(
      figureName(name),
      published === undefined ? '–' : figureText(published),
      valueText(value, unit),
    ),
  );
  return table('', ['', t('claims.published'), t('claims.measured')], lines);
}

/** The largest stiffness of a method in each set-up, and over the published one. */
function setupsTable(method: string, claim: Claim): HTMLTableElement {
  const published = claim.figures(measured).find((figure) => figure.published)?.published ?? 1;
  const lines = inAllSetups(measured, method).map(({ setup, title, kappaMax }) => {
    const name = element('a', { href: `./lab.html?experiment=kappa&setup=${setup}` });
    name.append(`${setup}: ${experimentText(title)}`);
    const share = kappaMax / published;
    const times =
      kappaMax > mostTried
        ? `> ${figureText(10 ** Math.floor(Math.log10(share)))}`
        : figureText(share);
    return line(name, valueText(kappaMax, 'N/m').replace(' N/m', ''), `${times} ×`);
  });
  const caption = t('claims.setups', { method: methodText(method) });
  return table(caption, ['', t('claims.measured.stiffness'), t('claims.over')], lines);
}

function table(caption: string, heads: string[], lines: HTMLElement[]): HTMLTableElement {
  const [, ...named] = heads;
  const head = element('tr', {}, element('td'));
  for (const text of named) head.append(element('th', { scope: 'col' }, text));
  const made = element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines));
  if (caption) made.prepend(element('caption', {}, caption));
  return made;
}

const line = (name: string | Node, ...values: string[]): HTMLElement =>
  element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    ...values.map((value) => element('td', {}, value)),
  );

/** A measured value in words where it stands at an end of what was tried. */
function valueText(value: number | string, unit: string): string {
  if (typeof value === 'string') return experimentText(value);
  if (unit === 'N/m' && value === 0) return t('claims.all-fail');
  if (unit === 'N/m' && value > mostTried) return t('claims.none-fails');
  return experimentText(figureText(value)).concat(unit && ` ${experimentText(unit)}`);
}

main();
