// npm start [-- --port N]: sets up, builds what is stale, serves the site and prints its address.
import './node-version.mjs';
import { build } from './build.mjs';
import { wantedPort } from './port.mjs';
import { at, Failure, main } from './run.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

const portsTried = 20;

/** The first free port from the wanted one on. @param {number} wanted */
async function serveSite(wanted) {
  const last = Math.min(wanted + portsTried, 65535);
  for (let port = wanted; port <= last; port++) {
    try {
      const server = await serve(at('dist/site'), port);
      if (port !== wanted) console.log(`Port ${wanted} is taken; using ${port}.`);
      return server;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EACCES')
        throw new Failure(`Port ${port} needs more rights; choose one above 1023.`);
      if (code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Failure(`The ports ${wanted} to ${last} are all taken; choose another with --port N.`);
}

await main(async () => {
  const port = wantedPort('npm start');
  await build(await setup());
  const { url } = await serveSite(port);
  console.log(`Holonom is at ${url} (Ctrl+C ends it)`);
});
