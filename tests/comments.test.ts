// Published code keeps everything but its comments: shaders and texts that look like comments stay.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parse } from 'acorn';
import { expect, test } from 'vitest';
import { withoutComments } from '../.tools/comments.mjs';
import { root } from './installed';

test('comments with lines of their own go', () => {
  const code = ['/** A. */', 'const a = 1;', '  // b', '/* c', ' * d */', 'a; // e', '/* f */ a;'];
  expect(withoutComments(code.join('\n'))).toBe('const a = 1;\na; // e\n/* f */ a;');
  expect(withoutComments('a;\r\n  // b\r\nc;\r\n')).toBe('a;\r\nc;\r\n');
  expect(withoutComments('a;\n// b')).toBe('a;\n');
});

test('what bundlers read stays', () => {
  for (const note of [
    '/* @__PURE__ */',
    '/*#__PURE__*/',
    '/* webpackIgnore: true */',
    '/* @vite-ignore */',
    '/*! MIT, @license */',
    '//# sourceMappingURL=a.js.map',
  ]) {
    const code = `a(\n${note}\nb());\n`;
    expect(withoutComments(code)).toBe(code);
  }
});

test('lines of strings, templates and expressions that look like comments stay', () => {
  for (const code of [
    'const shader = `\n  // a line of GLSL\n  /** another */\n  gl_FragColor = c;\n`;\n',
    `const nested = \`\${a(\`\n// b\n\`)}\n/** c */\n\`;\n`,
    "const url = '\\\n// not a comment\\\n';\n",
    'const pattern = /[/]\\/\\*\\*/;\nx = a\n/** b */ / c;\n',
    'const text = `/**`;\nconst kept = 1;\nconst end = `*/`;\n',
  ])
    expect(withoutComments(code)).toBe(code);
});

/** A program without where its parts stand. */
const meaning = (code: string) =>
  JSON.stringify(
    parse(code, { ecmaVersion: 'latest', sourceType: 'module' }),
    (key, value: Node) => (key === 'start' || key === 'end' ? undefined : value),
  );

test('every script of the package means the same without its comments', () => {
  const folder = path.join(root, 'build/package');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  expect(scripts.length).toBeGreaterThan(60);
  for (const name of scripts) {
    const code = readFileSync(path.join(folder, name), 'utf8');
    expect(meaning(withoutComments(code)), name).toBe(meaning(code));
  }
});
