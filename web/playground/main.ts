// The playground page: joins the stage and the loop to the buttons, panels, keys and files.
import { loadHolonom, type World } from 'holonom';
import { type Quality, QualityLadder, qualities, Stage } from 'holonom/three';
import { Gallery } from '../gallery/gallery.js';
import { errorText } from '../language/error-text.js';
import { bindLanguageButton, t, translatePage } from '../language/language.js';
import { byId, element } from '../site/elements.js';
import { bindThemeButton, onTheme } from '../site/theme.js';
import { Playground } from './app.js';
import type { CodePanel } from './code/code-panel.js';
import { keepInFreeView } from './free-view.js';
import { installHook } from './hook.js';
import { listenForFiles, sceneOf } from './import.js';
import { isWanted, Navigation } from './navigation.js';
import { NumbersPanel } from './numbers-panel.js';
import { ObjectPanel } from './object/object-panel.js';
import { Legend } from './overlays-panel.js';
import type { PlotPanel } from './plots/plot-panel.js';
import { quantities } from './plots/quantities.js';
import { saveScene } from './save.js';
import { showScene } from './scene-panel.js';
import { keptCode } from './session.js';
import { showSharePanel } from './share/share-panel.js';
import { bindTabs } from './tabs.js';
import { listenForTaps } from './throwing.js';
import { Timeline } from './timeline.js';
import { Toasts } from './toasts.js';
import { bindGallery, bindKeys, bindTransport, showPaused } from './transport.js';

const toasts = new Toasts(byId('toasts'));
const numbers = new NumbersPanel(byId('numbers'));
const legend = new Legend();
const cover = byId('cover');
const address = new URLSearchParams(location.search);
let frameTime = 16.7;
let speedShown = 0;
const ladder = new QualityLadder();
/** Whether a picture was drawn in the last frame. */
let wasNew = false;
/** What steps took since the last picture. Unit: ms. */
let stepping = 0;

async function main(): Promise<void> {
  // The module is compiled beside the page while this sets up the rest.
  const loading = loadHolonom();
  translatePage();
  if (address.has('embed')) showEmbedded();
  new Gallery(byId('scenes'), byId<HTMLInputElement>('search'), (name) => `?scene=${name}`);
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  bindLanguageButton(byId('language'), () => navigation?.carryOver());
  const stage = makeStage();
  const words = ['title', 'description', 'speed', 'whole'].map(byId);
  keepInFreeView(stage, words, byId('transport'));
  const holonom = await loading;
  const playground: Playground = new Playground(holonom, stage, {
    opened: () => {
      refreshPanel = showScene(playground, toasts);
      showCode(playground);
    },
    failed: (title, error) => toasts.showError(title, error),
    paused: showPaused,
    built: (sameScene) => {
      // What failed before is over; of a link that could not be opened the page still tells.
      if (sameScene) toasts.settle();
      objects?.setWorld(playground.world, sameScene);
    },
    picked: (picked) => objects?.choose(picked),
    sought: () => {
      refreshPanel();
      const news = timeline?.news;
      if (news) say(news);
    },
    stepped: (milliseconds, elsewhere) => {
      numbers.addStep(milliseconds, playground.world);
      if (!elsewhere) stepping += milliseconds;
      plots?.addStep(playground.world);
      objects?.addStep();
    },
    drawn: (now, elapsed, isNew) => showNumbers(playground, now, elapsed, isNew),
    said: say,
  });
  onTheme((theme) => playground.setTheme(theme));
  const openTab = bindTabs({
    code: () => void openCode(playground),
    numbers: async () => {
      const { PlotPanel } = await import('./plots/plot-panel.js');
      plots = new PlotPanel(byId('plots'), quantities, t('plot.quantity'));
    },
    share: () => showSharePanel(playground, () => code?.changedCode),
  });
  bindTransport(playground);
  timeline = new Timeline(playground);
  objects = new ObjectPanel(playground.world, {
    refused: (error) => toasts.showError(t('toast.unchanged'), error),
    changed: () => toasts.settle(),
    said: say,
  });
  navigation = new Navigation(playground, {
    failed: (title, error) => toasts.showError(title, error),
    clear: () => toasts.clear(),
    said: say,
    refresh: () => refreshPanel(),
    offered: (text) => offerCode(playground, text, openTab),
    read: (file) => sceneOf(file, holonom, isWanted),
  });
  const goTo = navigation.goTo.bind(navigation);
  bindGallery(goTo);
  bindKeys(playground, goTo, (way) => objects?.step(way));
  byId('save').addEventListener('click', () => saveScene(playground));
  bindFiles(navigation);
  listenForTaps(stage.canvas, (event) => playground.throwBall(event));
  installHook(playground, navigation.openScene.bind(navigation));

  await navigation.start(openTab);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    playground.setPaused(true);
    say(t('said.paused'));
  }
  playground.start();
  cover.hidden = true;
  document.body.dataset.ready = '';
}

let navigation: Navigation | undefined;
let code: CodePanel | undefined;
/** Resolved once the code of the scene on the stage is in the editor. */
let codeShown: Promise<void> | undefined;
let codeOpened: Promise<CodePanel> | undefined;
let plots: PlotPanel | undefined;
let timeline: Timeline | undefined;
let objects: ObjectPanel | undefined;
let refreshPanel = (): void => {};

/** Fetches the editor, which is most of what the page can load, when it is wanted. */
function openCode(playground: Playground): Promise<CodePanel> {
  codeOpened ??= makeCode(playground);
  return codeOpened;
}

/** Shows the code of the scene that was opened; what the reader edited of it runs again. */
function showCode(playground: Playground): void {
  if (code) codeShown = code.showScene();
  else if (navigation?.restores && keptCode(navigation.key) !== undefined)
    void openCode(playground);
}

async function makeCode(playground: Playground): Promise<CodePanel> {
  const place = byId('code');
  place.replaceChildren(element('p', { class: 'empty' }, t('code.loading')));
  const { CodePanel } = await import('./code/code-panel.js');
  code = new CodePanel(place, playground, navigation as Navigation);
  codeShown = code.showScene();
  await codeShown;
  return code;
}

async function offerCode(
  playground: Playground,
  text: string,
  openTab: (name: string) => void,
): Promise<void> {
  openTab('code');
  const panel = await openCode(playground);
  // Else the code of the scene, when it comes, takes the place of the link's.
  await codeShown;
  panel.offer(text);
  if (document.body.dataset.embed === undefined) return;
  // The panel isn't there, so the question stands on the stage.
  const run = element('button', { class: 'button primary', type: 'button' }, t('code.run'));
  const offered = element(
    'div',
    { class: 'cover' },
    element('p', {}, element('strong', {}, t('code.foreign.title'))),
    element('p', {}, t('code.foreign')),
    run,
  );
  run.addEventListener('click', () => {
    offered.remove();
    void panel.run();
  });
  byId('drop').after(offered);
}

function makeStage(): Stage {
  const showLost = (lost: boolean): void => {
    cover.hidden = !lost;
    byId('cover-text').textContent = t('stage.lost');
  };
  try {
    return new Stage(byId<HTMLCanvasElement>('stage'), { onContextLost: showLost });
  } catch (error) {
    throw new Error(t('stage.none'), { cause: error });
  }
}

/** In a frame of another page there is the stage alone, and a way out of it. */
function showEmbedded(): void {
  document.body.dataset.embed = '';
  const whole = new URL(location.href);
  whole.searchParams.delete('embed');
  const link = byId<HTMLAnchorElement>('whole');
  link.href = whole.href;
  link.hidden = false;
}

function bindFiles(pages: Navigation): void {
  const input = byId<HTMLInputElement>('file');
  byId('open').addEventListener('click', () => input.click());
  listenForFiles(input, byId('drop'), (file) => void pages.openFile(file));
}

/** Draws less where frames are long, and says so. */
function followFrames({ stage }: Playground, elapsed: number): void {
  const drawing = elapsed - stepping;
  stepping = 0;
  if (elapsed === 0 || !ladder.addFrame(drawing)) return;
  stage.quality = qualities[ladder.rung] as Quality;
  const words = t(stage.quality.shadows > 0 ? 'quality.coarse' : 'quality.plain');
  byId('quality').textContent = ladder.rung > 0 ? words : '';
  say(ladder.rung > 0 ? words : t('quality.full'));
}

function showNumbers(playground: Playground, now: number, elapsed: number, isNew: boolean): void {
  // How long a picture takes is known at the next frame.
  if (wasNew) followFrames(playground, elapsed);
  wasNew = isNew;
  if (elapsed > 0 && elapsed < 1000) frameTime += 0.08 * (elapsed - frameTime);
  numbers.update(now, playground.world, frameTime);
  plots?.update(now);
  timeline?.update();
  legend.update(playground);
  objects?.update(now, playground.stage);
  warnOfStopped(playground);
  if (now - speedShown < 250) return;
  speedShown = now;
  byId('frame-rate').textContent = t('stage.speed', { rate: Math.round(1000 / frameTime) });
  byId('step-time').textContent = t('stage.step', { time: numbers.stepTime.toFixed(2) });
}

/** Of the world on the stage, if one of its networks is stopped. */
let warning: { readonly world: World; readonly toast: HTMLElement } | undefined;

/** Says once per world that the core froze a network whose motion had blown up; not if the scene takes it away at once. */
function warnOfStopped({ world, scene }: Playground): void {
  if (warning && warning.world !== world) {
    warning.toast.remove();
    warning = undefined;
  }
  if (warning || world.statistics.stoppedNetworks === 0) return;
  const left = [...world.springNetworks].some(
    ({ blowUp }) => blowUp && blowUp.step < world.stepCount,
  );
  if (!left) return;
  const toast = scene?.fliesApart
    ? toasts.note(t('toast.flew'), t('toast.flew.text'))
    : toasts.show(t('toast.stopped'), t('toast.stopped.text'));
  warning = { world, toast };
}

function say(text: string): void {
  byId('status').textContent = text;
}

main().catch((error: unknown) => {
  cover.hidden = false;
  byId('cover-text').textContent = errorText(error);
});
