// A fixed run of the fuzzer of the JavaScript API; `npm run fuzz` draws new cases.
import { definitions, HolonomError } from 'holonom';
import { describe, expect, test } from 'vitest';
import { newTally, operationsOf, run } from '../fuzz/api/case.mjs';
import { minimized } from '../fuzz/api/minimize.mjs';
import { holonom } from './fixture';

const library = { holonom, definitions, HolonomError };

test('no random list of calls breaks what every world promises', { timeout: 120_000 }, () => {
  const tally = newTally();
  const faults: string[] = [];
  for (let seed = 1; seed <= 150; seed++) {
    const fault = run(library, seed, operationsOf(seed), tally);
    if (fault) faults.push(`${seed}: ${fault}`);
  }
  expect(faults).toEqual([]);
  // Neither may hardly anything happen, nor be refused.
  expect(tally.calls).toBeGreaterThan(2000);
  expect(tally.steps).toBeGreaterThan(1000);
  expect(tally.twins).toBeGreaterThan(300);
  expect(tally.refusals).toBeGreaterThan(200);
  expect(tally.refusals).toBeLessThan(tally.calls / 2);
});

describe('the fuzzer', () => {
  test('finds a world that differs from its twin', () => {
    // A library whose worlds forget a body where they are restored.
    const createWorld = () => {
      const world = holonom.createWorld();
      const restore = (bytes: Uint8Array) => {
        world.restore(bytes);
        world.bodies.at(0)?.remove();
      };
      return new Proxy(world, {
        get(target, key) {
          if (key === 'restore') return restore;
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
    const broken = { ...library, holonom: { createWorld } };
    const list = [
      { name: 'addBox', seed: 1 },
      { name: 'steps', seed: 2 },
    ];
    expect(run(broken, 3, list, newTally())).toContain('twin');
  });

  test('leaves out of a list what its failure does not need', async () => {
    const list = Array.from({ length: 40 }, (_, seed) => ({ name: 'x', seed }));
    const fails = (some: readonly { seed: number }[]) =>
      some.some(({ seed }) => seed === 7) && some.some(({ seed }) => seed === 31);
    const shortest = await minimized(list, fails);
    expect(shortest.map(({ seed }) => seed)).toEqual([7, 31]);
  });
});
