// The pages of the course. The text stands in them; this makes demos, symbols and exercises work, each when it is wanted.

import { pack } from '../../playground/share/link.js';
import { byId } from '../../site/elements.js';
import { bindThemeButton } from '../../site/theme.js';
import { bindCopy, Demo, type DemoCode } from './demo.js';
import { bindExercise, type Passes } from './exercises.js';
import { solvedOf } from './progress.js';
import type { Snippet } from './snippet.js';
import { say } from './words.js';

interface LessonModule {
  readonly demos: Readonly<Record<string, DemoCode>>;
  readonly passes: Passes;
}

const modules = import.meta.glob<LessonModule>('../lessons/*.generated.js');
const lesson = document.body.dataset.lesson;

function all<Kind extends HTMLElement>(selector: string): Kind[] {
  return [...document.querySelectorAll<Kind>(selector)];
}

function bindLesson(name: string): void {
  const module = (): Promise<LessonModule> =>
    (modules[`../lessons/${name}.generated.js`] as () => Promise<LessonModule>)();
  const demos = new Map<string, Demo>();
  const snippets = new Map<string, Snippet>();
  for (const figure of all('[data-demo]')) {
    const id = figure.dataset.demo as string;
    const demo = new Demo(figure, async () => (await module()).demos[id] as DemoCode);
    demos.set(id, demo);
    bindSharing(demo, () => snippets.get(id)?.text ?? demo.data.source);
  }
  for (const place of all('[data-code]')) bindSnippet(place, demos, snippets);
  for (const form of all<HTMLFormElement>('[data-exercise]'))
    bindExercise(form, name, demos, async () => (await module()).passes);
  bindSymbols([...demos.values()]);
  if (document.body.dataset.embed !== undefined) return;
  document.documentElement.dataset.ready = '';
}

/** Opens the editor, which is most of what the page can load, when it is wanted. */
function bindSnippet(
  place: HTMLElement,
  demos: ReadonlyMap<string, Demo>,
  snippets: Map<string, Snippet>,
): void {
  const id = place.dataset.code as string;
  const button = place.querySelector('.snippet-edit') as HTMLButtonElement;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const status = place.querySelector('.snippet-status') as HTMLElement;
    status.textContent = say('loading');
    const { Snippet } = await import('./snippet.js');
    const demo = demos.get(id) as Demo;
    // Whoever changes the code wants to see what it does.
    if (place.previousElementSibling !== demo.figure) place.before(demo.figure);
    place.scrollIntoView({ block: 'end' });
    snippets.set(id, new Snippet(place, demo));
  });
}

/** Links that show a demo elsewhere. */
function bindSharing(demo: Demo, source: () => string): void {
  const { figure, name } = demo;
  figure.querySelector('.demo-open')?.addEventListener('click', async () => {
    const up = document.documentElement.lang === 'ko' ? '../../' : '../';
    const link = new URL(`${up}playground.html`, location.href);
    link.searchParams.set('lang', document.documentElement.lang);
    link.hash = await pack({
      scene: demo.data.title,
      view: demo.data.camera,
      code: demo.scene(source()),
    });
    open(link, '_blank', 'noopener');
  });
  bindCopy(figure.querySelector('.demo-embed') as HTMLButtonElement, () => {
    const link = new URL(location.pathname, location.href);
    link.searchParams.set('embed', name);
    return `<iframe src="${link.href}" width="720" height="760" style="border:0" title="Holonom" loading="lazy"></iframe>`;
  });
}

/** Pointing at a symbol, or moving the focus to it, shows it everywhere in its equation and lights what it stands for. */
function bindSymbols(demos: readonly Demo[]): void {
  for (const equation of all('.equation')) {
    const lightsOf = new Map(
      [...equation.querySelectorAll<HTMLElement>('[data-lights]')].map((one) => [
        one.dataset.symbol,
        one.dataset.lights,
      ]),
    );
    const show = (symbol: string | undefined, place?: Element): void => {
      // A picture that comes to the edge leaves the symbol free.
      const low = (place?.getBoundingClientRect().top ?? 0) > innerHeight / 2;
      for (const one of equation.querySelectorAll<HTMLElement>('[data-symbol]'))
        one.classList.toggle('lit', one.dataset.symbol === symbol);
      for (const demo of demos) void demo.light(lightsOf.get(symbol), low);
    };
    const point = ({ target }: Event): void => {
      const place = (target as Element | null)?.closest<HTMLElement>('[data-symbol]') ?? undefined;
      show(place?.dataset.symbol, place);
    };
    equation.addEventListener('pointerover', point);
    equation.addEventListener('pointerleave', () => show(undefined));
    equation.addEventListener('focusin', point);
    equation.addEventListener('focusout', () => show(undefined));
  }
}

/** In a frame of another page there is one demo alone, and a way to its lesson. */
function showEmbedded(): void {
  const name = new URLSearchParams(location.search).get('embed');
  const figure = all('[data-demo]').find((one) => one.dataset.demo === name);
  if (!figure) return;
  document.body.dataset.embed = '';
  document.body.replaceChildren(figure);
  (figure.querySelector('.demo-whole') as HTMLElement).hidden = false;
}

/** How far the reader is, beside each lesson of the map. */
function showProgress(): void {
  for (const stop of all('[data-stop]')) {
    const done = solvedOf(stop.dataset.stop as string).length;
    const count = Number(stop.dataset.exercises);
    if (done === 0) continue;
    const state = stop.querySelector('.stop-state') as HTMLElement;
    state.textContent = done >= count ? say('finished') : say('done', { done, all: count });
    stop.dataset.progress = done >= count ? 'finished' : 'begun';
  }
}

showEmbedded();
if (document.getElementById('theme')) bindThemeButton(byId<HTMLButtonElement>('theme'));
const other = document.getElementById('language');
other?.addEventListener('click', () => {
  try {
    localStorage.setItem('holonom.language', other.lang);
  } catch {}
});
if (lesson) bindLesson(lesson);
else showProgress();
