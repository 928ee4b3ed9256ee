// A server of static files on this machine only.
import { createServer } from 'node:http';

/**
 * Serves a folder. A port that is taken is an error with code EADDRINUSE; 0 means any free one.
 * @param {string} folder
 * @param {number} [port]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(folder, port = 0) {
  const { default: sirv } = await import('sirv'); // which set-up installs
  const files = sirv(folder, {
    dev: true, // looks files up at each request
    etag: true, // and has browsers ask before they use a copy
    setHeaders(response, name) {
      if (name.endsWith('.txt')) response.setHeader('Content-Type', 'text/plain;charset=utf-8');
    },
  });
  const server = createServer((request, response) => {
    // sirv lets these end the program: a range that ends before it begins, and a file that goes while it is sent.
    delete request.headers.range;
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    files(request, response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve(undefined));
      server.closeAllConnections();
    });
  return { url: `http://localhost:${address.port}/`, close };
}
