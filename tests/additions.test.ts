// What it takes to add to the core: samples of every kind, each with the files it touches.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, run } from '../.tools/run.mjs';
import { everything } from './everything.ts';

/** An insertion at a place that a file of the core has once. */
interface Edit {
  file: string;
  before?: string;
  after?: string;
  insert: string;
}

interface Sample {
  name: string;
  /** Files that an addition of its kind may touch. */
  most: number;
  edits: Edit[];
  /** New files, from `core/` on. */
  files: string[];
}

const folder = at('tests/additions');
const samples: Sample[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    files: filesIn(path.join(folder, name, 'core')),
    ...JSON.parse(readFileSync(path.join(folder, name, 'sample.json'), 'utf8')),
  }));

function filesIn(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  } catch {
    return []; // a sample without new files
  }
}

function edited(text: string, { file, before, after, insert }: Edit): string {
  const anchor = before ?? after ?? '';
  const parts = text.split(anchor);
  if (anchor === '' || parts.length !== 2)
    throw new Error(`${file} has ${JSON.stringify(anchor)} ${parts.length - 1} times`);
  return parts.join(before === undefined ? anchor + insert : insert + anchor);
}

/** Inserts all edits in the core that lies in a folder. */
function edit(core: string, edits: Edit[]): void {
  for (const each of edits) {
    const file = path.join(core, each.file);
    writeFileSync(file, edited(readFileSync(file, 'utf8'), each));
  }
}

describe('an addition touches few files', () => {
  test.each(samples)('$name: at most $most', ({ files, edits, most }) => {
    const touched = new Set([...files, ...edits.map(({ file }) => file)]);
    expect(touched.size).toBeLessThanOrEqual(most);
    for (const each of edits) edited(readFileSync(at('core', each.file), 'utf8'), each);
  });
});

test.runIf(everything)(
  'all samples together, in a copy of the core, do what their tests say',
  async () => {
    const copy = at('build/additions');
    for (const name of ['core', 'tests'])
      rmSync(path.join(copy, name), { recursive: true, force: true });
    mkdirSync(path.join(copy, 'tests'), { recursive: true });
    cpSync(at('CMakeLists.txt'), path.join(copy, 'CMakeLists.txt'));
    cpSync(at('core'), path.join(copy, 'core'), { recursive: true });
    cpSync(path.join(folder, 'CMakeLists.txt'), path.join(copy, 'tests/CMakeLists.txt'));
    for (const { name, edits, files } of samples) {
      if (files.length > 0)
        cpSync(path.join(folder, name, 'core'), path.join(copy, 'core'), { recursive: true });
      edit(path.join(copy, 'core'), edits);
      cpSync(
        path.join(folder, name, `${name}_test.cpp`),
        path.join(copy, 'tests', `${name}_test.cpp`),
      );
    }
    const build = path.join(copy, 'build');
    await run('cmake', ['-S', copy, '-B', build, `-DHOLONOM_TESTS=${at('tests')}`]);
    await run('cmake', ['--build', build, '--parallel', '2', '--target', 'additions_tests']);
    const { output } = await run(path.join(build, 'tests/additions_tests'));
    expect(output).toMatch(/\[ {2}PASSED {2}\] 27 tests/);
  },
  20 * 60_000,
);
