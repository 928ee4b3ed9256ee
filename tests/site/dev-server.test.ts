// The server of `npm run dev` has the pages that are made, beside those that stand in web/.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

let vite: ViteDevServer;
let server: Server;
let url = '';

beforeAll(async () => {
  vite = await createVite({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  server = createServer(vite.middlewares);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server?.close();
  await vite?.close();
});

test.each([
  ['/playground.html', 'Playground'],
  ['/tutorials/', 'Course'],
  ['/tutorials/index.html', 'Course'],
  ['/tutorials/falling.html', 'Falling'],
  ['/tutorials/falling.html?from=here', 'Falling'],
  ['/tutorials/ko/', '강의'],
  ['/tutorials/ko/falling.html', '낙하'],
  ['/tutorials/errata.html', 'Corrections'],
])('%s is there, and follows changes', async (address, title) => {
  const html = await (await fetch(url + address)).text();
  expect(html).toContain(`<title>${title} · Holonom`);
  expect(html).toContain('/@vite/client');
});

test('what a page of the course loads is there', async () => {
  const html = await (await fetch(`${url}/tutorials/ko/falling.html`)).text();
  const own = [...html.matchAll(/(?:src|href)="((?:\.\.?\/)[^"#]+\.(?:ts|css|svg|txt))"/g)];
  expect(own.length).toBeGreaterThan(4);
  for (const [, address = ''] of own) {
    const response = await fetch(new URL(address, `${url}/tutorials/ko/`));
    expect(response.status, address).toBe(200);
    expect(await response.text(), address).not.toContain('<!doctype html>');
  }
});
