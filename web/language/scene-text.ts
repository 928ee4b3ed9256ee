// What a scene is called and what is said about it, in the language of the page.
import type { SceneDefinition } from '../scenes/scene.js';
import { language } from './language.js';
import { scenesInKorean } from './scenes.ko.js';

/** Title and description. A scene of the reader keeps its own words. */
export function sceneText(
  name: string,
  scene: Omit<SceneDefinition, 'build'>,
): { title: string; description: string } {
  const translated = language === 'ko' && scene.group ? scenesInKorean[name] : undefined;
  if (!translated) return { title: scene.title, description: scene.description };
  const [title, description] = translated;
  return { title, description };
}
