// The server of the built site: right types, nothing from outside its folder, no stale copy, ports refused by code.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../.tools/serve.mjs';

const outer = mkdtempSync(path.join(tmpdir(), 'holonom-serve-'));
const folder = path.join(outer, 'site');
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'lessons'), { recursive: true });
  mkdirSync(`${folder}-private`);
  writeFileSync(path.join(outer, 'secret.txt'), 'secret');
  writeFileSync(path.join(`${folder}-private`, 'secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'index.html'), 'start');
  writeFileSync(path.join(folder, 'lessons/index.html'), 'lessons');
  server = await serve(folder);
});

afterAll(async () => {
  await server?.close();
  rmSync(outer, { recursive: true });
});

/** The status of an address as it stands: fetch would resolve its dots. */
const statusOf = (address: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { port: new URL(server.url).port, host: '127.0.0.1', path: address };
    request(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

test('a folder gives its index.html', async () => {
  expect(await (await fetch(server.url)).text()).toBe('start');
  expect(await (await fetch(`${server.url}lessons/`)).text()).toBe('lessons');
});

test.each([
  ['a.html', 'text/html;charset=utf-8'],
  ['a.js', 'text/javascript'],
  ['a.mjs', 'text/javascript'],
  ['a.css', 'text/css'],
  ['a.json', 'application/json'],
  ['a.wasm', 'application/wasm'],
  ['a.svg', 'image/svg+xml'],
  ['a.webp', 'image/webp'],
  ['a.woff2', 'font/woff2'],
  ['a.txt', 'text/plain;charset=utf-8'],
])('%s is sent as %s', async (name, type) => {
  writeFileSync(path.join(folder, name), 'content');
  const response = await fetch(server.url + name, { method: 'HEAD' });
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('content-length')).toBe('7');
});

test.each([
  '/none.html',
  '/lessons/none.js',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/lessons/../../secret.txt',
  '/../site-private/secret.txt',
  '/..%2fsite-private%2fsecret.txt',
  '/..\\secret.txt',
  '/%00',
  '/%',
  '//etc/passwd',
])('there is no %s', async (address) => {
  expect(await statusOf(address)).toBe(404);
});

test('a changed file is sent at once, and browsers ask for it', async () => {
  const file = path.join(folder, 'changing.js');
  for (const text of ['first', 'second', 'third one']) {
    writeFileSync(file, text);
    const response = await fetch(`${server.url}changing.js`);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(text);
  }
  rmSync(file);
  expect(await statusOf('/changing.js')).toBe(404);
});

test('a file that cannot be opened, such as one that a build takes away, ends its request alone', async () => {
  const socket = createServer().listen(path.join(folder, 'socket'));
  await once(socket, 'listening');
  await expect(fetch(`${server.url}socket`).then((answer) => answer.text())).rejects.toThrow();
  socket.close();
  expect(await statusOf('/index.html')).toBe(200);
});

test.each(['bytes=2-1', 'bytes=9-', 'bytes=-2', 'nonsense'])(
  'asked for the range %s it sends the whole file',
  async (range) => {
    const response = await fetch(server.url, { headers: { range } });
    expect([response.status, await response.text()]).toEqual([200, 'start']);
  },
);

test('a port that is taken is refused with its code', async () => {
  const port = Number(new URL(server.url).port);
  await expect(serve(folder, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
