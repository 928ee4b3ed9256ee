// An app of Next.js, built for real: its server imports and computes, and its client component does in Chromium.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../.tools/chromium.mjs';
import { serve } from '../../.tools/serve.mjs';
import { type Installed, install, root, run } from '../installed';
import { program } from './consumer';

/** Kept from run to run, for what it installs. */
const app = path.join(root, 'build/next');
const packages = fileURLToPath(new URL('next', import.meta.url));

let user: Installed;

const files = {
  // A world of its own, though it stands inside the repository.
  'next.config.mjs':
    "export default { output: 'export', turbopack: { root: import.meta.dirname } };",
  'jsconfig.json': '{}',
  'app/layout.jsx': `
    export const metadata = { title: 'waiting', icons: 'data:,' };
    export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  'app/page.jsx': `
    import { version } from 'holonom';
    import { loadHolonom } from 'holonom/inline';
    import { Client } from './client.jsx';
    const compute = () => new Promise((tell) => {${program('tell')}});
    export default async () => <main><p id="server">{version} {await compute()}</p><Client /></main>;`,
  'app/client.jsx': `
    'use client';
    import { loadHolonom } from 'holonom';
    import { useEffect, useState } from 'react';
    export function Client() {
      const [text, setText] = useState('waiting');
      useEffect(() => {${program('setText')}}, []);
      return <p id="client">{text}</p>;
    }`,
};

beforeAll(async () => {
  user = await install();
  mkdirSync(path.join(app, 'app'), { recursive: true });
  const lock = (name: string) => path.join(name, 'package-lock.json');
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  // The lock file is put there last: half an installation is begun anew.
  if (read(lock(app)) !== read(lock(packages))) {
    rmSync(lock(app), { force: true });
    const fresh = path.join(app, 'fresh');
    cpSync(packages, fresh, { recursive: true });
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--loglevel=error'], { cwd: fresh });
    rmSync(path.join(app, 'node_modules'), { recursive: true, force: true });
    for (const name of ['node_modules', 'package.json', 'package-lock.json'])
      renameSync(path.join(fresh, name), path.join(app, name));
    rmSync(fresh, { recursive: true });
  }
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(app, name), text.trim());
  const place = path.join(app, 'node_modules/holonom');
  rmSync(place, { recursive: true, force: true });
  cpSync(user.installed, place, { recursive: true });
}, 300_000);

afterAll(() => user?.remove());

test.each([['turbopack'], ['webpack']])(
  'builds with %s',
  async (bundler) => {
    for (const name of ['.next', 'out'])
      rmSync(path.join(app, name), { recursive: true, force: true });
    const next = path.join(app, 'node_modules/next/dist/bin/next');
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
    await run(process.execPath, [next, 'build', `--${bundler}`], { cwd: app, env });
    const [server, browser] = await Promise.all([serve(path.join(app, 'out')), launchChromium()]);
    try {
      const tab = await browser.newPage();
      const complaints: string[] = [];
      tab.on('pageerror', (error) => complaints.push(error.message));
      tab.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
      });
      await tab.goto(server.url);
      const client = tab.locator('#client:not(:text("waiting"))');
      const hash = await client.textContent({ timeout: 30_000 });
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      const { version } = JSON.parse(
        readFileSync(path.join(user.installed, 'package.json'), 'utf8'),
      );
      expect(await tab.textContent('#server')).toBe(`${version} ${hash}`);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
    }
  },
  180_000,
);
