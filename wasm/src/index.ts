// Entry point `holonom`. Importing has no side effects, so servers may do it too.
export * from './api.js';
export { loadHolonom } from './load.js';
