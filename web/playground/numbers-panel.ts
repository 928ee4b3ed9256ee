import { diagnosticNames, type World } from 'holonom';
import { t } from '../language/language.js';
import { element } from '../site/elements.js';
import { softObjectsOf } from '../site/soft-objects.js';

const stageNames = [
  'broadPhase',
  'narrowPhase',
  'prepare',
  'solve',
  'particles',
  'springs',
  'finish',
] as const;
const stages = stageNames.map((name) => ({
  name,
  index: (diagnosticNames as readonly string[]).indexOf(`ms.${name}`),
  average: 0,
}));

/** Times, energies and counts, a few times a second. */
export class NumbersPanel {
  readonly #cells = new Map<string, HTMLElement>();
  readonly #strip = element('canvas', {
    class: 'strip',
    role: 'img',
    'aria-label': t('numbers.step'),
  });
  readonly #steps = new Float32Array(150);
  #next = 0;
  #shown = 0;
  #average = 0;

  constructor(panel: HTMLElement) {
    panel.replaceChildren(
      this.#table(t('numbers.time'), [
        ['frame', t('numbers.frame'), ''],
        ['step', t('numbers.step'), 'strong'],
        ...stageNames.map((name): [string, string, string] => [
          name,
          t(`numbers.${name}`),
          'stage-row',
        ]),
      ]),
      this.#strip,
      this.#table(t('numbers.energy'), [
        ['kinetic', t('numbers.kinetic'), ''],
        ['potential', t('numbers.potential'), ''],
        ['elastic', t('numbers.elastic'), ''],
        ['total', t('numbers.total'), 'strong'],
      ]),
      this.#table(t('numbers.counts'), [
        ['bodies', t('numbers.bodies'), ''],
        ['points', t('numbers.points'), ''],
        ['contacts', t('numbers.contacts'), ''],
        ['penetration', t('numbers.penetration'), ''],
        ['time', t('numbers.clock'), ''],
      ]),
    );
  }

  /** Takes note of a step. Unit: ms. */
  addStep(milliseconds: number, world: World): void {
    this.#steps[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % this.#steps.length;
    this.#average += 0.05 * (milliseconds - this.#average);
    // Clocks of browsers are coarse: single stages show only in the average.
    const { diagnostics } = world;
    for (const stage of stages) {
      stage.average += 0.05 * ((diagnostics[stage.index] as number) - stage.average);
    }
  }

  /** Time of a step, smoothed. Unit: ms. */
  get stepTime(): number {
    return this.#average;
  }

  /** Shows the numbers if the last time is long enough ago to read them. */
  update(now: number, world: World, frameTime: number): void {
    if (now - this.#shown < 200) return;
    this.#shown = now;
    const { energy, statistics } = world;
    this.#set('frame', frameTime.toFixed(1));
    this.#set('step', this.#average.toFixed(2));
    for (const { name, average } of stages) this.#set(name, average.toFixed(2));
    for (const [name, value] of Object.entries(energy)) this.#set(name, energyText(value));
    this.#set('bodies', String(world.bodies.length));
    this.#set('points', String(pointCount(world)));
    this.#set('contacts', String(statistics.contacts));
    this.#set('penetration', (1000 * statistics.deepestPenetration).toFixed(1));
    this.#set('time', world.time.toFixed(1));
    this.#draw();
  }

  #table(
    caption: string,
    rows: [key: string, name: string, className: string][],
  ): HTMLTableElement {
    const body = element('tbody');
    for (const [key, name, className] of rows) {
      const cell = element('td', {}, '–');
      this.#cells.set(key, cell);
      body.append(
        element(
          'tr',
          className ? { class: className } : {},
          element('th', { scope: 'row' }, name),
          cell,
        ),
      );
    }
    return element('table', { class: 'readouts' }, element('caption', {}, caption), body);
  }

  #set(key: string, text: string): void {
    const cell = this.#cells.get(key);
    if (cell && cell.textContent !== text) cell.textContent = text;
  }

  /** The last steps as bars, with a line at the length of a frame at 60 Hz or at the tallest bar. */
  #draw(): void {
    const { clientWidth, clientHeight } = this.#strip;
    if (clientWidth === 0) return;
    const ratio = Math.min(devicePixelRatio, 2);
    this.#strip.width = clientWidth * ratio;
    this.#strip.height = clientHeight * ratio;
    const context = this.#strip.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    const top = Math.max(1, ...this.#steps) * 1.1;
    const width = clientWidth / this.#steps.length;
    context.fillStyle = getComputedStyle(this.#strip).color;
    this.#steps.forEach((_, i) => {
      const value = this.#steps[(this.#next + i) % this.#steps.length] as number;
      const height = (value / top) * clientHeight;
      context.fillRect(i * width, clientHeight - height, Math.max(1, width - 0.5), height);
    });
  }
}

function pointCount(world: World): number {
  let count = 0;
  for (const object of softObjectsOf(world)) count += object.count;
  return count;
}

function energyText(value: number): string {
  return Math.abs(value) >= 1e5
    ? value.toExponential(2).replace('e+', 'e')
    : value.toFixed(Math.abs(value) < 100 ? 2 : 0);
}
