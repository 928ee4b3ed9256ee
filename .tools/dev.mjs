// npm run dev [-- --port N]: builds what is stale, then serves the sources of the site; pages follow their changes.
import './node-version.mjs';
import path from 'node:path';
import { build, isCourseSource } from './build.mjs';
import { wantedPort } from './port.mjs';
import { at, main, run } from './run.mjs';
import { setup } from './setup.mjs';

const course = at('web/tutorials') + path.sep;

/**
 * Writes the pages of the course again when their sources change, and has the browser load them.
 * @param {import('vite').ViteDevServer} server
 */
function followCourse({ watcher, ws }) {
  /** Lessons that have changed; undefined is what all pages are made from. @type {Set<string | undefined>} */
  const changed = new Set();
  let writing = Promise.resolve();
  const write = async () => {
    if (changed.size === 0) return;
    const lessons = [...changed].filter((name) => name !== undefined);
    const only = changed.has(undefined) ? [] : lessons;
    changed.clear();
    try {
      // In a process of its own: this one keeps the words and formulas that it has loaded.
      await run(process.execPath, ['.tools/tutorials.mjs', ...only]);
      ws.send({ type: 'full-reload' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      console.log(message);
      ws.send({ type: 'error', err: { message, stack: '' } });
    }
  };
  watcher.on('all', (event, file) => {
    if (!file.startsWith(course) || !isCourseSource(file)) return;
    changed.add(event === 'change' ? /lessons.(.*)\.md$/.exec(file)?.[1] : undefined);
    writing = writing.then(write);
  });
}

await main(async () => {
  const port = wantedPort('npm run dev');
  await build(await setup());
  const { createServer } = await import('vite'); // which set-up installs
  // A plugin, which is kept when a change of vite.config.ts starts the server again.
  const plugins = [{ name: 'follow-course', configureServer: followCourse }];
  const server = await createServer({ plugins, server: { port } });
  await server.listen();
  console.log(`The sources are served at ${server.resolvedUrls?.local[0]} (Ctrl+C ends it)`);
});
