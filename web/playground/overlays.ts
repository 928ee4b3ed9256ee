// What is shown besides the things themselves, kept among the settings of the reader.
import type { Overlays, WorldView } from 'holonom/three';

/** Names of the overlays, in the order of the panel. */
export const overlayNames = ['forces', 'strain', 'islands'] as const satisfies (keyof Overlays)[];

/** The name of an overlay among the settings. */
export const settingOfOverlay = (name: keyof Overlays): string => `view.${name}`;

/** Whether a setting is an overlay. */
export const isOverlay = (setting: string): boolean => nameOf(setting) !== undefined;

/** Does the setting of an overlay on a view. */
export function showOverlay(view: WorldView, setting: string, on: unknown): void {
  const name = nameOf(setting);
  if (name) view.overlays[name] = on === true;
}

const nameOf = (setting: string) => overlayNames.find((name) => settingOfOverlay(name) === setting);
