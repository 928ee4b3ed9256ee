// Debian's packages: what can be installed is installed, once `apt-get update` has run.
import { existsSync } from 'node:fs';
import { Failure, run, step, which } from './run.mjs';

let updated = false;

export const canInstall = () => process.getuid?.() === 0 && which('apt-get') !== undefined;

/** Refreshes the package lists, once per command. */
export async function update() {
  if (updated) return;
  await step('Refreshing the package lists', () => run('apt-get', ['-qq', 'update']));
  updated = true;
}

/**
 * @param {string[]} packages
 * @param {string} what it is for, in the message of a failure
 */
export async function install(packages, what) {
  await update();
  const options = ['-qq', '-y', '--no-install-recommends', 'install'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await step(`Installing ${packages.join(' ')}`, () =>
      run('apt-get', [...options, ...packages], { env }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${reason}\n${what}: apt-get can't install ${packages.join(' ')}.`);
  }
}

export const isDebian = () => existsSync('/usr/share/keyrings/debian-archive-keyring.gpg');
