// Tells built pages what stands beside them, so that they ask for nothing that is not there.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from './run.mjs';

/**
 * Writes a fact into the pages of the site that have a `<meta>` of its name; `web/site/facts.ts` reads it.
 * @param {string} name
 * @param {string} content
 */
export function tellPages(name, content) {
  for (const page of readdirSync(at('dist/site')).filter((file) => file.endsWith('.html'))) {
    const file = at('dist/site', page);
    const html = readFileSync(file, 'utf8');
    const told = html.replace(
      new RegExp(`(<meta name="${name}" content=")[^"]*`),
      (_, start) => start + content,
    );
    if (told !== html) writeFileSync(file, told);
  }
}

/** Puts the API reference into the site where it has been written, and links it. */
export function placeReference() {
  const written = at('build/reference');
  const isThere = existsSync(at('build/reference/index.html'));
  if (isThere) cpSync(written, at('dist/site/reference'), { recursive: true });
  tellPages('reference', isThere ? 'yes' : '');
}
