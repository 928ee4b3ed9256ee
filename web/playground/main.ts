// The playground page: joins the stage and the loop to the buttons, panels, keys and files.
import { loadHolonom, type World } from 'holonom';
import { Stage } from 'holonom/three';
import { scenes } from '../scenes/index.js';
import type { SceneDefinition } from '../scenes/scene.js';
import { bindThemeButton, onTheme } from '../site/theme.js';
import { Playground } from './app.js';
import { controlElement } from './controls.js';
import { byId, element } from './elements.js';
import { installHook } from './hook.js';
import { listenForFiles, sceneOf } from './import.js';
import { NumbersPanel } from './numbers-panel.js';
import { listenForKeys } from './shortcuts.js';
import { listenForTaps } from './throwing.js';
import { Toasts } from './toasts.js';
import { showWorldPanel } from './world-panel.js';

const toasts = new Toasts(byId('toasts'));
const numbers = new NumbersPanel(byId('numbers'));
const cover = byId('cover');
const firstScene = 'pyramid';
let frameTime = 16.7;
let speedShown = 0;

async function main(): Promise<void> {
  listScenes();
  bindThemeButton(byId<HTMLButtonElement>('theme'));
  bindTabs();
  const stage = makeStage();
  const holonom = await loadHolonom();
  const playground: Playground = new Playground(holonom, stage, {
    opened: (scene) => showScene(playground, scene),
    failed: (title, error) => toasts.showError(title, error),
    paused: showPaused,
    stepped: (milliseconds) => numbers.addStep(milliseconds, playground.world),
    drawn: (now, elapsed) => showNumbers(playground, now, elapsed),
    said: say,
  });
  onTheme((theme) => playground.setTheme(theme));
  bindTransport(playground);
  bindKeys(playground);
  bindFiles(playground, (file) => sceneOf(file, holonom));
  listenForTaps(stage.canvas, (event) => playground.throwBall(event));
  installHook(playground);

  const asked = sceneInAddress();
  if (!(await playground.openNamed(asked)) && asked !== firstScene)
    await playground.openNamed(firstScene);
  addEventListener('popstate', () => playground.openNamed(sceneInAddress()));
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    playground.setPaused(true);
    say('Paused, because your system asks for less motion. Press play to start.');
  }
  playground.start();
  cover.hidden = true;
}

function makeStage(): Stage {
  const showLost = (lost: boolean): void => {
    cover.hidden = !lost;
    byId('cover-text').textContent =
      'The browser has taken the graphics away. It comes back by itself in most cases.';
  };
  try {
    return new Stage(byId<HTMLCanvasElement>('stage'), { onContextLost: showLost });
  } catch (error) {
    throw new Error('This browser shows no 3-D graphics (WebGL 2), which the playground needs.', {
      cause: error,
    });
  }
}

const sceneInAddress = (): string =>
  new URLSearchParams(location.search).get('scene') ?? firstScene;

function listScenes(): void {
  for (const [name, scene] of scenes) {
    const link = element(
      'a',
      { href: `?scene=${name}`, 'data-scene': name, title: scene.tags.join(', ') },
      scene.title,
    );
    byId('scenes').append(element('li', {}, link));
  }
}

function showScene(playground: Playground, scene: SceneDefinition): void {
  const { sceneName } = playground;
  byId('title').textContent = scene.title;
  byId('description').textContent = scene.description;
  document.title = `${scene.title} · Holonom`;
  for (const link of document.querySelectorAll<HTMLElement>('[data-scene]')) {
    if (link.dataset.scene === sceneName) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const controls = Object.entries(scene.controls).map(([name, control]) =>
    controlElement(
      control,
      playground.values[name] as never,
      ((value: never) => void playground.setValue(name, value)) as never,
    ),
  );
  byId('scene-controls').replaceChildren(
    ...(controls.length ? controls : [element('p', { class: 'empty' }, 'Nothing to set here.')]),
  );
  showWorldPanel(byId('world-controls'), () => playground.world, {
    changed: (name, value) => playground.rememberSetting(name, value),
    refused: (error) => toasts.showError('Not changed', error),
  });
}

function bindTransport(playground: Playground): void {
  const actions: Record<string, () => void> = {
    pause: () => playground.setPaused(!playground.paused),
    step: () => stepOnce(playground),
    reset: () => void playground.reset(),
    throw: () => playground.throwBall(),
    help: () => byId<HTMLDialogElement>('keys').showModal(),
    save: () => saveScene(playground),
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
  byId('scenes').addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('[data-scene]');
    if (!link?.dataset.scene || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void goTo(playground, link.dataset.scene);
  });
}

function bindKeys(playground: Playground): void {
  const neighbour = (offset: number): void => {
    const names = [...scenes.keys()];
    const at = names.indexOf(playground.sceneName) + offset;
    void goTo(playground, names.at(at % names.length) as string);
  };
  listenForKeys({
    ' ': () => playground.setPaused(!playground.paused),
    '.': () => stepOnce(playground),
    r: () => void playground.reset(),
    b: () => playground.throwBall(),
    g: () => playground.grabNext(),
    escape: () => playground.letGo(),
    arrowleft: () => playground.nudge([-1, 0, 0]),
    arrowright: () => playground.nudge([1, 0, 0]),
    arrowup: () => playground.nudge([0, 1, 0]),
    arrowdown: () => playground.nudge([0, -1, 0]),
    '+': () => playground.nudge([0, 0, -1]),
    '=': () => playground.nudge([0, 0, -1]),
    '-': () => playground.nudge([0, 0, 1]),
    '[': () => neighbour(-1),
    ']': () => neighbour(1),
    '?': () => byId<HTMLDialogElement>('keys').showModal(),
  });
}

function bindFiles(playground: Playground, read: (file: File) => Promise<SceneDefinition>): void {
  const input = byId<HTMLInputElement>('file');
  byId('open').addEventListener('click', () => input.click());
  listenForFiles(input, byId('drop'), async (file) => {
    try {
      const scene = await read(file);
      if (await playground.open(scene, file.name)) say(`${file.name} opened.`);
    } catch (error) {
      toasts.showError(`${file.name} can't be opened`, error);
    }
  });
}

async function goTo(playground: Playground, name: string): Promise<void> {
  toasts.clear();
  if (await playground.openNamed(name)) history.pushState(null, '', `?scene=${name}`);
}

function stepOnce(playground: Playground): void {
  if (!playground.paused) playground.setPaused(true);
  playground.step();
}

function saveScene(playground: Playground): void {
  const text = JSON.stringify(playground.world.save());
  const link = element('a', {
    href: URL.createObjectURL(new Blob([text], { type: 'application/json' })),
    download: `${playground.sceneName.replace(/\.\w+$/, '')}.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function showPaused(paused: boolean): void {
  byId('pause').setAttribute('aria-pressed', String(paused));
  byId('pause-text').textContent = paused ? 'Play' : 'Pause';
  byId('pause-icon').setAttribute('d', paused ? 'M4 2.5l9 5.5-9 5.5z' : 'M4 3h3v10H4zM9 3h3v10H9z');
}

function showNumbers(playground: Playground, now: number, elapsed: number): void {
  if (elapsed > 0 && elapsed < 1000) frameTime += 0.08 * (elapsed - frameTime);
  numbers.update(now, playground.world, frameTime);
  warnOfStopped(playground);
  if (now - speedShown < 250) return;
  speedShown = now;
  byId('frame-rate').textContent = `${Math.round(1000 / frameTime)} frames/s`;
  byId('step-time').textContent = `${numbers.stepTime.toFixed(2)} ms a step`;
}

let warnedWorld: World | undefined;

/** Says once per world that the core froze a network whose motion had blown up. */
function warnOfStopped({ world }: Playground): void {
  if (world === warnedWorld || world.statistics.stoppedNetworks === 0) return;
  warnedWorld = world;
  toasts.show(
    'A spring network flew apart and was stopped',
    'Its steps are too long for its stiffness. Use more substeps, softer springs or backward Euler, then reset.',
  );
}

function bindTabs(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.tabs button')];
  const choose = (name: string): void => {
    document.body.dataset.tab = name;
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset.tab === name));
  };
  for (const button of buttons)
    button.addEventListener('click', () => choose(button.dataset.tab as string));
  choose('scene');
}

function say(text: string): void {
  byId('status').textContent = text;
}

main().catch((error: unknown) => {
  cover.hidden = false;
  byId('cover-text').textContent = error instanceof Error ? error.message : String(error);
});
