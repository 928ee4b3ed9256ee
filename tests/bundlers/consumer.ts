// A user's program, and what it must compute wherever it runs.

/** Computes a second of a body and a cloth, and tells the hash of it. @param tell where the hash goes, as code */
export const program = (tell: string) => `
  loadHolonom().then((holonom) => {
    const world = holonom.createWorld();
    world.addBody({ type: 'static', shape: { plane: { normal: [0, 1, 0] } } });
    world.addBody({ position: [0, 2, 0], shape: { sphere: { radius: 0.5 } } });
    world.addCloth({ grid: { size: [1, 1], segments: [4, 4] }, position: [0, 3, 0] });
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    const hash = world.hash();
    world.dispose();
    ${tell}(hash);
  }).catch((error) => ${tell}('failed: ' + error.message));
`;

const show = '((text) => { document.title = text; })';

/** A page's script. */
export const pageScript = (from = 'holonom') => `
  import { loadHolonom } from '${from}';
  ${program(show)}
`;

/** A page's script that lets a worker compute. */
export const workerScript = `
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => ${show}(data);
  worker.onerror = (event) => ${show}('failed: ' + event.message);
`;

/** The worker of it. */
export const worker = (from = 'holonom') => `
  import { loadHolonom } from '${from}';
  ${program('postMessage')}
`;

/** A page around a script. @param type of the script element; empty for a classic one */
export const page = (source: string, type = 'module', head = '') => `<!doctype html>
<html><head><title>waiting</title><link rel="icon" href="data:,">${head}</head>
<body><script ${type && `type="${type}"`} src="${source}"></script></body></html>
`;
