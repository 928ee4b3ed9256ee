import { HolonomError } from 'holonom';
import { allowedText, errorText } from '../language/error-text.js';
import { sentence, t } from '../language/language.js';
import { element } from '../site/elements.js';

/** Messages over the stage. They stay until they are closed, others push them out or what failed works. */
export class Toasts {
  readonly #place: HTMLElement;

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  show(title: string, text: string): HTMLElement {
    const close = element(
      'button',
      { class: 'button icon-button', type: 'button', 'aria-label': t('toast.close') },
      '×',
    );
    const toast = element(
      'div',
      { class: 'toast' },
      element('p', {}, element('strong', {}, title), text),
      close,
    );
    close.addEventListener('click', () => toast.remove());
    this.#place.append(toast);
    while (this.#place.children.length > 3) this.#place.firstElementChild?.remove();
    return toast;
  }

  /** Shows what happened as it was meant to. */
  note(title: string, text: string): HTMLElement {
    const toast = this.show(title, text);
    toast.classList.add('note');
    return toast;
  }

  /** Shows what went wrong, in the words of the error. */
  showError(title: string, error: unknown): void {
    const allowed = error instanceof HolonomError ? allowedText(error) : '';
    const words = errorText(error);
    const more = allowed && t('toast.expected', { allowed });
    this.show(title, more ? sentence(words) + more : words).dataset.error = '';
  }

  /** Removes the errors: what the reader did since worked. */
  settle(): void {
    for (const toast of this.#place.querySelectorAll('[data-error]')) toast.remove();
  }

  clear(): void {
    this.#place.replaceChildren();
  }
}
