// The page of claims: verdicts and figures, judged from rows that the build has measured.
import { type Claim, claims, type Figure, inAllSetups, type Measured } from '../lab/claims.js';
import { byId, element } from '../site/elements.js';
import { bindThemeButton } from '../site/theme.js';
import { figureText } from './figure-text.js';
import rows from './measured.generated.json' with { type: 'json' };

const measured = rows as Measured;
const mostTried = 0.99e10;

function main(): void {
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  claims.forEach((claim, i) => {
    const id = `claim-${i + 1}`;
    const link = element('a', { href: `#${id}` }, claim.title);
    byId('summary').append(element('li', {}, verdictOf(claim), link));
    byId('claims').append(sectionOf(claim, id));
  });
}

function verdictOf(claim: Claim): HTMLElement {
  const verdict = claim.judge(measured);
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' });
  return element('span', { class: 'verdict', 'data-verdict': verdict }, mark, verdict);
}

function sectionOf(claim: Claim, id: string): HTMLElement {
  const { title, where, why, method, experiment } = claim;
  const run = element('a', { href: `./lab.html?experiment=${experiment}` }, 'Run it yourself');
  const words = element(
    'div',
    {},
    element('h2', { id: `${id}-title` }, title),
    element('p', { class: 'where' }, verdictOf(claim), element('span', {}, where)),
    element('p', { class: 'why' }, why),
    element('p', { class: 'run' }, run),
  );
  const numbers = element('div', {}, figuresTable(claim.figures(measured)));
  if (method) numbers.append(setupsTable(method, claim));
  return element('section', { id, 'aria-labelledby': `${id}-title` }, words, numbers);
}

/** Published figures beside those that were measured. */
function figuresTable(figures: readonly Figure[]): HTMLTableElement {
  const lines = figures.map(({ name, published, measured: value, unit = '' }) =>
    line(name, published === undefined ? '–' : figureText(published), valueText(value, unit)),
  );
  return table('', ['', 'published', 'measured'], lines);
}

/** The largest stiffness of a method in each set-up, and over the published one. */
function setupsTable(method: string, claim: Claim): HTMLTableElement {
  const published = claim.figures(measured).find((figure) => figure.published)?.published ?? 1;
  const lines = inAllSetups(measured, method).map(({ setup, title, kappaMax }) => {
    const name = element('a', { href: `./lab.html?experiment=kappa&setup=${setup}` });
    name.append(`${setup}: ${title}`);
    const least = kappaMax > mostTried ? '> ' : '';
    const share = `${least}${figureText(kappaMax / published)} ×`;
    return line(name, valueText(kappaMax, 'N/m').replace(' N/m', ''), share);
  });
  const caption = `${method}, 1 kg a node, in every set-up`;
  return table(caption, ['', 'measured, N/m', 'over published'], lines);
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
  if (typeof value === 'string') return `${value} ${unit === 's' ? '' : unit}`.trim();
  if (unit === 'N/m' && value === 0) return 'fails at all tried';
  if (unit === 'N/m' && value > mostTried) return 'none tried fails';
  return `${figureText(value)} ${unit}`.trim();
}

main();
