// npm run docs: the API reference, into dist/site/reference.
// An entry without a meaning, or a link that leads nowhere, is a failure.
import './node-version.mjs';
import { build } from './build.mjs';
import { writeReference } from './reference.mjs';
import { Failure, main, since } from './run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  const start = performance.now();
  await build(await setup());
  const complaints = await writeReference();
  if (complaints.length > 0) throw new Failure(complaints.join('\n'));
  console.log(`dist/site/reference: written in ${since(start)}`);
});
