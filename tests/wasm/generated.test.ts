import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { definitions } from 'holonom';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('generated files are those of the field tables', () => {
  const output = execFileSync(process.execPath, ['.tools/generate.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(output).not.toContain('stale');
});

test('every field says what it means, and in which unit where it has one', () => {
  const owners = [...definitions.kinds, ...Object.values(definitions.structs)];
  const fields = owners.flatMap((owner) => owner.fields);
  expect(fields.length).toBeGreaterThan(50);
  for (const field of fields) {
    expect(field.help, field.name).toMatch(/\.$/);
    expect(field.unit, field.name).toBeTypeOf('string');
  }
});
