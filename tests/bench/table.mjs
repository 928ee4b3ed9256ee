// The benchmark's results as text.
import { scenes } from './scenes.mjs';

/**
 * @typedef {import('./rounds.mjs').Row} Row
 * @typedef {import('./rounds.mjs').Gap} Gap
 */

const own = 'holonom';

/** What the columns say. */
export const legend = `holonom/it: time of holonom's step over this engine's
top: height error of the topmost box; drift: furthest that a box went sideways; depth, p99: deepest
penetration and that which 99 in 100 pairs stay below, from the poses; lost: bodies outside; RMS: speed
at the end; energy: kept, from the poses; apart: worst gap of a joint at the end, and in the run; stretch: of the chain's length;
sag: of a beam's end, in the mean; beyond: worst excess over a joint's limits; strain: of the grid's
edges, mean and largest; hit: mean distance of ray hits; read: poses of 1000 bodies into one array,
by holonom's view of all bodies; the others have none and are asked body by body; MB: all memory
of holonom's module, which begins with 16.8`;

/** Three digits that count. @param {number | boolean | undefined} value */
function show(value) {
  if (value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'NO';
  if (!Number.isFinite(value)) return String(value);
  return value === 0 || Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** How much of a peer's time holonom takes, for the rows of one scene. @param {Row[]} rows */
export function ratios(rows) {
  const ours = rows.find((row) => row.engine === own);
  const peers = rows.filter((row) => row.engine !== own);
  if (!ours || peers.length === 0) return undefined;
  const ratio = (/** @type {Row} */ peer) => ours.ms / peer.ms;
  const fastest = peers.reduce((a, b) => (b.ms < a.ms ? b : a));
  return {
    peers: Object.fromEntries(peers.map((peer) => [peer.engine, ratio(peer)])),
    fastest: fastest.engine,
    toFastest: ratio(fastest),
  };
}

/** @param {string[][]} cells rows of one length; the first column is text */
function align(cells) {
  const widths = cells[0].map((_, k) => Math.max(...cells.map((row) => row[k].length)));
  return cells.map((row) =>
    row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  '),
  );
}

/** @param {string} name of a scene @param {Row[]} rows of that scene @param {Gap[]} gaps engines that could not do it */
export function tableOf(name, rows, gaps) {
  const lines = [`${name}: ${scenes[name].title}, ${scenes[name].steps} steps`];
  if (rows.length > 0) lines.push(...linesOf(rows));
  lines.push(...gaps.map(({ engine, failure }) => `  ${engine}: ${failure.split('\n')[0]}`));
  const stages = rows.find((row) => row.stages)?.stages;
  if (stages) lines.push(`  holonom's stages at the end: ${showStages(stages)}`);
  return lines.join('\n');
}

/** @param {Row[]} rows of one scene */
function linesOf(rows) {
  const ratio = ratios(rows);
  const probes = [...new Set(rows.flatMap((row) => Object.keys(row.probes)))];
  const measures = Object.keys(rows[0].quality);
  const cells = rows.map((row) => [
    `  ${row.engine} ${row.version}`,
    show(row.ms),
    row.engine === own ? '1' : show(ratio?.peers[row.engine]),
    ...probes.map((name) => show(row.probes[name])),
    ...measures.map((name) => show(row.quality[name])),
  ]);
  const lines = align([['', 'ms/step', 'holonom/it', ...probes, ...measures], ...cells]);
  if (ratio && Object.keys(ratio.peers).length > 1)
    lines.push(
      `  holonom takes ${show(ratio.toFastest)} × the time of the fastest peer, ${ratio.fastest}`,
    );
  return lines;
}

/** @param {Record<string, number>} stages */
const showStages = ({ step, ...parts }) =>
  [...Object.entries(parts), ['step', step]]
    .filter(([, ms]) => Number(ms) > 0.0005)
    .map(([name, ms]) => `${name} ${Number(ms).toFixed(3)}`)
    .join(', ');

/** Rows that have the same columns. @param {Record<string, string | number>[]} rows */
export const tableOfRows = (rows) =>
  align([Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(String))])
    .map((line) => `  ${line}`)
    .join('\n');
