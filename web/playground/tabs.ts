// The tabs of the panel, and the button that folds it on a phone. What is heavy is fetched when its tab is first opened.

import { byId } from '../site/elements.js';

/** Called when a tab is shown for the first time. */
export type Openers = Readonly<Record<string, () => void | Promise<void>>>;

/** Makes the tabs work and shows the first. @returns what shows a tab by its name. */
export function bindTabs(openers: Openers): (name: string) => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.tabs [data-tab]')];
  const fold = byId('fold');
  const setFolded = (folded: boolean): void => {
    document.body.toggleAttribute('data-folded', folded);
    fold.setAttribute('aria-expanded', String(!folded));
  };
  fold.addEventListener('click', () => setFolded(!document.body.hasAttribute('data-folded')));
  const opened = new Set<string>();
  const choose = (name: string): void => {
    document.body.dataset.tab = name;
    setFolded(false);
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset.tab === name));
    if (opened.has(name)) return;
    opened.add(name);
    void openers[name]?.();
  };
  for (const button of buttons)
    button.addEventListener('click', () => choose(button.dataset.tab as string));
  choose('scene');
  return choose;
}
