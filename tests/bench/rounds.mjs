// Runs every engine on every scene, round after round, one at a time: what disturbs the machine
// meets all engines alike.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../.tools/run.mjs';
import { median } from './median.mjs';

/**
 * @typedef {import('./worker.mjs').Run} Run
 * @typedef {Run & { scene: string, engine: string, fastestMs: number, slowestMs: number }} Row
 *   ms is the median over the rounds, between the fastest and the slowest of them
 */

/** An engine's process, which answers one question at a time. @param {string} engine */
function startWorker(engine) {
  const file = fileURLToPath(new URL('worker.mjs', import.meta.url));
  const child = fork(file, [engine], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (data) => {
    complaints += data;
  });
  return {
    engine,
    /** @param {string} scene @returns {Promise<Run | undefined>} */
    run: (scene) =>
      new Promise((resolve, reject) => {
        const ended = () =>
          reject(new Failure(`${engine} failed in the scene ${scene}:\n${complaints.trim()}`));
        child.once('close', ended);
        child.once('message', (/** @type {{ run?: Run }} */ message) => {
          child.off('close', ended);
          resolve(message.run);
        });
        if (child.connected) child.send(scene);
      }),
    stop: () => child.connected && child.disconnect(),
  };
}

/**
 * @param {string[]} engines
 * @param {string[]} scenes
 * @param {number} rounds
 * @param {(note: string) => void} [progress]
 * @returns {Promise<Row[]>} a row for each scene and each engine that can do it
 */
export async function runRounds(engines, scenes, rounds, progress = () => {}) {
  const workers = engines.map(startWorker);
  /** @type {Map<string, { scene: string, engine: string, runs: Run[] }>} */
  const results = new Map();
  try {
    for (let round = 1; round <= rounds; round++)
      for (const scene of scenes)
        for (const { engine, run } of workers) {
          progress(`round ${round} of ${rounds}: ${scene}, ${engine}`);
          const result = await run(scene);
          if (!result) continue;
          const key = `${scene} ${engine}`;
          if (!results.has(key)) results.set(key, { scene, engine, runs: [] });
          results.get(key)?.runs.push(result);
        }
  } finally {
    for (const worker of workers) worker.stop();
  }
  return [...results.values()].map(({ scene, engine, runs }) => {
    const times = runs.map((run) => run.ms);
    const last = runs[runs.length - 1];
    return {
      ...last,
      scene,
      engine,
      ms: median(times),
      fastestMs: Math.min(...times),
      slowestMs: Math.max(...times),
    };
  });
}
