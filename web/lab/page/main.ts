// The laboratory page: a form that says what to run, and the results as they come in.
import 'uplot/dist/uPlot.min.css';
import { errorText } from '../../language/error-text.js';
import { experimentText, methodText } from '../../language/experiment-text.js';
import { bindLanguageButton, t, translatePage } from '../../language/language.js';
import { byId, element } from '../../site/elements.js';
import { bindThemeButton, onTheme } from '../../site/theme.js';
import { experiments, methodsOf } from '../experiment.js';
import { jsonOf } from '../json.js';
import { nameOf } from '../methods.js';
import { setups } from '../net.js';
import { legendList } from './legend.js';
import type { Row } from './messages.js';
import { looks, type Picture } from './pictures.js';
import { ResultsTable } from './results-table.js';
import { startRun } from './runner.js';
import { csvOf, saveText } from './save.js';

const [form, setup] = [byId<HTMLFormElement>('choices'), byId<HTMLSelectElement>('setup')];
const [run, progress] = [byId<HTMLButtonElement>('run'), byId<HTMLProgressElement>('progress')];

let experiment = 'kappa';
let rows: Row[] = [];
/** What was measured while the page is open, by experiment and set-up. */
const results = new Map<string, { variants: string[]; rows: Row[] }>();
let picture: Picture | undefined;
let table: ResultsTable | undefined;
let stop: (() => void) | undefined;

function main(): void {
  translatePage();
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  bindLanguageButton(byId('language'));
  fillForm();
  readAddress();
  choose();
  onTheme(drawPicture);
  void document.fonts.ready.then(drawPicture);
  form.addEventListener('change', changed);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (stop) cancel();
    else start();
  });
  byId('save-json').addEventListener('click', () =>
    saveText(fileName('json'), jsonOf(experiment, setup.value, rows), 'application/json'),
  );
  byId('save-csv').addEventListener('click', () =>
    saveText(fileName('csv'), csvOf(rows), 'text/csv'),
  );
}

const fileName = (ending: string): string => `holonom-${experiment}-${setup.value}.${ending}`;

function fillForm(): void {
  for (const [name, { title }] of Object.entries(looks)) {
    const input = element('input', { type: 'radio', name: 'experiment', value: name });
    byId('experiments').append(element('label', {}, input, title));
  }
  for (const [name, { title }] of Object.entries(setups))
    setup.append(element('option', { value: name }, `${name}: ${experimentText(title)}`));
}

/** The address names experiment and set-up, so that both can be linked to. */
function readAddress(): void {
  const asked = new URLSearchParams(location.search);
  const [name, at] = [asked.get('experiment') ?? '', asked.get('setup') ?? ''];
  if (name in looks) experiment = name;
  if (at in setups) setup.value = at;
}

function changed(event: Event): void {
  cancel();
  const { name, value } = event.target as HTMLInputElement;
  if (name === 'experiment') experiment = value;
  const address = new URLSearchParams(location.search);
  address.set('experiment', experiment);
  address.set('setup', setup.value);
  history.replaceState(null, '', `?${address}`);
  if (name === 'experiment') choose();
  else prepare();
}

/** Shows an experiment: its question and its methods. */
function choose(): void {
  const { needsSetup } = definition();
  const look = lookNow();
  const radio = form.querySelector<HTMLInputElement>(`[value="${experiment}"]`);
  if (radio) radio.checked = true;
  byId('results-heading').textContent = look.title;
  byId('question').textContent = look.question;
  const kept = results.get(resultsKey());
  setup.disabled = !needsSetup;
  byId('setup-hint').textContent = t(needsSetup ? 'lab.setup.hint' : 'lab.setup.own');
  byId('methods').replaceChildren(
    ...methodsOf(definition()).map((method) => {
      const name = nameOf(method);
      const input = element('input', { type: 'checkbox', name: 'method', value: name });
      const slow = (method as { slow?: string }).slow;
      input.checked = kept ? kept.variants.includes(name) : !slow;
      const text = element('span', {}, methodText(name));
      if (slow) text.append(element('small', {}, experimentText(slow)));
      return element('label', {}, input, text);
    }),
  );
  prepare();
}

const resultsKey = (): string =>
  definition().needsSetup ? `${experiment} ${setup.value}` : experiment;

const definition = () => experiments[experiment] as (typeof experiments)[string];
const lookNow = () => looks[experiment] as (typeof looks)[string];

const variants = (): string[] =>
  [...form.querySelectorAll<HTMLInputElement>('[name=method]:checked')].map(({ value }) => value);

const chosen = () => methodsOf(definition()).filter((one) => variants().includes(nameOf(one)));

const plan = (): Row[] => definition().plan(chosen()) as Row[];

/** Shows what was measured of it, if anything was, or else what will be run. */
function prepare(): void {
  const kept = results.get(resultsKey());
  setOut(kept && String(kept.variants) === String(variants()) ? kept.rows : []);
}

/** Sets out a run, with the published figures and room for the measured ones. */
function setOut(measured: Row[]): void {
  rows = measured;
  const names = variants();
  byId('method-count').textContent = t('lab.methods.count', {
    chosen: names.length,
    all: methodsOf(definition()).length,
  });
  run.disabled = names.length === 0;
  table = new ResultsTable(byId('table'), definition(), plan());
  for (const [i, row] of rows.entries()) table.set(i, row);
  byId('legend').replaceChildren(...legendList(lookNow().legend(plan())));
  byId('command').textContent =
    `npm run lab -- ${experiment}${definition().needsSetup ? ` --setup ${setup.value}` : ''}`;
  showProblem('');
  progress.max = plan().length || 1;
  showProgress(rows.length, t('lab.rows', { count: plan().length }));
  allowSaving();
  drawPicture();
}

function drawPicture(): void {
  picture?.dispose();
  const read = (text: string): void => {
    byId('readout').textContent = text || '\u00a0';
  };
  picture = undefined;
  if (variants().length > 0) picture = lookNow().draw(byId('plot'), plan(), rows, read);
  else byId('plot').replaceChildren();
  byId('plot').setAttribute('aria-label', t('lab.plot', { title: lookNow().title }));
  byId('legend').replaceChildren(...legendList(lookNow().legend(plan())));
}

function start(): void {
  setOut([]);
  results.set(resultsKey(), { variants: variants(), rows });
  const planned = plan().length;
  const begin = performance.now();
  let beyond = 0;
  let due = 0;
  const show = (): void => {
    due = 0;
    const done = rows.length + beyond;
    const { method } = plan()[rows.length] ?? {};
    const text = t('lab.so-far', { done: rows.length, count: planned, time: since(begin) });
    showProgress(done, method ? `${text}, ${method}` : text);
    picture?.update();
  };
  const later = (): void => {
    due ||= requestAnimationFrame(show);
  };
  const clock = setInterval(later, 500);
  const finish = (text: string): void => {
    clearInterval(clock);
    cancelAnimationFrame(due);
    stop = undefined;
    run.textContent = t('lab.run');
    showProgress(rows.length, text);
    say(text);
    picture?.update();
    allowSaving();
  };
  const end = startRun(
    { experiment, setup: setup.value, variants: variants() },
    {
      row(row) {
        table?.set(rows.length, row);
        rows.push(row);
        beyond = 0;
        later();
      },
      progress(rowsBeyond) {
        beyond = Math.min(rowsBeyond, planned - rows.length);
        later();
      },
      ended(error) {
        if (error)
          showProblem(t('lab.problem', { title: lookNow().title, error: errorText(error) }));
        finish(
          error
            ? t('lab.failed', { done: rows.length, count: planned })
            : t('lab.done', { count: planned, time: since(begin) }),
        );
      },
    },
  );
  stop = () => {
    end();
    finish(t('lab.stopped', { done: rows.length, count: planned }));
  };
  run.textContent = t('lab.stop');
  say(t('lab.measuring', { count: planned }));
}

function cancel(): void {
  stop?.();
}

const since = (begin: number): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

function showProgress(done: number, text: string): void {
  progress.value = done;
  byId('progress-text').textContent = text;
}

function showProblem(text: string): void {
  byId('problem').textContent = text;
  byId('problem').hidden = text === '';
}

function allowSaving(): void {
  for (const id of ['save-json', 'save-csv'])
    byId<HTMLButtonElement>(id).disabled = rows.length === 0;
}

function say(text: string): void {
  byId('status').textContent = text;
}

main();
