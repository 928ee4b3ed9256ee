/** What keys do, by the value of `KeyboardEvent.key`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const typing =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog[open]';
// These keys already do something on the element that has the focus.
const taken: Record<string, string> = {
  ' ': 'button, a, input:not([type=range]), summary',
  ArrowLeft: 'input, summary',
  ArrowRight: 'input, summary',
  ArrowUp: 'input, .panel, .scene-list',
  ArrowDown: 'input, .panel, .scene-list',
};

/** Listens for keys on the whole page, except where the focused element needs them itself. */
export function listenForKeys(shortcuts: Shortcuts): void {
  addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.(typing)) return;
    const own = taken[event.key];
    if (own && target.closest?.(own)) return;
    const shortcut = shortcuts[event.key] ?? shortcuts[event.key.toLowerCase()];
    if (!shortcut) return;
    event.preventDefault();
    shortcut(event);
  });
}
