// Every kind and type of object is made, found, gone over, described and removed in one way.
import type { World } from 'holonom';
import { expect, test } from 'vitest';
import { everyKind, type Made } from './every-kind';
import { makeWorld, refusal } from './fixture';

/** The list of a world that an object is in, how it is found by its number, and how one like it is added. */
function placeOf(world: World, made: Made) {
  const kind = Object.entries({
    bodies: ['bodyFromId', 'addBody'],
    cloths: ['clothFromId', 'addCloth'],
    ropes: ['ropeFromId', 'addRope'],
    grains: ['grainsFromId', 'addGrains'],
    softBodies: ['softBodyFromId', 'addSoftBody'],
    rods: ['rodFromId', 'addRod'],
    springNetworks: ['springNetworkFromId', 'addSpringNetwork'],
    attachments: ['attachmentFromId', 'addAttachment'],
    grabs: ['grabFromId', 'grab'],
    joints: ['jointFromId', 'addJoint'],
    forces: ['forceFromId', 'addForce'],
  } as const).find(([list]) => [...(world[list as 'bodies'] as Iterable<unknown>)].includes(made));
  if (!kind) throw new Error('no list of the world has it');
  const [list, [find, add]] = kind;
  return {
    list: world[list as 'bodies'],
    find: (id: number) => world[find as 'bodyFromId'](id),
    add: (description: object) => world[add as 'addBody'](description as never),
  };
}

test.each(Object.entries(everyKind))('%s', (_, make) => {
  const world = makeWorld();
  const made = make(world);
  const { list, find, add } = placeOf(world, made);
  expect(made.world).toBe(world);
  expect(made.alive).toBe(true);
  expect(list.at(-1)).toBe(made);
  expect(find(made.id)).toBe(made);
  expect(world.describe(made as never)).toEqual(made.describe());
  const count = list.length;
  // A free node has one tie.
  if ('springNetwork' in made.describe())
    expect(refusal(() => add(made.describe())).path).toBe('point');
  else {
    const copy = add(made.describe());
    expect(copy).not.toBe(made);
    expect(copy.describe()).toEqual(made.describe());
    copy.remove();
  }
  expect(list.length).toBe(count);
  world.step(1 / 60);
  made.remove();
  expect(made.alive).toBe(false);
  expect([...list]).not.toContain(made);
  for (const use of [() => made.describe(), () => made.remove(), () => find(made.id)])
    expect(refusal(use).code).toBe('stale');
  expect(make(world).id).not.toBe(made.id);
});
