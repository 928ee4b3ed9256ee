// Files that the page gives to the reader.
import { element } from '../site/elements.js';
import type { Playground } from './app.js';

/** Hands out a file. */
export function saveFile(name: string, content: Blob): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The name of the scene without the ending of the file it came from. */
export const fileName = ({ sceneName }: Playground): string => sceneName.replace(/\.\w+$/, '');

/** Saves what is on the stage as a scene file. */
export function saveScene(playground: Playground): void {
  const text = JSON.stringify(playground.world.save());
  saveFile(`${fileName(playground)}.json`, new Blob([text], { type: 'application/json' }));
}
