// Formulas that are printed wrongly in texts this course grew from, each with a computation that tells by how much.
import { engine } from './engine.js';
import { harmonic } from './harmonic.js';
import { positions } from './positions.js';
import { springs } from './springs.js';

/** @typedef {{ en: string, ko: string }} Both */
/**
 * @typedef {object} Correction
 * @property {string} id
 * @property {keyof typeof texts} text
 * @property {Both} what
 * @property {string} printed TeX
 * @property {string} corrected TeX
 * @property {Both} measured what the numbers are
 * @property {() => [printed: number, corrected: number]} errors
 * @property {string} [lesson] where it matters
 */
/**
 * What is no formula, or was found by reading.
 * @typedef {object} Note
 * @property {string} id
 * @property {keyof typeof texts} text
 * @property {Both} what with mathematics between $ signs
 * @property {() => number} [off] how far what it says is from true, where that can be computed
 */

export const texts = {
  engine: { en: 'A text on writing a physics engine', ko: '물리 엔진을 만드는 글' },
  positions: { en: 'Course notes on position based dynamics', ko: '위치 기반 동역학 강의 노트' },
  springs: { en: 'A study of mass-spring networks', ko: '질량-스프링 그물에 관한 연구' },
  constraints: { en: 'A text on constraints', ko: '제약에 관한 글' },
  rigid: { en: 'A translation of notes on rigid bodies', ko: '강체 강의 노트의 번역' },
};

/** @type {Correction[]} */
export const corrections = [...engine, ...positions, ...springs, ...harmonic];

export { notes } from './notes.js';
