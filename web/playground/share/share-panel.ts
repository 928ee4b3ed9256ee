// The tab that gives away what is on the stage: as a link, in a frame, as a picture, a video or a file.
import { t } from '../../language/language.js';
import { scenes } from '../../scenes/index.js';
import { byId, element } from '../../site/elements.js';
import type { Playground } from '../app.js';
import { fileName, saveFile, saveScene } from '../save.js';
import { linkBudget, pack, type Shared } from './link.js';
import { motionOf } from './motion.js';
import { canRecord, record } from './video.js';

/** Gives the code of the scene where it was changed. */
export type ChangedCode = () => string | undefined;

/** What a link to this very moment of editing carries. */
export function sharedState(playground: Playground, changedCode: ChangedCode): Shared {
  const { sceneName, changedValues, changedSettings, stage, world } = playground;
  const code = changedCode();
  const settings = Object.keys(changedSettings).length > 0 ? { settings: changedSettings } : {};
  return {
    scene: sceneName,
    view: stage.view,
    ...(Object.keys(changedValues).length > 0 ? { values: changedValues } : {}),
    ...settings,
    ...(code === undefined ? {} : { code }),
    ...(scenes.has(sceneName) || code !== undefined ? {} : { file: world.save() }),
  };
}

/** Fills the tab. */
export function showSharePanel(playground: Playground, changedCode: ChangedCode): void {
  const address = async (embed: boolean): Promise<URL> => {
    const link = new URL(location.pathname, location.href);
    if (embed) link.searchParams.set('embed', '');
    link.hash = await pack(sharedState(playground, changedCode));
    return link;
  };
  const size = element('p', { class: 'share-size', role: 'status' });
  const copying = (label: string, text: () => Promise<string>): HTMLButtonElement => {
    const button = element('button', { class: 'button', type: 'button' }, label);
    button.addEventListener('click', async () => {
      // What is said on it is shorter, and nothing beside it is to move.
      button.style.minWidth = `${button.offsetWidth}px`;
      const made = await text();
      const numbers = { size: made.length, budget: linkBudget };
      const fits = made.length <= linkBudget;
      size.textContent = t(fits ? 'share.size' : 'share.too-long', numbers);
      if (fits) button.textContent = t((await copy(made)) ? 'copied' : 'copy.refused');
      setTimeout(() => {
        button.textContent = label;
      }, 1600);
    });
    return button;
  };
  byId('share').replaceChildren(
    part(
      t('share.link'),
      t('share.link.text'),
      copying(t('share.copy'), async () => (await address(false)).href),
    ),
    part(
      t('share.embed'),
      t('share.embed.text'),
      copying(t('share.embed.copy'), async () => frameOf(await address(true))),
    ),
    size,
    part(
      t('share.picture'),
      undefined,
      acting(t('share.picture.save'), async () => {
        const picture = await fetch(playground.picture());
        saveFile(`${fileName(playground)}.png`, await picture.blob());
      }),
    ),
    videoPart(playground),
    part(
      t('share.motion'),
      t('share.motion.text'),
      acting(t('share.motion.save'), async () =>
        saveFile(`${fileName(playground)}.glb`, await motionOf(playground)),
      ),
    ),
    part(
      t('share.scene'),
      undefined,
      acting(t('share.scene.save'), () => saveScene(playground)),
    ),
  );
}

const frameOf = ({ href }: URL): string =>
  `<iframe src="${href}" width="640" height="400" style="border:0" title="Holonom" loading="lazy" allow="clipboard-write"></iframe>`;

function videoPart(playground: Playground): HTMLElement {
  if (!canRecord()) return part(t('share.video'), t('share.video.none'));
  let stop: (() => Promise<Blob>) | undefined;
  const button = acting(t('share.video.start'), async () => {
    if (stop) {
      const video = await stop();
      stop = undefined;
      saveFile(`${fileName(playground)}.${video.type.includes('mp4') ? 'mp4' : 'webm'}`, video);
    } else stop = record(playground.stage.canvas);
    button.textContent = t(stop ? 'share.video.stop' : 'share.video.start');
    button.setAttribute('aria-pressed', String(stop !== undefined));
  });
  return part(t('share.video'), undefined, button);
}

function part(title: string, text: string | undefined, ...buttons: HTMLElement[]): HTMLElement {
  const words = element('div', {}, element('h3', {}, title));
  if (text) words.append(element('p', {}, text));
  return element('div', { class: 'share-part' }, words, ...buttons);
}

function acting(label: string, action: () => void | Promise<void>): HTMLButtonElement {
  const button = element('button', { class: 'button', type: 'button' }, label);
  button.addEventListener('click', () => void action());
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
