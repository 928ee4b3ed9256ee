import { experimentText, methodText } from '../../language/experiment-text.js';
import { t } from '../../language/language.js';
import { element } from '../../site/elements.js';
import type { Experiment } from '../experiment.js';
import { nameOf } from '../methods.js';
import { show } from '../table.js';
import type { Row } from './messages.js';

/** A table of an experiment: every planned row from the start, and its numbers when they are measured. */
export class ResultsTable {
  readonly #columns: readonly string[];
  readonly #cells: HTMLElement[][];

  constructor(place: HTMLElement, { title, columns }: Experiment<Row>, plan: readonly Row[]) {
    this.#columns = Object.keys(columns);
    const head = element('tr', {}, element('th', { scope: 'col' }, t('lab.method')));
    for (const text of Object.values(columns))
      head.append(element('th', { scope: 'col' }, experimentText(text)));
    const body = element('tbody');
    let before = '';
    this.#cells = plan.map((row) => {
      const name = methodText(nameOf(row));
      const cells = this.#columns.map(() => element('td'));
      const line = element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
      // Rows of one method stand together; the eye needs its name once.
      if (name === before) line.className = 'same';
      before = name;
      body.append(line);
      return cells;
    });
    const caption = element('caption', {}, experimentText(title));
    place.replaceChildren(element('table', {}, caption, element('thead', {}, head), body));
    plan.forEach((row, i) => {
      this.#fill(i, row, '');
    });
  }

  /** Shows what was measured. */
  set(index: number, row: Row): void {
    this.#fill(index, row, '–');
  }

  #fill(index: number, row: Row, missing: string): void {
    this.#columns.forEach((name, k) => {
      const cell = this.#cells[index]?.[k];
      if (cell)
        cell.textContent = row[name] === undefined ? missing : experimentText(show(row[name]));
    });
  }
}
