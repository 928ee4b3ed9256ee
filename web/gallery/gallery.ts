// The scenes as cards in groups, with pictures, a search and tags. The start page and the playground show the same.
import { controlWord } from '../language/control-text.js';
import { t } from '../language/language.js';
import { sceneText } from '../language/scene-text.js';
import { scenes } from '../scenes/index.js';
import { type SceneDefinition, sceneGroups } from '../scenes/scene.js';
import { element } from '../site/elements.js';
import { fact } from '../site/facts.js';
import { sketchOf } from './sketches.js';

const taken = new Set(fact('pictures').split(' '));

/** Where a card leads. */
export type Address = (name: string) => string;

interface Card {
  readonly item: HTMLElement;
  /** What the search looks in, in small letters. */
  readonly words: string;
}

/** Fills a list with all scenes, and makes a search field and the tags in it choose among them. */
export class Gallery {
  readonly #sections: { section: HTMLElement; cards: Card[] }[] = [];
  readonly #search: HTMLInputElement;
  readonly #nothing = element('p', { class: 'nothing', role: 'status', hidden: '' });

  constructor(place: HTMLElement, search: HTMLInputElement, address: Address) {
    this.#search = search;
    for (const group of sceneGroups) {
      const members = [...scenes].filter(([, scene]) => scene.group === group);
      const id = `group-${group}`;
      const cards = members.map(([name, scene]) => this.#card(name, scene, address));
      const section = element(
        'section',
        { class: 'group', 'aria-labelledby': id },
        element('h3', { id }, t(`group.${group}`)),
        element('ol', { class: 'cards' }, ...cards.map((card) => card.item)),
      );
      this.#sections.push({ section, cards });
      place.append(section);
    }
    place.append(this.#nothing);
    search.addEventListener('input', () => this.#choose());
    search.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || search.value === '') return;
      event.preventDefault();
      this.look('');
    });
  }

  /** Searches for a word, as if it were typed. */
  look(word: string): void {
    this.#search.value = word;
    this.#choose();
  }

  #card(name: string, scene: SceneDefinition, address: Address): Card {
    const { title, description } = sceneText(name, scene);
    // Only what is there is asked for: a build without Chromium takes no pictures.
    const picture = taken.has(name)
      ? element('img', {
          src: `./pictures/${name}.webp`,
          alt: '',
          width: '320',
          height: '200',
          loading: 'lazy',
          decoding: 'async',
        })
      : sketchOf(scene.group ?? 'mixed');
    const link = element(
      'a',
      { href: address(name), 'data-scene': name },
      element('span', { class: 'picture' }, picture),
      element('span', { class: 'card-title' }, title),
    );
    const tags = element('p', { class: 'tags' });
    for (const tag of scene.tags) {
      const button = element('button', { type: 'button', class: 'tag' }, controlWord(tag));
      button.addEventListener('click', () => {
        this.look(controlWord(tag));
        this.#search.focus();
      });
      tags.append(button);
    }
    const words = [
      title,
      description,
      scene.title,
      scene.description,
      ...scene.tags,
      ...scene.tags.map(controlWord),
      name,
    ];
    return { item: element('li', {}, link, tags), words: words.join(' ').toLowerCase() };
  }

  #choose(): void {
    const asked = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { section, cards } of this.#sections) {
      for (const { item, words } of cards) {
        item.hidden = !asked.every((word) => words.includes(word));
        found += Number(!item.hidden);
      }
      section.hidden = cards.every((card) => card.item.hidden);
    }
    this.#nothing.hidden = found > 0;
    this.#nothing.textContent =
      found > 0 ? '' : t('gallery.nothing', { words: this.#search.value.trim() });
  }
}
