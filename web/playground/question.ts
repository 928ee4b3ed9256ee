// A question that the reader answers before the page does something.
import { t } from '../language/language.js';
import { element } from '../site/elements.js';

/** What is asked: the beginning of the names of its texts. */
export type Question = 'ask.heavy' | 'ask.large';

/** Asks over the page. Escape, and Enter at first, mean no. */
export function ask(question: Question, words: Record<string, string | number>): Promise<boolean> {
  const button = (answer: 'yes' | 'no', className: string): HTMLButtonElement =>
    element('button', { class: className, value: answer }, t(`${question}.${answer}`));
  const [no, yes] = [button('no', 'button primary'), button('yes', 'button')];
  no.autofocus = true;
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', { id: 'question' }, t(question)),
    element('p', {}, t(`${question}.text`, words)),
    element('div', { class: 'answers' }, no, yes),
  );
  const dialog = element('dialog', { class: 'question', 'aria-labelledby': 'question' }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const answer = (runs: boolean): void => {
      // At once: a key pressed next belongs to the page.
      dialog.remove();
      resolve(runs);
    };
    form.addEventListener('submit', ({ submitter }) => answer(submitter === yes));
    dialog.addEventListener('cancel', () => answer(false));
  });
}
