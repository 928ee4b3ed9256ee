// What is shown of the world besides the things themselves: switches, and what their colors mean.
import { forceText } from 'holonom/three';
import { t } from '../language/language.js';
import { byId, element } from '../site/elements.js';
import type { Playground } from './app.js';
import { controlElement } from './controls.js';
import { overlayNames, settingOfOverlay } from './overlays.js';

const lines = ['contacts', 'joints', 'attachments', 'axes', 'aabbs'] as const;

/** Fills a panel with a switch for each overlay. */
export function showOverlaysPanel(panel: HTMLElement, playground: Playground): void {
  const switchOf = (name: string, text: { label: string; help?: string }, on: boolean) =>
    controlElement({ ...text, value: false }, on, ((value: boolean) => {
      playground.changeSetting(name, value);
    }) as never);
  const { view, world } = playground;
  const more = element('details', {}, element('summary', {}, t('panel.more')));
  more.append(
    element(
      'div',
      { class: 'controls' },
      ...lines.map((name) =>
        switchOf(`debug.${name}`, { label: t(`overlay.${name}`) }, world.debug[name]),
      ),
    ),
  );
  more.open = lines.some((name) => world.debug[name]);
  panel.replaceChildren(
    ...overlayNames.map((name) => {
      const text = { label: t(`overlay.${name}`), help: t(`overlay.${name}.help`) };
      return switchOf(settingOfOverlay(name), text, view.overlays[name]);
    }),
    more,
  );
}

/** What the colors and arrows on the stage mean, in words. */
export class Legend {
  readonly #place = byId('legend');
  #shown = '';

  update({ view }: Playground): void {
    const { forces, strain, islands } = view.overlays;
    const shown = `${forces && view.newtonsPerMeter} ${strain && view.largestStrain} ${islands}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#place.replaceChildren();
    if (forces) {
      const { newtonsPerMeter } = view;
      this.#add(t('legend.contact'), 'contact');
      this.#add(t('legend.joint'), 'joint');
      this.#add(t('legend.tie'), 'tie');
      this.#add(
        newtonsPerMeter > 0
          ? t('legend.scale', { force: forceText(newtonsPerMeter) })
          : t('legend.none'),
      );
    }
    if (strain && view.largestStrain === 0) this.#add(t('legend.slack'));
    else if (strain) {
      const limit = `${Number((100 * view.largestStrain).toPrecision(3))} %`;
      const colors = element('i', { class: 'mark-strain', 'aria-hidden': 'true' });
      this.#add(t('legend.strain'));
      this.#place.append(element('li', {}, `−${limit}`, colors, `+${limit}`));
    }
    if (islands) this.#add(t('legend.islands'));
  }

  #add(text: string, mark?: string): void {
    const sign = mark ? [element('i', { class: `mark-${mark}`, 'aria-hidden': 'true' })] : [];
    this.#place.append(element('li', {}, ...sign, text));
  }
}
