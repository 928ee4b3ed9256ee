// Runs every engine on every scene, round after round, one at a time: what disturbs the machine
// meets all engines alike.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

/**
 * @typedef {import('./worker.mjs').Run} Run
 * @typedef {Run & { scene: string, engine: string, fastestMs: number, slowestMs: number }} Row
 *   times are medians over the rounds; ms lies between the fastest and the slowest of them
 * @typedef {{ scene: string, engine: string, failure: string }} Gap an engine that could not do a scene, and why
 * @typedef {{ run?: Run, failure?: string }} Answer
 */

const workerFile = fileURLToPath(new URL('worker.mjs', import.meta.url));
const longestMs = 600_000;

/**
 * In a process of its own: engines leak, crash and hang.
 * @param {string} engine @param {string} scene @returns {Promise<Answer>}
 */
function runAlone(engine, scene) {
  const child = fork(workerFile, [engine, scene], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: longestMs,
  });
  let complaints = '';
  child.stderr?.on('data', (data) => {
    complaints += data;
  });
  return new Promise((resolve) => {
    /** @type {Answer | undefined} */
    let answer;
    child.once('message', (/** @type {Answer} */ message) => {
      answer = message;
    });
    child.once('close', (code, signal) => {
      const end = signal ? `ended by ${signal}` : `ended with exit code ${code}`;
      resolve(answer ?? { failure: [end, complaints.trim().split('\n').pop()].join(': ') });
    });
  });
}

/**
 * @param {string[]} engines
 * @param {string[]} scenes
 * @param {number} rounds
 * @param {(note: string) => void} [progress]
 * @returns {Promise<{ rows: Row[], gaps: Gap[] }>} a row for each scene and each engine that can do it
 */
export async function runRounds(engines, scenes, rounds, progress = () => {}) {
  /** @type {Map<string, { scene: string, engine: string, runs: Run[], failure?: string }>} */
  const results = new Map();
  for (let round = 1; round <= rounds; round++)
    for (const scene of scenes)
      for (const engine of engines) {
        const key = `${scene} ${engine}`;
        const result = results.get(key) ?? { scene, engine, runs: [] };
        results.set(key, result);
        if (result.failure !== undefined) continue;
        progress(`round ${round} of ${rounds}: ${scene}, ${engine}`);
        const { run, failure } = await runAlone(engine, scene);
        if (run) result.runs.push(run);
        else result.failure = failure ?? 'no answer';
      }
  const all = [...results.values()];
  return {
    rows: all
      .filter(({ failure }) => failure === undefined)
      .map(({ scene, engine, runs }) => rowOf(scene, engine, runs)),
    gaps: all.flatMap(({ scene, engine, failure }) =>
      failure === undefined ? [] : [{ scene, engine, failure }],
    ),
  };
}

/** @param {string} scene @param {string} engine @param {Run[]} runs @returns {Row} */
function rowOf(scene, engine, runs) {
  const times = runs.map(({ ms }) => ms);
  const last = runs[runs.length - 1];
  return {
    ...last,
    scene,
    engine,
    ms: median(times),
    fastestMs: Math.min(...times),
    slowestMs: Math.max(...times),
    probes: Object.fromEntries(
      Object.keys(last.probes).map((name) => [
        name,
        median(runs.map(({ probes }) => probes[name])),
      ]),
    ),
  };
}
