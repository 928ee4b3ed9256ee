// A page of a test's own, built and opened in Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type InlineConfig } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '../../.tools/chromium.mjs';
import { serve } from '../../.tools/serve.mjs';
import { alias } from '../../vite.config';

/** Builds the page in `folder`, beside this file, and opens it before the tests. */
export function useBuiltPage(folder: string, config: InlineConfig = {}) {
  const complaints: string[] = [];
  const out = mkdtempSync(path.join(tmpdir(), 'holonom-'));
  let server: Awaited<ReturnType<typeof serve>>;
  let browser: Browser;
  let tab: Page;

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      root: fileURLToPath(new URL(folder, import.meta.url)),
      base: './',
      resolve: { alias },
      build: { outDir: out, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 9000 },
      ...config,
    });
    server = await serve(out);
    browser = await launchChromium();
    tab = await browser.newPage();
    tab.on('pageerror', (error) => complaints.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await tab.goto(server.url);
    await tab.waitForFunction(() => 'page' in window);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(out, { recursive: true, force: true });
  });

  return {
    /** What went wrong on the page. */
    complaints,
    get tab() {
      return tab;
    },
  };
}
