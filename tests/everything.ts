// Sweeps that only `npm run test:all` makes in full; `npm test` makes those that differ most.
/** Whether this run makes them in full. */
export const everything = process.env.HOLONOM_TESTS === 'all';
