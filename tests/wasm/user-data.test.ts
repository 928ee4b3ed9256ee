// What an application keeps on the objects of a world, and what Node prints of them.
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { World, WorldObject } from 'holonom';
import { describe, expect, test, vi } from 'vitest';
import { everyKind, everyList } from './every-kind';
import { ball, makeWorld, refusal } from './fixture';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const allOf = (world: World): WorldObject[] =>
  everyList.flatMap((list): WorldObject[] => [...world[list]]);

/** Waits until what nobody refers to is gone. */
async function collected(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  collect();
}

const kinds = Object.entries(everyKind);

describe.each(kinds)('the user data of a %s', (_, make) => {
  test('is any value, read until the end of the object and after it', () => {
    const world = makeWorld();
    const made: WorldObject = make(world);
    expect(made.userData).toEqual({});
    made.userData.label = 'one';
    expect(made.userData).toEqual({ label: 'one' });
    for (const value of [undefined, null, 0, 'text', [1, 2], new Map(), () => 7, made]) {
      made.userData = value;
      world.step(1 / 60);
      expect(made.userData).toBe(value);
    }
    made.remove();
    expect(made.userData).toBe(made);
    const assign = () => {
      made.userData = 'late';
    };
    expect(refusal(assign).code).toBe('stale');
    world.dispose();
    expect(made.userData).toBe(made);
    expect(refusal(assign).code).toBe('disposed');
  });

  test('is in no description, scene file or snapshot', () => {
    const world = makeWorld();
    const made: WorldObject = make(world);
    const [described, saved, bytes] = [made.describe(), world.save(), world.snapshot()];
    made.userData.label = 'secret';
    expect(made.describe()).toEqual(described);
    expect(world.save()).toEqual(saved);
    expect(world.snapshot()).toEqual(bytes);
    world.restore(bytes);
    expect(made.userData).toEqual({ label: 'secret' });
  });

  test('is kept by the world while the object exists', async () => {
    const world = makeWorld();
    (() => {
      make(world);
      for (const object of allOf(world)) object.userData = object.id;
    })();
    await collected();
    expect(allOf(world).map(({ userData }) => userData)).toEqual(allOf(world).map(({ id }) => id));
  });

  test('comes back with an object that is still referred to', () => {
    const world = makeWorld();
    const made: WorldObject = make(world);
    const bytes = world.snapshot();
    made.userData = 'kept';
    made.remove();
    world.restore(bytes);
    expect([made.alive, made.userData]).toEqual([true, 'kept']);
    const recording = world.record();
    world.step(1 / 60);
    made.remove();
    world.step(1 / 60);
    recording.seek(1);
    expect([made.alive, made.userData]).toEqual([true, 'kept']);
    expect(allOf(world).filter((object) => object === made)).toHaveLength(1);
  });
});

test('the user data of a restored object stays with it, also if nobody refers to it any more', async () => {
  const world = makeWorld();
  world.addBody(ball);
  const bytes = world.snapshot();
  (() => {
    const body = world.bodies.at(0)!;
    body.remove();
    world.restore(bytes);
    body.userData = 'again';
  })();
  await collected();
  expect(world.bodies.at(0)?.userData).toBe('again');
});

test('the user data of a removed object is freed with the last reference to it', async () => {
  const world = makeWorld();
  world.addBody(ball);
  const bytes = world.snapshot();
  const data = (() => {
    const mesh = { name: 'mesh' };
    world.bodies.at(0)!.userData = mesh;
    world.bodies.at(0)!.remove();
    return new WeakRef(mesh);
  })();
  for (let i = 0; i < 2; i++) world.step(1 / 60);
  await vi.waitFor(
    () => {
      collect();
      // The error of an `expect` about the data itself would hold it.
      expect(data.deref() === undefined).toBe(true);
    },
    { timeout: 20_000 },
  );
  world.restore(bytes);
  expect(world.bodies.at(0)?.userData).toEqual({});
});

describe.each(kinds)('Node prints a %s', (_, make) => {
  test('by its class, id and state', () => {
    const world = makeWorld();
    const made: WorldObject = make(world);
    const { name } = made.constructor;
    const text = inspect(made);
    expect(text).toMatch(new RegExp(`^${name} \\{`));
    expect(text).toContain(`id: ${made.id}`);
    expect(text).not.toContain('alive');
    expect(text.length).toBeLessThan(1000);
    expect(inspect([[made]], { depth: 1 })).toBe(`[ [ [${name}] ] ]`);
  });

  test('also when it or its world is gone', () => {
    const world = makeWorld();
    const made: WorldObject = make(world);
    const gone = () => {
      const text = inspect(made);
      expect(text).toContain(made.constructor.name);
      expect(text).toContain(`id: ${made.id}`);
      expect(text).toContain('alive: false');
    };
    made.remove();
    gone();
    world.dispose();
    gone();
    expect(inspect(world)).toContain('World');
    expect(() => inspect(made.constructor.prototype)).not.toThrow();
  });
});

test('Node prints the name and position of a body, and of a removed one its name', () => {
  const body = makeWorld().addBody({ ...ball, name: 'moon', position: [1, 2, 3] });
  expect(inspect(body, { breakLength: Number.POSITIVE_INFINITY })).toBe(
    `Body { id: ${body.id}, name: 'moon', type: 'dynamic', position: [ 1, 2, 3 ], ` +
      'linearVelocity: [ 0, 0, 0 ], asleep: false }',
  );
  body.remove();
  expect(inspect(body)).toBe(`Body { id: ${body.id}, name: 'moon', alive: false }`);
});
