// Buttons and keys: time, throwing, and the way from scene to scene.

import { t } from '../language/language.js';
import { scenes } from '../scenes/index.js';
import { byId } from '../site/elements.js';
import type { Playground } from './app.js';
import { listenForKeys } from './shortcuts.js';

/** Opens another scene of the gallery. */
export type GoTo = (name: string) => Promise<void>;

/** Joins the buttons over the stage to the playground. */
export function bindTransport(playground: Playground): void {
  const actions: Record<string, () => void> = {
    pause: () => playground.setPaused(!playground.paused),
    step: () => playground.stepForward(),
    substep: () => playground.substepForward(),
    reset: () => void playground.reset(),
    throw: () => playground.throwBall(),
    help: showKeys,
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
  const pace = byId<HTMLSelectElement>('pace');
  pace.addEventListener('change', () => {
    playground.pace = Number(pace.value);
  });
}

/** Shows what keys and gestures do, from its top: where it is high, its button in focus lies out of sight. */
function showKeys(): void {
  const dialog = byId<HTMLDialogElement>('keys');
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** Makes the links of the gallery change the scene without leaving the page. */
export function bindGallery(goTo: GoTo): void {
  byId('scenes').addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('[data-scene]');
    if (!link?.dataset.scene || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void goTo(link.dataset.scene);
  });
}

/** Listens for the keys of the playground. @param choose goes to the next thing, or the one before. */
export function bindKeys(playground: Playground, goTo: GoTo, choose: (way: 1 | -1) => void): void {
  const neighbor = (offset: number): void => {
    const names = [...scenes.keys()];
    const at = names.indexOf(playground.sceneName) + offset;
    void goTo(names.at(at % names.length) as string);
  };
  listenForKeys({
    ' ': () => playground.setPaused(!playground.paused),
    ',': () => playground.stepBack(),
    '.': () => playground.stepForward(),
    ';': () => playground.substepForward(),
    r: () => void playground.reset(),
    b: () => playground.throwBall(),
    w: () => playground.wind.blowAhead(),
    g: () => playground.grabNext(),
    n: ({ shiftKey }) => choose(shiftKey ? -1 : 1),
    escape: () => playground.letGo(),
    arrowleft: () => playground.nudge([-1, 0, 0]),
    arrowright: () => playground.nudge([1, 0, 0]),
    arrowup: () => playground.nudge([0, 1, 0]),
    arrowdown: () => playground.nudge([0, -1, 0]),
    '+': () => playground.nudge([0, 0, -1]),
    '=': () => playground.nudge([0, 0, -1]),
    '-': () => playground.nudge([0, 0, 1]),
    '[': () => neighbor(-1),
    ']': () => neighbor(1),
    '/': () => byId('search').focus(),
    '?': showKeys,
  });
}

/** Shows whether time stands still. */
export function showPaused(paused: boolean): void {
  byId('pause').setAttribute('aria-pressed', String(paused));
  byId('pause-text').textContent = t(paused ? 'play' : 'pause');
  byId('pause-icon').setAttribute('d', paused ? 'M4 2.5l9 5.5-9 5.5z' : 'M4 3h3v10H4zM9 3h3v10H9z');
}
