/** Makes an element with attributes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The element of an id that the page surely has. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found as Kind;
}

/** The parts of a text, those between backticks as code. */
export const marked = (text: string): (string | HTMLElement)[] =>
  text.split('`').map((part, i) => (i % 2 ? element('code', {}, part) : part));

/** A text without its backticks, where it can't be marked up. */
export const unmarked = (text: string): string => text.replaceAll('`', '');
