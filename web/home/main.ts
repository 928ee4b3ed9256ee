// The start page: three small worlds that run while they are in sight, and the list of scenes.

import { FixedStepClock, type Holonom, loadHolonom } from 'holonom';
import { PointerDragger, Stage, WorldView } from 'holonom/three';
import { Gallery } from '../gallery/gallery.js';
import { errorText } from '../language/error-text.js';
import { bindLanguageButton, type TextName, t, translatePage } from '../language/language.js';
import { byId } from '../site/elements.js';
import { fact } from '../site/facts.js';
import { bindThemeButton, onTheme } from '../site/theme.js';
import { figures, invisible } from './figures.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A figure: its world, its picture and its line of numbers. */
class Figure {
  readonly #stage: Stage;
  readonly #view: WorldView;
  readonly #dragger: PointerDragger;
  readonly #clock = new FixedStepClock();
  readonly #count: HTMLElement;
  readonly #beforeStep: ((time: number) => void) | undefined;
  readonly #size: string;
  #inSight = false;
  #running = !calm;
  #last = 0;
  #average = 0;
  #frames = 0;

  constructor(holonom: Holonom, figure: HTMLElement) {
    const canvas = figure.querySelector('canvas') as HTMLCanvasElement;
    this.#count = figure.querySelector('.count') as HTMLElement;
    const scene = figures[figure.dataset.figure as string];
    if (!scene) throw new Error(`there is no figure '${figure.dataset.figure}'`);
    const world = holonom.createWorld(scene.settings ?? {});
    const run = scene.build({ world, values: {}, meshes: {} });
    this.#beforeStep = run?.beforeStep?.bind(run);
    this.#stage = new Stage(canvas, { transparent: true, controls: false, fieldOfView: 30 });
    this.#stage.frame(scene.camera);
    this.#view = new WorldView(world, { shows: (body) => body.name !== invisible });
    this.#stage.add(this.#view);
    this.#dragger = new PointerDragger(this.#view, this.#stage.camera, canvas);
    this.#size = sizeOf(this.#view);
    onTheme((theme) => {
      this.#stage.setTheme(theme);
      this.#view.theme = theme;
    });
    for (let i = 0; i < 90; i++) this.#step();
    this.#bindButton(figure.querySelector('button') as HTMLButtonElement);
    new IntersectionObserver(([entry]) => {
      this.#inSight = entry?.isIntersecting ?? false;
      this.#clock.reset();
    }).observe(canvas);
    requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const elapsed = now - this.#last;
    this.#last = now;
    if (!this.#inSight) return;
    if (this.#running || this.#dragger.dragging) {
      const due = this.#clock.advance(elapsed / 1000);
      for (let i = 1; i <= due; i++) {
        if (i === due) this.#view.capture();
        this.#step();
      }
    }
    this.#view.update(this.#running ? this.#clock.share : 1);
    this.#dragger.update();
    this.#stage.render();
    if (this.#frames++ % 20 === 0)
      this.#count.textContent = t('home.step', {
        size: this.#size,
        time: this.#average.toFixed(2),
      });
  }

  #step(): void {
    const { world } = this.#view;
    const before = performance.now();
    this.#beforeStep?.(world.time);
    world.step(this.#clock.dt);
    this.#average += 0.05 * (performance.now() - before - this.#average);
  }

  #bindButton(button: HTMLButtonElement): void {
    const show = (): void => {
      button.textContent = t(this.#running ? 'pause' : 'play');
      button.setAttribute(
        'aria-label',
        `${button.textContent}: ${t(button.dataset.label as TextName)}`,
      );
    };
    button.addEventListener('click', () => {
      this.#running = !this.#running;
      this.#clock.reset();
      show();
    });
    show();
  }
}

function sizeOf({ world }: WorldView): string {
  const [cloth] = world.cloths;
  if (cloth) return t('home.particles', { count: cloth.count });
  const [network] = world.springNetworks;
  if (network) return t('home.edges', { count: network.edges.length / 2 });
  return t('home.bodies', {
    count: [...world.bodies].filter((body) => body.type === 'dynamic').length,
  });
}

function bindCopy(): void {
  const button = byId('copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(byId('code').innerText);
      button.textContent = t('copied');
    } catch {
      button.textContent = t('copy.refused');
    }
    setTimeout(() => {
      button.textContent = t('copy');
    }, 1600);
  });
}

async function main(): Promise<void> {
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  translatePage();
  for (const link of document.querySelectorAll<HTMLElement>('[data-reference]'))
    link.hidden = fact('reference') === '';
  bindLanguageButton(byId('language'));
  new Gallery(
    byId('scenes'),
    byId<HTMLInputElement>('search'),
    (name) => `./playground.html?scene=${name}`,
  );
  bindCopy();
  const places = [...document.querySelectorAll<HTMLElement>('[data-figure]')];
  try {
    const holonom = await loadHolonom();
    for (const place of places) new Figure(holonom, place);
  } catch (error) {
    // The page still says what it has to say.
    const text = errorText(error);
    for (const place of places)
      (place.querySelector('.count') as HTMLElement).textContent = t('home.failed', { text });
  }
}

void main();
