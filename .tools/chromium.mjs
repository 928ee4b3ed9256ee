// Chromium for the tests, the benchmark of the pages and the gallery's pictures: that of the variable CHROMIUM, else
// the one on PATH.
import { Failure } from './run.mjs';
import { chromium as installed } from './setup.mjs';

// WebGL is drawn in software; nothing calls out of this machine.
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/**
 * Starts Chromium without a window.
 * @param {readonly string[]} [more] flags besides those that everybody needs
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium(more = []) {
  const executablePath = installed();
  if (!executablePath)
    throw new Failure('Chromium is neither on PATH nor in the variable CHROMIUM.');
  const { chromium } = await import('playwright-core'); // which set-up installs
  return chromium.launch({ executablePath, headless: true, args: [...flags, ...more] });
}
