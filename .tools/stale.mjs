// What is up to date is not built again: a stamp remembers the content of a result's inputs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { at, root, step } from './run.mjs';

/**
 * All files below the given files and folders, sorted.
 * @param {string[]} names relative to the repository
 * @param {(name: string) => boolean} [accept]
 */
export function files(names, accept = () => true) {
  const found = names.flatMap((name) => {
    const full = path.join(root, name);
    if (!existsSync(full)) return [];
    return readdirSync(path.dirname(full), { withFileTypes: true })
      .filter((entry) => entry.name === path.basename(full))
      .flatMap((entry) =>
        entry.isDirectory()
          ? readdirSync(full, { recursive: true, withFileTypes: true })
              .filter((child) => child.isFile())
              .map((child) =>
                path.relative(root, path.join(child.parentPath ?? child.path, child.name)),
              )
          : [name],
      );
  });
  return found.filter(accept).sort();
}

/** @param {string[]} names */
function digest(names) {
  const hash = createHash('sha256');
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(at(name)))
      .update('\0');
  return hash.digest('hex');
}

const stampOf = (/** @type {string} */ name) => at('build/stamps', name);

/** Has the next build do a work again. @param {string} name of the stamp */
export const forget = (name) => rmSync(stampOf(name), { force: true });

/**
 * Does the work unless its inputs are those of the last time and its outputs are there.
 * @param {string} name of the stamp
 * @param {string[]} inputs
 * @param {string[]} outputs
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether the work was done
 */
export async function unlessFresh(name, inputs, outputs, work) {
  const stamp = stampOf(name);
  const now = digest(inputs);
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
  if (fresh && outputs.every((output) => existsSync(at(output)))) return false;
  forget(name);
  await work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  return true;
}

const lock = at('build/lock');

/** How often this process has it: stages that build in different folders run beside each other. */
let held = 0;

/** Takes the lock, also from a command that ended without giving it back. */
function takeLock() {
  if (held > 0) return true;
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Builds while no other command builds in this folder.
 * @template T
 * @param {() => Promise<T>} work
 */
export async function alone(work) {
  mkdirSync(path.dirname(lock), { recursive: true });
  if (!takeLock())
    await step('Waiting for another build here to end', async () => {
      while (!takeLock()) await setTimeout(200);
    });
  held++;
  try {
    return await work();
  } finally {
    held--;
    if (held === 0) rmSync(lock, { force: true });
  }
}
