// The slider over what was recorded of the world on the stage.
import { t } from '../language/language.js';
import { byId } from '../site/elements.js';
import type { Playground } from './app.js';

/** Shows where the world is in its past, and takes it to where the slider is put. */
export class Timeline {
  readonly #playground: Playground;
  readonly #slider = byId<HTMLInputElement>('timeline');
  readonly #time = byId('moment');
  #shown = '';

  constructor(playground: Playground) {
    this.#playground = playground;
    this.#slider.addEventListener('input', () => playground.seek(Number(this.#slider.value)));
    byId('back').addEventListener('click', () => playground.stepBack());
  }

  /** The moment in words. */
  get text(): string {
    const { world, moment, paused, dt } = this.#playground;
    const { frame, substep, last } = moment;
    // A number that never rests would be read out without end.
    if (!paused) return t('time.runs');
    if (substep > 0)
      return t('time.within', { time: world.time.toFixed(4), substep, count: world.substeps });
    const time = world.time.toFixed(2);
    const ago = ((last - frame) * dt).toFixed(2);
    return frame === last ? t('time.last', { time }) : t('time.back', { time, ago });
  }

  /** Brings the slider up to date. */
  update(): void {
    const { world, moment, paused } = this.#playground;
    const { first, frame, substep, last } = moment;
    const shown = `${first} ${frame} ${substep} ${last} ${paused} ${world.time}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const slider = this.#slider;
    slider.min = String(first);
    slider.max = String(last);
    slider.value = String(frame);
    const share = last > first ? (frame - first) / (last - first) : 1;
    slider.style.setProperty('--filled', `${100 * share}%`);
    slider.setAttribute('aria-valuetext', this.text);
    this.#time.textContent =
      substep > 0
        ? t('time.substep', { substep, count: world.substeps })
        : `${world.time.toFixed(paused ? 2 : 1)} s`;
    this.#time.toggleAttribute('data-back', frame < last);
  }

  /** The moment in words for who does not hear the slider itself. */
  get news(): string | undefined {
    return document.activeElement === this.#slider ? undefined : this.text;
  }
}
