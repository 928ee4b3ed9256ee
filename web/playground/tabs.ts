// The tabs of the panel. What is heavy is fetched when its tab is first opened.

/** Called when a tab is shown for the first time. */
export type Openers = Readonly<Record<string, () => void | Promise<void>>>;

/** Makes the tabs work and shows the first. @returns what shows a tab by its name. */
export function bindTabs(openers: Openers): (name: string) => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.tabs button')];
  const opened = new Set<string>();
  const choose = (name: string): void => {
    document.body.dataset.tab = name;
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
