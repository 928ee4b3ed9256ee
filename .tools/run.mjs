// Small helpers of the commands: run programs quietly, show progress, end with one clear line.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** @param {...string} names a path inside the repository */
export const at = (...names) => path.join(root, ...names);

/** A failure that the user can act on: the message is the whole story, no stack is shown. */
export class Failure extends Error {}

/**
 * Runs a program, keeps its output, shows it only when the program fails.
 * @param {string} program
 * @param {string[]} [args]
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, check?: boolean, nice?: number }} [options]
 *   show: let the output through at once; check: fail on an exit code other than 0 (default);
 *   nice: 0 to 19, how far the program stands back behind others
 * @returns {Promise<{ code: number, output: string, stdout: string }>}
 */
export function run(
  program,
  args = [],
  { cwd = root, env, show = false, check = true, nice = 0 } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (nice > 0 && child.pid) os.setPriority(child.pid, nice);
    let output = '';
    let stdout = '';
    const collect = (/** @type {Buffer} */ data, /** @type {boolean} */ fromStdout) => {
      output += data;
      if (fromStdout) stdout += data;
      if (show) process.stdout.write(data);
    };
    child.stdout.on('data', (data) => collect(data, true));
    child.stderr.on('data', (data) => collect(data, false));
    child.on('error', (error) =>
      reject(new Failure(`${program} can't be started: ${error.message}`)),
    );
    child.on('close', (exit, signal) => {
      const code = exit ?? 1;
      if (code === 0 || !check) return resolve({ code, output, stdout });
      const shown = show ? '' : `${output.trimEnd()}\n`;
      const name = [path.basename(program), ...args].join(' ').slice(0, 120);
      reject(
        new Failure(`${shown}${name}: ${signal ? `ended by ${signal}` : `exit code ${code}`}`),
      );
    });
  });
}

/**
 * Where a program is on PATH, or undefined.
 * @param {string} name
 */
export function which(name) {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    });
}

/** Whether a file can be written there: its folder exists, and it is none. @param {string} file */
export const isWritable = (/** @type {string} */ file) =>
  file !== '' &&
  existsSync(path.dirname(path.resolve(file))) &&
  !statSync(file, { throwIfNoEntry: false })?.isDirectory();

/** @param {number} start a performance.now() */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Whether a step's clock runs on the terminal's last line, where there is room for one. */
let clockRuns = false;

/**
 * Prints what is being done, and how long it took. On a terminal the line shows a running clock.
 * @template T
 * @param {string} title
 * @param {(note: (text: string) => void) => T | Promise<T>} work may note() how far it is
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now();
  const live = process.stdout.isTTY;
  const owns = live && !clockRuns;
  if (owns) clockRuns = true;
  let detail = '';
  const draw = () => process.stdout.write(`\r\x1b[K${title} … ${since(start)}${detail}`);
  const clock = owns ? setInterval(draw, 200) : undefined;
  if (!live) console.log(`${title} …`);
  try {
    const result = await work((text) => {
      detail = text ? `, ${text}` : '';
    });
    if (live) process.stdout.write(`\r\x1b[K${title}: ${since(start)}\n`);
    else if (performance.now() - start > 2000) console.log(`${title}: ${since(start)}`);
    return result;
  } catch (error) {
    if (live) process.stdout.write(`\r\x1b[K${title}: failed\n`);
    throw error;
  } finally {
    clearInterval(clock);
    if (owns) clockRuns = false;
  }
}

/**
 * Runs a command's main function; failures end it with one message and exit code 1.
 * @param {() => Promise<number | void>} command
 */
export async function main(command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Tells whether this file was started as the command (and not imported).
 * @param {string} url the file's import.meta.url
 */
export const isCommand = (url) => process.argv[1] === fileURLToPath(url);
