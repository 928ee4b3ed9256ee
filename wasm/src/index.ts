// What `import … from 'holonom'` gives. Importing does nothing else: servers may do it too.
export * from './api.js';
export { loadHolonom } from './load.js';
