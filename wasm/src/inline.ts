// Entry point `holonom/inline`: all of `holonom`, with the WebAssembly module inside the script.
export * from './api.js';
export { loadHolonom } from './load-inline.js';
