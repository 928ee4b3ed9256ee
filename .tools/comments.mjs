// Takes the comments out of published code: editors show those of the types.
// Not by removeComments of tsc: it drops what bundlers read too, such as @__PURE__ and @vite-ignore.
import { parse } from 'acorn';

/** Comments that bundlers read. */
const isForTools = (/** @type {string} */ text) =>
  /[@#]__(?:PURE|NO_SIDE_EFFECTS)__|@vite-ignore|webpack[A-Z]|sourceMappingURL|^!|@license/.test(
    text,
  );

/**
 * Code without the comments that have lines of their own. What looks like one inside a string or a template stays.
 * @param {string} code an ES module
 */
export function withoutComments(code) {
  /** @type {import('acorn').Comment[]} */
  const comments = [];
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onComment: comments });
  let [kept, from] = ['', 0];
  for (const { start, end, value } of comments) {
    const line = code.lastIndexOf('\n', start - 1) + 1;
    const ending = /^[ \t]*(?:\r?\n|$)/.exec(code.slice(end));
    if (isForTools(value) || code.slice(line, start).trim() !== '' || !ending) continue;
    kept += code.slice(from, line);
    from = end + ending[0].length;
  }
  return kept + code.slice(from);
}
