// Real Chromium: the one of the variable CHROMIUM, else the one on PATH.
import { type Browser, chromium } from 'playwright-core';
import { chromium as installed } from '../../.tools/setup.mjs';

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

/** @param more flags besides those that every test needs. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = installed();
  if (!executablePath) throw new Error('Chromium is neither on PATH nor in the variable CHROMIUM');
  return chromium.launch({ executablePath, headless: true, args: [...flags, ...more] });
}
