// Which language the page speaks, and its words. One file per language holds them all.
import { en } from './en.js';
import { ko } from './ko.js';

/** The names of the texts; every language has each of them. */
export type TextName = keyof typeof en;
export type Language = 'en' | 'ko';

const tables: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = { en, ko };
const key = 'holonom.language';

function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function first(): Language {
  // A page that is written in one language says so.
  const { language } = document.documentElement.dataset;
  const chosen = language ?? new URLSearchParams(location.search).get('lang') ?? remembered();
  if (chosen === 'en' || chosen === 'ko') return chosen;
  return navigator.language.startsWith('ko') ? 'ko' : 'en';
}

/** The language of this page. */
export const language: Language = first();

/** A text in the language of the page, with `{name}` replaced by values. */
export function t(name: TextName, values: Readonly<Record<string, string | number>> = {}): string {
  return tables[language][name].replace(/\{(\w+)\}/g, (all, word: string) =>
    String(values[word] ?? all),
  );
}

/** A text with a full stop, where it has none, so that another sentence can follow. */
export const sentence = (text: string): string =>
  text === '' || /[.!?…]['"’”)]?$/.test(text.trimEnd()) ? text : `${text}.`;

/** Puts words into the page: `data-t` names the text of an element, `data-t-ATTRIBUTE` that of an attribute. */
export function translatePage(): void {
  document.documentElement.lang = language;
  if (language === 'en') return;
  for (const link of document.querySelectorAll('a[data-course]'))
    link.setAttribute('href', './tutorials/ko/index.html');
  for (const place of document.querySelectorAll<HTMLElement>('[data-t]'))
    place.textContent = t(place.dataset.t as TextName);
  for (const attribute of ['aria-label', 'placeholder', 'title', 'content'])
    for (const place of document.querySelectorAll(`[data-t-${attribute}]`))
      place.setAttribute(attribute, t(place.getAttribute(`data-t-${attribute}`) as TextName));
}

/** Makes a button switch to the other language; the page is loaded again in it. @param leave called before. */
export function bindLanguageButton(button: HTMLElement, leave = (): void => {}): void {
  const other: Language = language === 'en' ? 'ko' : 'en';
  button.lang = other;
  button.textContent = other === 'ko' ? '한국어' : 'English';
  button.addEventListener('click', () => {
    try {
      localStorage.setItem(key, other);
    } catch {}
    leave();
    const address = new URL(location.href);
    address.searchParams.set('lang', other);
    location.assign(address);
  });
}
