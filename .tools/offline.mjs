// The service worker of the built site, with the list of all files that it keeps.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './run.mjs';

const worker = 'service-worker.js';

/** Every browser with service workers reads .woff2; the API reference is written after the build. */
const isKept = (/** @type {string} */ name) =>
  name !== worker && !/\.(ttf|woff)$/.test(name) && !name.startsWith('reference/');

/** @param {string | Buffer} content */
const sha256 = (content) => createHash('sha256').update(content).digest('base64');

/**
 * Writes the service worker of a site. It is the same to the byte until a file of the site changes.
 * @param {string} folder of the site
 */
export function writeServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter(isKept)
    .sort()
    .map((name) => [name, `sha256-${sha256(readFileSync(path.join(folder, name)))}`]);
  const source = readFileSync(at('web/site', worker), 'utf8');
  const version = sha256(source + JSON.stringify(files)).slice(0, 16);
  const build = `self.build = ${JSON.stringify({ version, files })};\n`;
  writeFileSync(path.join(folder, worker), build + source);
}
