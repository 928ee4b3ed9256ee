// Prints, as JSON, the rows that the site's page of claims is made from: the experiments, run with the built package.
import { loadHolonom } from '../dist/package/index.js';
import { measureAll } from '../web/lab/claims.js';

/** @type {Record<string, object[]>} */
const measured = {};
for (const { name, row } of measureAll(await loadHolonom())) {
  measured[name] ??= [];
  measured[name].push(row);
}
console.log(JSON.stringify(measured));
