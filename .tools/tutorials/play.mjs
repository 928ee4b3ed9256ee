// Runs the demos of lessons in Node with the built package, and the numbers that their text shows.
import { at } from '../run.mjs';
import { runnable } from './code.mjs';
import { LessonError } from './source.mjs';

/** @typedef {import('./source.mjs').Lesson} Lesson */

/** @param {any} world */
const softObjects = ({ cloths, ropes, grains, softBodies, rods, springNetworks }) => [
  ...cloths,
  ...ropes,
  ...grains,
  ...softBodies,
  ...rods,
  ...springNetworks,
];

const dt = 1 / 60;
const library = await import(at('dist/package/index.js'));
const holonom = await library.loadHolonom();

/** @param {any} controls */
export const firstValues = (controls = {}) =>
  Object.fromEntries(Object.entries(controls).map(([name, one]) => [name, one.value]));

/**
 * Runs a demo for some seconds. Who asks for it disposes of the world.
 * @param {any} data of the demo @param {{ build: Function }} code @param {object} values @param {number} seconds
 */
export function runDemo(data, code, values, seconds) {
  const world = holonom.createWorld(data.settings ?? {});
  try {
    const all = { ...firstValues(data.controls), ...values };
    for (const name of Object.keys(values))
      if (!(name in (data.controls ?? {}))) throw new Error(`there is no control '${name}'`);
    const run = code.build({ world, values: all, meshes: {} }) ?? {};
    /** @type {Record<string, number[]>} */
    const series = { time: [] };
    for (let i = 0; i < Math.round(seconds / dt); i++) {
      run.beforeStep?.(world.time);
      world.step(dt);
      series.time?.push(world.time);
      for (const [name, value] of Object.entries(run.measure?.(world.time) ?? {})) {
        series[name] ??= [];
        series[name].push(value);
      }
    }
    return { world, series, values: all };
  } catch (error) {
    world.dispose();
    throw error;
  }
}

/** Whether everything of a world is a finite number. @param {any} world */
function isFiniteWorld(world) {
  const lists = [
    ...[...world.bodies].flatMap((body) => [body.position, body.rotation, body.linearVelocity]),
    ...softObjects(world).map(({ positions }) => positions),
  ];
  return lists.every((list) => Array.from(list).every(Number.isFinite));
}

/**
 * Runs everything of a lesson.
 * @param {Lesson} lesson
 * @param {{ demos: Record<string, any>, passes: Record<string, Function> }} code
 * @param {((tools: object) => any) | undefined} numbers
 * @returns {Promise<{ numbers: Record<string, any>, claims: number }>} what fills the text
 * @throws {LessonError} at what does not hold
 */
export async function play(lesson, code, numbers) {
  const demos = new Map(
    lesson.parts.filter(({ kind }) => kind === 'demo').map((one) => [one.name, one]),
  );
  const names = new Set();
  for (const [name, { data, line }] of demos) {
    const fail = (/** @type {string} */ words) => {
      throw new LessonError(lesson.name, line, `demo ${name}: ${words}`);
    };
    try {
      const { world, series } = runDemo(data, code.demos[name], {}, 2);
      if (!isFiniteWorld(world)) fail('something is not finite after 2 s');
      for (const { name: drawn } of data.plot?.series ?? [])
        if (!series[drawn]?.every(Number.isFinite)) fail(`measure() gives no finite '${drawn}'`);
      for (const thing of [...world.bodies, ...softObjects(world)]) names.add(thing.name);
      world.dispose();
    } catch (error) {
      if (error instanceof LessonError) throw error;
      fail(/** @type {Error} */ (error).message);
    }
  }
  for (const { kind, name, line, data } of lesson.parts) {
    if (kind === 'equation')
      for (const { lights, tex } of data.symbols ?? [])
        if (lights && !names.has(lights))
          throw new LessonError(
            lesson.name,
            line,
            `equation ${name}: ${tex} lights '${lights}', which no demo has`,
          );
    if (kind === 'exercise' && data.code)
      askCode(lesson, code, name, line, data, demos.get(data.code.demo)?.data);
  }
  return runNumbers(lesson, code, numbers, demos);
}

/** An exercise in code is not solved by what stands there, and by its solution if it has one. */
function askCode(
  /** @type {Lesson} */ lesson,
  /** @type {any} */ code,
  /** @type {string} */ name,
  /** @type {number} */ line,
  /** @type {any} */ data,
  /** @type {any} */ demo,
) {
  const own = code.demos[data.code.demo];
  const passes = (/** @type {object} */ values, solved = own) => {
    const result = runDemo(demo, solved, values, demo.seconds ?? 5);
    try {
      return Boolean(code.passes[name](result));
    } catch (error) {
      throw new LessonError(
        lesson.name,
        line,
        `exercise ${name}: passes: ${/** @type {Error} */ (error).message}`,
      );
    } finally {
      result.world.dispose();
    }
  };
  if (passes({}))
    throw new LessonError(
      lesson.name,
      line,
      `exercise ${name}: passes before the reader does anything`,
    );
  const { solution, edit } = data.code;
  if (!solution && !edit) return;
  if (!passes(solution ?? {}, edit ? edited(lesson, data.code, line) : own))
    throw new LessonError(lesson.name, line, `exercise ${name}: its solution does not pass`);
}

/** The code of a demo with one text in it replaced, as a reader would. */
function edited(
  /** @type {Lesson} */ lesson,
  /** @type {any} */ { demo, edit: [from, to] },
  /** @type {number} */ line,
) {
  const part = /** @type {import('./source.mjs').Part} */ (
    lesson.parts.find(({ kind, name }) => kind === 'code' && name === demo)
  );
  if (!part.source.includes(from))
    throw new LessonError(lesson.name, line, `ts ${demo} does not hold '${from}'`);
  const source = part.source.replace(from, () => to);
  const text = runnable({ ...part, source }, lesson);
  // biome-ignore lint/security/noGlobalEval: a lesson's own code
  return globalThis.eval(text.slice(0, text.lastIndexOf(', //')));
}

async function runNumbers(
  /** @type {Lesson} */ lesson,
  /** @type {any} */ code,
  /** @type {((tools: object) => any) | undefined} */ numbers,
  /** @type {Map<string, any>} */ demos,
) {
  if (!numbers) return { numbers: {}, claims: 0 };
  const { line } = /** @type {any} */ (lesson.parts.find(({ kind }) => kind === 'numbers'));
  /** @type {any[]} */
  const worlds = [];
  let claims = 0;
  /** @param {string} words @param {number | undefined} value @param {any} check */
  const claim = (words, value = Number.NaN, check) => {
    claims++;
    const { near, within, below, above } = check;
    const holds =
      near !== undefined
        ? Math.abs(value - near) <= within
        : below !== undefined
          ? value < below
          : value > above;
    if (!holds)
      throw new LessonError(
        lesson.name,
        line,
        `claim “${words}” does not hold: ${value}, asked for ${JSON.stringify(check)}`,
      );
  };
  const run = (
    /** @type {string} */ name,
    values = {},
    seconds = demos.get(name)?.data.seconds ?? 5,
  ) => {
    const demo = demos.get(name);
    if (!demo) throw new Error(`there is no demo '${name}'`);
    const result = runDemo(demo.data, code.demos[name], values, seconds);
    worlds.push(result.world);
    return result;
  };
  try {
    return { numbers: await numbers({ run, claim, holonom, library }), claims };
  } catch (error) {
    if (error instanceof LessonError) throw error;
    throw new LessonError(lesson.name, line, `numbers: ${/** @type {Error} */ (error).message}`);
  } finally {
    for (const world of worlds) world.dispose();
  }
}
