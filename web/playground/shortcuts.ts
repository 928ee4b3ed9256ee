/** What keys do, by the value of `KeyboardEvent.key`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const typing = [
  'input:not([type=checkbox], [type=radio], [type=range])',
  'textarea, select, dialog[open], .code-editor',
  '[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]',
].join();
// These keys already do something on the element that has the focus.
const taken: Record<string, string> = {
  ' ': 'button, a, input:not([type=range]), summary',
  ArrowLeft: 'input, summary',
  ArrowRight: 'input, summary',
  ArrowUp: 'input, .panel, .scene-list',
  ArrowDown: 'input, .panel, .scene-list',
};

/** The elements around the focus, from the inmost one, those of open shadow trees included. */
const elementsOf = (event: KeyboardEvent): Element[] =>
  event.composedPath().filter((place) => place instanceof Element);

/** Whether keys write text where the focus is. */
function isTyping(event: KeyboardEvent): boolean {
  const elements = elementsOf(event);
  // A closed shadow tree shows its host alone, so a custom element may be a text field.
  if (elements[0]?.localName.includes('-')) return true;
  return elements.some((one) => one.matches(typing) || (one as HTMLElement).isContentEditable);
}

/** Whether the key is part of an input method, or the way to a character that is not on a key of its own. */
const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.key === 'Process' || event.getModifierState('AltGraph');

/** The key by the Latin letter on it, also where the layout is Korean, Greek or Cyrillic. */
export function keyOf({ key, code }: KeyboardEvent): string {
  const isForeign = key.length === 1 && key > '\u024f' && code.startsWith('Key');
  return (isForeign ? code.slice('Key'.length) : key).toLowerCase();
}

/** Listens for keys on the whole page, except where the focused element needs them itself. */
export function listenForKeys(shortcuts: Shortcuts): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (isTyping(event)) return;
    const own = taken[event.key];
    if (own && elementsOf(event).some((one) => one.matches(own))) return;
    const shortcut = shortcuts[keyOf(event)];
    if (!shortcut) return;
    event.preventDefault();
    shortcut(event);
  });
}
