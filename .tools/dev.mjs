// npm run dev [-- --port N]: builds what is stale, then serves the sources of the site; pages follow their changes.
import './node-version.mjs';
import { build } from './build.mjs';
import { wantedPort } from './port.mjs';
import { main } from './run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  const port = wantedPort('npm run dev');
  await build(await setup());
  const { createServer } = await import('vite'); // which set-up installs
  const server = await createServer({ server: { port } });
  await server.listen();
  console.log(`The sources are served at ${server.resolvedUrls?.local[0]} (Ctrl+C ends it)`);
});
