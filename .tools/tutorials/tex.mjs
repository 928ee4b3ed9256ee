// Equations, with a mark around every place of a symbol, so that pointing at it can light what it stands for.
import katex from 'katex';

// What follows these is not mathematics.
const textual = new Set([
  '\\text',
  '\\mathrm',
  '\\operatorname',
  '\\begin',
  '\\end',
  '\\mathbf',
  '\\boldsymbol',
  '\\color',
  '\\tag',
]);

/** @param {string} tex */
const tokensOf = (tex) => tex.match(/\\[a-zA-Z]+|\\.|\s+|[\s\S]/g) ?? [];

/** The place after the group in braces that begins at i, or i. @param {string[]} tokens @param {number} i */
function afterGroup(tokens, i) {
  if (tokens[i] !== '{') return i;
  let depth = 0;
  for (let at = i; at < tokens.length; at++) {
    if (tokens[at] === '{') depth++;
    if (tokens[at] === '}' && --depth === 0) return at + 1;
  }
  return tokens.length;
}

/**
 * Puts each symbol into a group with its number; longer symbols are found first.
 * @param {string} tex @param {readonly { tex: string }[]} symbols
 */
export function marked(tex, symbols) {
  const tokens = tokensOf(tex);
  const wanted = symbols
    .map((symbol, index) => ({ index, tokens: tokensOf(symbol.tex) }))
    .sort((a, b) => b.tokens.length - a.tokens.length);
  const found = new Set();
  let out = '';
  for (let i = 0; i < tokens.length; ) {
    const match = wanted.find((one) => one.tokens.every((token, k) => tokens[i + k] === token));
    if (match) {
      found.add(match.index);
      out += `{\\htmlData{symbol=${match.index}}{${match.tokens.join('')}}}`;
      i += match.tokens.length;
    } else if (textual.has(tokens[i] ?? '')) {
      let end = afterGroup(tokens, i + 1);
      // The columns of an array.
      if (tokens[i] === '\\begin' && /array|alignat/.test(tokens.slice(i, end).join('')))
        end = afterGroup(tokens, end);
      out += tokens.slice(i, end).join('');
      i = end;
    } else out += tokens[i++];
  }
  return {
    tex: out,
    missing: symbols.filter((_, index) => !found.has(index)).map((one) => one.tex),
  };
}

/** @param {string} tex @param {boolean} [display] */
export const rendered = (tex, display = false) =>
  katex.renderToString(tex, {
    displayMode: display,
    output: 'htmlAndMathml',
    throwOnError: true,
    strict: 'ignore',
    trust: ({ command }) => command === '\\htmlData',
  });

/** A display of equations side by side, \qquad apart, which a narrow page puts below one another. @param {string} tex */
export function displayed(tex) {
  const parts = [''];
  let depth = 0;
  for (const token of tokensOf(tex)) {
    if (token === '{' || token === '\\begin') depth++;
    if (token === '}' || token === '\\end') depth--;
    if (token === '\\qquad' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => rendered(part, true)).join('');
}
