// Computes by how much the formulas of the errata are off.
import { corrections, notes } from '../../web/tutorials/errata/index.js';

/** What the printed and the corrected formula are off by. @throws if a correction does not correct */
export function checkedCorrections() {
  return corrections.map((correction) => {
    const [printed, corrected] = correction.errors();
    if (!(printed > 1e-3 && corrected < 1e-6))
      throw new Error(`correction ${correction.id}: printed ${printed}, corrected ${corrected}`);
    return { ...correction, errors: { printed, corrected } };
  });
}

/** The notes. @throws if one does not hold */
export function checkedNotes() {
  for (const { id, off } of notes)
    if (off && !(off() < 1e-9)) throw new Error(`note ${id}: off by ${off()}`);
  return notes;
}
