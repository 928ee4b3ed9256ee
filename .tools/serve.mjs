// A small server of static files on this machine only.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * The file that a request means: inside the folder, index.html for folders.
 * @param {string} folder
 * @param {string} url
 */
async function find(folder, url) {
  const name = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  const file = path.join(folder, path.normalize(name));
  if (file !== folder && !file.startsWith(folder + path.sep)) return undefined;
  const entry = await stat(file);
  if (!entry.isDirectory()) return { file, size: entry.size };
  const index = path.join(file, 'index.html');
  return { file: index, size: (await stat(index)).size };
}

/**
 * Serves a folder. A port that is taken is an error with code EADDRINUSE; 0 means any free one.
 * @param {string} folder
 * @param {number} [port]
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const found = await find(folder, request.url ?? '/').catch(() => undefined);
    if (!found) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
    response.writeHead(200, {
      'Content-Type': types[path.extname(found.file)] ?? 'application/octet-stream',
      'Content-Length': found.size,
      'Cache-Control': 'no-cache',
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve(undefined));
      server.closeAllConnections();
    });
  return { url: `http://localhost:${actual}/`, port: actual, close };
}
