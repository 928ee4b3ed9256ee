// Prints, as JSON, the rows that the site's page of claims is made from: the experiments, run with the built package.
import { measureAll } from '../web/lab/claims.js';
import { at } from './run.mjs';

const { loadHolonom } = await import(at('dist/package/index.js'));

/** @type {Record<string, object[]>} */
const measured = {};
for (const { name, row } of measureAll(await loadHolonom())) {
  measured[name] ??= [];
  measured[name].push(row);
}
console.log(JSON.stringify(measured));
