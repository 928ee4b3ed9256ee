// The page that runs one scene under several methods at once: cameras locked, plots together, a table of the rest.
import 'uplot/dist/uPlot.min.css';
import { definitions, FixedStepClock, type Holonom, loadHolonom } from 'holonom';
import uPlot from 'uplot';
import { errorText } from '../language/error-text.js';
import { bindLanguageButton, language, t, translatePage } from '../language/language.js';
import { sceneText } from '../language/scene-text.js';
import { scenes } from '../scenes/index.js';
import { byId, element } from '../site/elements.js';
import { bindThemeButton, onTheme } from '../site/theme.js';
import { valueAxis } from '../site/value-axis.js';
import type { MethodKind } from './build-scene.js';
import { Lane, NoGraphics } from './lane.js';
import { type LaneError, Reference } from './reference.js';

const usual = {
  solver: ['soft-step', 'pgs', 'xpbd'],
  integrator: ['symplectic-euler', 'hybrid', 'backward-euler'],
} as const;
const most = 4;
const clock = new FixedStepClock();
const address = new URLSearchParams(location.search);
let lanes: Lane[] = [];
let reference: Reference | undefined;
let plot: uPlot | undefined;
let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;

const optionsOf = (kindName: string, field: string): readonly string[] =>
  definitions.kinds.find(({ name }) => name === kindName)?.fields.find(({ name }) => name === field)
    ?.options ?? [];

/** Scenes of springs are compared by integrator, all others by solver. */
const kindOf = (name: string): MethodKind =>
  scenes.get(name)?.tags[0] === 'springs' ? 'integrator' : 'solver';
const methodsOf = (kind: MethodKind): readonly string[] =>
  kind === 'solver' ? optionsOf('world', 'solver') : optionsOf('springNetwork', 'integrator');

const overlaid = () => byId<HTMLInputElement>('overlaid');

function chosen(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('#methods :checked')].map(
    ({ value }) => value,
  );
}

/** Shows the methods there are, with those of `asked` chosen that are among them, or else the usual ones. */
function showMethods(kind: MethodKind, asked: readonly string[]): void {
  const methods = methodsOf(kind);
  const known = methods.filter((method) => asked.includes(method)).slice(0, most);
  const first: readonly string[] = known.length > 0 ? known : usual[kind];
  byId('methods').replaceChildren(
    ...methods.map((method) => {
      const input = element('input', { type: 'checkbox', value: method });
      input.checked = first.includes(method);
      return element('label', {}, input, method);
    }),
  );
  limitChoice();
}

/** Offers no more methods than can be shown, and lets the last one stay. */
function limitChoice(): void {
  const { length } = chosen();
  for (const input of document.querySelectorAll<HTMLInputElement>('#methods input'))
    input.disabled = input.checked ? length <= 1 : length >= most;
}

function showProblem(words: string): void {
  const problem = byId('problem');
  problem.hidden = words === '';
  problem.textContent = words;
}

function showLost(): void {
  showProblem(lanes.some(({ lost }) => lost) ? t('stage.lost') : '');
}

function build(holonom: Holonom): void {
  for (const lane of lanes) lane.dispose();
  reference?.dispose();
  lanes = [];
  const name = byId<HTMLSelectElement>('scene').value;
  const scene = scenes.get(name);
  if (!scene) return;
  showProblem('');
  chosen().forEach((method, series) => {
    try {
      const ghost = overlaid().checked && lanes.length > 0;
      lanes.push(new Lane(holonom, scene, { kind: kindOf(name), method, series, ghost }, showLost));
    } catch (error) {
      showProblem(
        error instanceof NoGraphics ? t('compare.no-graphics') : `${method}: ${errorText(error)}`,
      );
    }
  });
  byId('lanes').toggleAttribute('data-overlaid', overlaid().checked);
  byId('lanes').append(...lanes.map((lane) => lane.figure));
  for (const lane of lanes) lane.stage.controls?.addEventListener('change', () => lockTo(lane));
  const shown = `?scene=${name}&methods=${chosen().join(',')}`;
  history.replaceState(null, '', overlaid().checked ? `${shown}&overlaid` : shown);
  const methods = lanes.map(({ method }) => method);
  reference = new Reference(lanes, { scene: name, kind: kindOf(name), methods, dt: clock.dt });
  makePlot();
  makeTable();
}

let locking = false;

/** Looks from everywhere as from there. */
function lockTo(leader: Lane): void {
  if (locking) return;
  locking = true;
  for (const lane of lanes) {
    if (lane === leader || !lane.stage.controls || !leader.stage.controls) continue;
    lane.stage.camera.position.copy(leader.stage.camera.position);
    lane.stage.controls.target.copy(leader.stage.controls.target);
    lane.stage.controls.update();
  }
  locking = false;
}

function color(name: string): string {
  return getComputedStyle(document.body).getPropertyValue(name).trim();
}

function makePlot(): void {
  plot?.destroy();
  const room = byId('plot');
  const axis: uPlot.Axis = {
    stroke: getComputedStyle(document.body).color,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  plot = new uPlot(
    {
      width: room.clientWidth,
      height: 220,
      legend: { show: false },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 26, values: (_, splits) => splits.map((value) => `${value} s`) },
        { ...axis, ...valueAxis(language) },
      ],
      series: [
        {},
        ...lanes.map((lane, i) => ({
          label: lane.method,
          stroke: color(`--series-${i + 1}`),
          width: 2,
          points: { show: false },
          ...(i > 0 ? { dash: [10 - 2 * i, 2 + i] } : {}),
        })),
      ],
    },
    dataOf(),
    room,
  );
}

const dataOf = (): uPlot.AlignedData =>
  [lanes[0]?.times ?? [], ...lanes.map((lane) => lane.energies)] as uPlot.AlignedData;

const columns = [
  'compare.cost',
  'compare.error',
  'compare.drift',
  'plot.penetration',
  'compare.apart',
] as const;

function makeTable(): void {
  const rows = lanes.map((lane, i) => {
    const mark = element('i', { class: 'line-mark', 'aria-hidden': 'true' });
    mark.style.borderTopColor = `var(--series-${i + 1})`;
    // On a phone, where a row stands on end, each value has its words beside it.
    const cells = columns.map((name) => element('td', { 'data-label': t(name) }, '–'));
    return element('tr', {}, element('th', { scope: 'row' }, mark, lane.method), ...cells);
  });
  document.querySelector('#table tbody')?.replaceChildren(...rows);
}

/** Where there is no error, why. */
function errorIn(error: LaneError = { missing: 'waiting' }): string {
  if ('missing' in error) return `– ${t(`compare.error.${error.missing}`)}`;
  const time = error.until.toFixed(1);
  return t('compare.error.until', { error: error.rms.toPrecision(3), time });
}

function showNumbers(): void {
  const rows = document.querySelectorAll<HTMLTableRowElement>('#table tbody tr');
  lanes.forEach((lane, i) => {
    const drift = (lane.energies.at(-1) ?? 0) - (lane.energies[0] ?? 0);
    const apart = lane === lanes[0] ? '–' : lane.apartFrom(lanes[0] as Lane).toPrecision(3);
    const texts = [
      lane.cost.toFixed(2),
      errorIn(reference?.errorOf(lane)),
      drift.toPrecision(3),
      lane.overlap.toFixed(2),
      apart,
    ];
    texts.forEach((text, k) => {
      const cell = rows[i]?.cells[k + 1];
      if (cell) cell.textContent = text;
    });
  });
  plot?.setData(dataOf());
}

async function main(): Promise<void> {
  translatePage();
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  bindLanguageButton(byId('language'));
  const select = byId<HTMLSelectElement>('scene');
  for (const [name, scene] of scenes)
    if (!scene.meshes)
      select.append(element('option', { value: name }, sceneText(name, scene).title));
  const asked = address.get('scene') ?? '';
  select.value = scenes.has(asked) ? asked : 'heavy-chain';
  if (!select.value) select.selectedIndex = 0;
  showMethods(kindOf(select.value), address.get('methods')?.split(',') ?? []);
  overlaid().checked = address.has('overlaid');
  const holonom = await loadHolonom();
  build(holonom);
  select.addEventListener('change', () => {
    showMethods(kindOf(select.value), chosen());
    build(holonom);
  });
  overlaid().addEventListener('change', () => build(holonom));
  byId('methods').addEventListener('change', () => {
    limitChoice();
    build(holonom);
  });
  byId('reset').addEventListener('click', () => build(holonom));
  const pause = byId('pause');
  const show = (): void => {
    pause.textContent = t(paused ? 'play' : 'pause');
    clock.reset();
  };
  pause.addEventListener('click', () => {
    paused = !paused;
    show();
  });
  show();
  onTheme((theme) => {
    for (const lane of lanes) lane.setTheme(theme);
    makePlot();
  });
  new ResizeObserver(() => plot?.setSize({ width: byId('plot').clientWidth, height: 220 })).observe(
    byId('plot'),
  );
  run();
}

function run(): void {
  let [last, shown] = [0, 0];
  const frame = (now: number): void => {
    requestAnimationFrame(frame);
    // All take the same steps, however long each of them needs.
    const due = paused ? 0 : clock.advance((now - last) / 1000);
    last = now;
    for (let i = 0; i < due; i++) for (const lane of lanes) lane.step(clock);
    for (const lane of lanes) lane.draw(paused ? 1 : clock.share);
    if (now - shown < 200) return;
    shown = now;
    showNumbers();
  };
  requestAnimationFrame(frame);
}

main().catch((error: unknown) => {
  showProblem(errorText(error));
});
