// What the page says about the scene on the stage, and the controls for it.
import { controlText } from '../language/control-text.js';
import { t } from '../language/language.js';
import { sceneText } from '../language/scene-text.js';
import { byId, element } from '../site/elements.js';
import type { Playground } from './app.js';
import { controlElement } from './controls.js';
import { showOverlaysPanel } from './overlays-panel.js';
import type { Toasts } from './toasts.js';
import { showWorldPanel } from './world-panel.js';

/**
 * Shows title, description and controls of the scene that was opened.
 * @returns what brings the settings of the world up to date.
 */
export function showScene(playground: Playground, toasts: Toasts): () => void {
  const { scene, sceneName } = playground;
  if (!scene) return () => {};
  const { title, description } = sceneText(sceneName, scene);
  byId('title').textContent = title;
  for (const id of ['description', 'about']) byId(id).textContent = description;
  byId<HTMLAnchorElement>('compare').href = `./compare.html?scene=${sceneName}`;
  document.title = `${title} · Holonom`;
  for (const link of document.querySelectorAll<HTMLElement>('[data-scene]')) {
    if (link.dataset.scene === sceneName) {
      link.setAttribute('aria-current', 'page');
      link.scrollIntoView({ block: 'nearest' });
    } else link.removeAttribute('aria-current');
  }
  const refused = (error: unknown): void => toasts.showError(t('toast.unchanged'), error);
  const controls = Object.entries(scene.controls).map(([name, control]) =>
    controlElement(
      controlText(control),
      playground.values[name] as never,
      ((value: never) => {
        toasts.settle();
        void playground.setValue(name, value);
      }) as never,
      refused,
    ),
  );
  byId('scene-controls').replaceChildren(
    ...(controls.length ? controls : [element('p', { class: 'empty' }, t('panel.empty'))]),
  );
  showOverlaysPanel(byId('overlays'), playground);
  const own = new Set(Object.values(scene.controls).map(({ setting }) => setting));
  return showWorldPanel(byId('world-controls'), () => playground.world, own, {
    changed: (name, value) => {
      toasts.settle();
      playground.rememberSetting(name, value);
    },
    refused,
  });
}
