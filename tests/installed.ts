// The package as users get it: packed, and installed into an empty folder.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const root = fileURLToPath(new URL('..', import.meta.url));
/** What is packed. */
export const packed = path.join(root, 'dist/package');

export interface Installed {
  /** The user's folder. */
  readonly folder: string;
  /** Where the package is in it. */
  readonly installed: string;
  /** The tarball. */
  readonly tarball: string;
  /** Writes a file of the user's, and gives its path. */
  write(name: string, text: string): string;
  remove(): void;
}

export async function install(): Promise<Installed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holonom-package-'));
  const options = { cwd: folder };
  const { stdout } = await run('npm', ['pack', packed, '--json', '--loglevel=error'], options);
  const [{ filename }] = JSON.parse(stdout);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quietly = ['--offline', '--no-audit', '--loglevel=error'];
  await run('npm', ['install', `./${filename}`, ...quietly], options);
  return {
    folder,
    installed: path.join(folder, 'node_modules/holonom'),
    tarball: path.join(folder, filename),
    write(name, text) {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
