/** @typedef {import('./case.mjs').Operation} Operation */

/**
 * The shortest list that still fails that is found by leaving out ever smaller parts.
 * @param {readonly Operation[]} list
 * @param {(list: readonly Operation[]) => boolean | Promise<boolean>} fails
 */
export async function minimized(list, fails) {
  let kept = [...list];
  for (
    let part = Math.ceil(kept.length / 2);
    part >= 1;
    part = part > 1 ? Math.ceil(part / 2) : 0
  ) {
    for (let from = 0; from < kept.length; ) {
      const shorter = [...kept.slice(0, from), ...kept.slice(from + part)];
      if (shorter.length > 0 && (await fails(shorter))) kept = shorter;
      else from += part;
    }
  }
  return kept;
}
