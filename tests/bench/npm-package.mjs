import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../../.tools/run.mjs';

/**
 * An installed package, also the parts that it does not export.
 * @param {string} name
 */
export function npmPackage(name) {
  const folder = at('node_modules', name);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return {
    version: /** @type {string} */ (version),
    read: (/** @type {string} */ file) => readFileSync(path.join(folder, file)),
  };
}
