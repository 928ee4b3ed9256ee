// What holds of every kind of object that consists of particles.
import type { Rod, Scene, SoftBody, World } from 'holonom';
import { expect } from 'vitest';
import { makeWorld, refusal, run } from './fixture';

/** A world goes on the same in a recording and from a snapshot. Returns the one that was restored from that. */
export function expectSameFromSnapshot(world: World): World {
  const recording = world.record();
  run(world, 0.3);
  const [bytes, hash] = [world.snapshot(), world.hash()];
  run(world, 0.5);
  const later = world.hash();
  recording.seek(18);
  expect(world.hash()).toBe(hash);
  recording.seek(48);
  expect(world.hash()).toBe(later);
  const twin = makeWorld();
  twin.restore(bytes);
  run(twin, 0.5);
  expect(twin.hash()).toBe(later);
  return twin;
}

/** What is loaded, from an object or a text, is what was saved, and goes on the same. Returns the saved scene. */
export function expectSameFromScene(world: World): Scene {
  const saved = world.save();
  const [again, twin] = [makeWorld(), makeWorld()];
  again.load(JSON.stringify(saved));
  twin.load(saved);
  expect(again.save()).toEqual(saved);
  expect(again.hash()).toBe(world.hash());
  for (const each of [again, twin]) run(each, 0.3);
  expect(twin.hash()).toBe(again.hash());
  return saved;
}

/** An object is refused where another kind is named, and another object where its kind is. */
export function expectOwnName(
  world: World,
  kind: 'rod' | 'softBody',
  object: Rod | SoftBody,
): void {
  const to = kind === 'rod' ? 'toRod' : 'toSoftBody';
  const rope = world.addRope({ segments: 3 });
  const value = () => 0;
  const wrong: [string, () => unknown][] = [
    ['rope', () => world.addAttachment({ rope: object as never, point: 0 })],
    [kind, () => world.addAttachment({ [kind]: rope.id, point: 0 } as never)],
    [kind, () => world.addAttachment({ rope, [kind]: object, point: 0 } as never)],
    ['point', () => world.addAttachment({ [kind]: object, point: object.count } as never)],
    [to, () => world.addAttachment({ rope, [to]: rope.id, point: 0 } as never)],
    [kind, () => world.grab({ [kind]: rope.id, target: [0, 0, 0] } as never)],
    [
      `particles[0].${kind}`,
      () => world.addUserConstraint({ particles: [{ [kind]: rope.id } as never], value }),
    ],
    [kind, () => world[`${kind}FromId`](rope.id as never)],
    ['rope', () => world.ropeFromId(object.id as never)],
  ];
  for (const [path, call] of wrong) expect(refusal(call).path, path).toBe(path);
}

/** Each use of a removed object is refused. */
export function expectStale(uses: readonly (() => unknown)[]): void {
  for (const use of uses) expect(refusal(use).code, use.toString()).toBe('stale');
}
