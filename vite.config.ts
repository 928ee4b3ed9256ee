import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { defineConfig, type Plugin } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The names users import; inside the repository they are the sources. */
export const alias = [
  { find: /^holonom$/, replacement: path('wasm/src/index.ts') },
  { find: /^holonom\/character$/, replacement: path('wasm/src/character/index.ts') },
  { find: /^holonom\/gltf$/, replacement: path('wasm/src/gltf/index.ts') },
  { find: /^holonom\/inline$/, replacement: path('wasm/src/inline.ts') },
  { find: /^holonom\/internal$/, replacement: path('wasm/src/internal.ts') },
  { find: /^holonom\/react$/, replacement: path('web/react/index.ts') },
  { find: /^holonom\/tetrahedra$/, replacement: path('wasm/src/tetrahedra/index.ts') },
  { find: /^holonom\/three$/, replacement: path('web/three/index.ts') },
];

const pages = ['index', 'playground', 'compare', 'lab', 'claims']
  .map((name) => `web/${name}.html`)
  .map(path)
  .filter(existsSync);

// The course's pages and sources are made by .tools/tutorials.mjs; here they get their places in the site.
const course = path('build/tutorials/pages');
const coursePages = new Map(
  (existsSync(course) ? readdirSync(course, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => name.endsWith('.html'))
    .map((name) => [path(`web/tutorials/${name}`), `${course}/${name}`]),
);
const coursePlugin: Plugin = {
  name: 'course',
  resolveId: (id) => (coursePages.has(id) ? id : undefined),
  load: (id) => {
    const file = coursePages.get(id);
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  },
  configureServer({ middlewares, transformIndexHtml }) {
    middlewares.use('/tutorials/source', sirv(path('build/tutorials/source'), { dev: true }));
    middlewares.use('/tutorials', ({ url = '/' }, response, next) => {
      const { pathname } = new URL(url, 'http://localhost');
      const file = course + pathname.replace(/\/$/, '/index.html');
      if (!/^(\/ko)?\/([\w-]+\.html)?$/.test(pathname) || !existsSync(file)) return next();
      transformIndexHtml(`/tutorials${pathname}`, readFileSync(file, 'utf8')).then(
        (html) => response.setHeader('Content-Type', 'text/html').end(html),
        next,
      );
    });
  },
  generateBundle() {
    const sources = path('build/tutorials/source');
    for (const name of existsSync(sources)
      ? readdirSync(sources, { recursive: true, encoding: 'utf8' })
      : [])
      if (name.endsWith('.txt'))
        this.emitFile({
          type: 'asset',
          fileName: `tutorials/source/${name}`,
          source: readFileSync(`${sources}/${name}`),
        });
  },
};

export default defineConfig({
  plugins: [coursePlugin],
  root: path('web'),
  base: './', // the built site works from any path
  resolve: { alias },
  // A sandbox gets its worker as one text, so nothing in a worker is loaded later.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  server: { fs: { allow: [path('.')] } },
  build: {
    outDir: path('dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500, // three is most of it
    rolldownOptions: { input: [...pages, ...coursePages.keys()] },
  },
});
