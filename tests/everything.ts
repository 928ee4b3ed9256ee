// Sweeps that only `npm run test:all` makes in full; `npm test` makes those that differ most.
/** Whether this run makes them in full. */
export const everything = process.env.HOLONOM_TESTS === 'all';

/** The first of what is much alike; in `npm run test:all` each. */
export const oneOf = <T>(all: readonly T[]): readonly T[] => (everything ? all : all.slice(0, 1));
