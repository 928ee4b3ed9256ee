// Light or dark colors: the system's choice until the reader makes another.
import type { Theme } from 'holonom/three';

const key = 'holonom.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<(theme: Theme) => void>();

/** The colors shown now. */
function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** Calls back now and whenever the colors change. */
export function onTheme(listener: (theme: Theme) => void): void {
  listeners.add(listener);
  listener(currentTheme());
}

/** Makes a button switch between light and dark. */
export function bindThemeButton(button: HTMLButtonElement): void {
  button.addEventListener('click', () => {
    const theme = currentTheme() === 'dark' ? 'light' : 'dark';
    remember(theme);
    show(theme);
  });
  onTheme((theme) => button.setAttribute('aria-pressed', String(theme === 'dark')));
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener(theme);
}

// Storage may be switched off; then the choice lasts as long as the page.
function remember(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {}
}

function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function systemTheme(): Theme {
  return dark.matches ? 'dark' : 'light';
}

const first = remembered();
show(first === 'dark' || first === 'light' ? first : systemTheme());
dark.addEventListener('change', () => {
  if (remembered() === null) show(systemTheme());
});
