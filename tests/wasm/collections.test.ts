// The lists of a world are used as arrays are.
import type { Collection, World, WorldObject } from 'holonom';
import { describe, expect, test } from 'vitest';
import { badValues } from './bad-arguments';
import { everyKind, everyList } from './every-kind';
import { ball, makeWorld, refusal } from './fixture';

const listOf = (world: World, name: (typeof everyList)[number]) =>
  world[name] as unknown as Collection<WorldObject & { name: string }>;

/** A world with several objects of each kind. */
function filled(): World {
  const world = makeWorld();
  for (let round = 0; round < 2; round++) for (const make of Object.values(everyKind)) make(world);
  return world;
}

const methods = ['find', 'some', 'filter', 'map', 'forEach'] as const;
type Visit = (callback: (object: WorldObject, index: number) => unknown) => unknown;
/** Calls one of the methods. */
const visit = (
  list: object,
  method: (typeof methods)[number],
  callback: (object: WorldObject, index: number) => unknown,
) => (list as Readonly<Record<string, Visit>>)[method]?.(callback);

describe.each(everyList)('world.%s', (name) => {
  test('answers as an array of its objects', () => {
    const list = listOf(filled(), name);
    const array = [...list];
    expect(array.length).toBeGreaterThanOrEqual(2);
    const isOdd = (_: unknown, index: number) => index % 2;
    const isLast = (object: WorldObject) => object === array.at(-1);
    const never = () => undefined;
    const visited: unknown[] = [];
    const answer = list.forEach((...args) => {
      visited.push(args);
    });
    expect(answer).toBeUndefined();
    expect(visited).toEqual([...array.entries()].map(([index, object]) => [object, index]));
    for (const accepts of [isOdd, isLast, never]) {
      expect(list.find(accepts)).toBe(array.find(accepts));
      expect(list.some(accepts)).toBe(array.some(accepts));
      expect(list.filter(accepts)).toEqual(array.filter(accepts));
    }
    expect(list.map(({ id }, index) => [id, index])).toEqual(
      array.map(({ id }, index) => [id, index]),
    );
  });

  test('finds the first object of a name', () => {
    const list = listOf(filled(), name);
    expect(list.byName('nobody')).toBeUndefined();
    // Some kinds have no names.
    const [first, second] = list.filter((object) => object.name !== undefined);
    if (!first || !second) return;
    second.name = 'wanted';
    expect(list.byName('wanted')).toBe(second);
    first.name = 'wanted';
    expect(list.byName('wanted')).toBe(first);
  });

  test('calls nothing when it is empty', () => {
    const list = listOf(makeWorld(), name);
    const fail = () => expect.unreachable();
    expect([list.find(fail), list.some(fail), list.byName('a')]).toEqual([
      undefined,
      false,
      undefined,
    ]);
    expect([list.filter(fail), list.map(fail), list.forEach(fail)]).toEqual([[], [], undefined]);
  });

  test.each(methods)('%s skips objects that its callback removes', (method) => {
    const world = filled();
    const list = listOf(world, name);
    const array = [...list];
    const visited: unknown[] = [];
    visit(list, method, (object, index) => {
      expect(object.alive).toBe(true);
      visited.push([object, index]);
      if (index === 0) for (const other of array.slice(0, -1)) if (other.alive) other.remove();
      return false;
    });
    const rest = array.slice(1).filter(({ alive }) => alive);
    expect(visited).toEqual([array[0], ...rest].map((object, index) => [object, index]));
  });

  test.each(methods)('%s refuses what is no function, and throws what it throws', (method) => {
    const mistake = new Error('of the callback');
    for (const world of [makeWorld(), filled()])
      for (const [kind, callback] of badValues(makeWorld()))
        if (typeof callback !== 'function')
          expect(
            refusal(() => visit(world[name], method, callback as never)),
            kind,
          ).toMatchObject({ code: 'type', path: 'callback' });
    expect(() =>
      visit(filled()[name], method, () => {
        throw mistake;
      }),
    ).toThrow(mistake);
  });
});

test.each(methods)('%s does not visit objects that its callback adds', (method) => {
  const world = makeWorld();
  for (let i = 0; i < 3; i++) world.addBody(ball);
  let calls = 0;
  visit(world.bodies, method, () => {
    calls++;
    world.addBody(ball);
    return false;
  });
  expect([calls, world.bodies.length]).toEqual([3, 6]);
});
