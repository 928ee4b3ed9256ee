// A world goes back in time: by snapshots, and by a recording of what happened.
import type { Recording, World } from 'holonom';
import { describe, expect, test } from 'vitest';
import { ball, crate, fillWorld, ground, makeWorld, refusal, run } from './fixture';

/** A pile that falls, with a body thrown in and one taken out on the way. */
function busy(world: World, steps: number): string[] {
  world.addBody(ground);
  const bodies = [0, 1, 2, 3].map((i) =>
    world.addBody({ ...crate, position: [0.1 * i, 0.6 + 1.1 * i, 0] }),
  );
  world.addCloth({ grid: { size: [1, 1], segments: [6, 6] }, position: [0, 6, 0] });
  const hashes = [world.hash()];
  for (let step = 1; step <= steps; step++) {
    if (step === 20) bodies.push(world.addBody({ ...ball, position: [0, 8, 0] }));
    if (step === 45) bodies[1]?.remove();
    if (step % 7 === 0) bodies[0]?.applyForce([300, 0, 0]);
    if (step > 30 && bodies[4]?.alive) bodies[4].friction = 0.01 * step;
    world.step(1 / 60);
    hashes.push(world.hash());
  }
  return hashes;
}

describe('a snapshot', () => {
  test('is where a world goes on from, to the bit, in this one and in another', () => {
    const world = makeWorld();
    fillWorld(world);
    run(world, 0.5);
    const bytes = world.snapshot();
    run(world, 0.5);
    const later = world.hash();
    world.restore(bytes);
    expect(world.stepCount).toBe(30);
    run(world, 0.5);
    expect(world.hash()).toBe(later);
    const other = makeWorld({ solver: 'mlcp' });
    other.restore(bytes.slice().buffer);
    expect(other.solver).toBe('soft-step');
    run(other, 0.5);
    expect(other.hash()).toBe(later);
    expect(other.save()).toEqual(world.save());
  });

  test('is a copy, which later steps do not change', () => {
    const world = makeWorld();
    fillWorld(world);
    const bytes = world.snapshot();
    const copy = bytes.slice();
    run(world, 0.2);
    world.snapshot();
    expect(bytes).toEqual(copy);
  });

  test('brings back what was removed, as the object that it was, and makes later ones stale', () => {
    const world = makeWorld();
    const [early, removed] = [
      world.addBody(crate),
      world.addBody({ ...ball, position: [3, 0, 0] }),
    ];
    const bytes = world.snapshot();
    const late = world.addBody({ ...ball, position: [6, 0, 0] });
    removed.remove();
    world.restore(bytes);
    expect([early.alive, removed.alive, late.alive]).toEqual([true, true, false]);
    expect([...world.bodies]).toEqual([early, removed]);
    expect(world.bodies.at(1)).toBe(removed);
    expect(refusal(() => late.position)).toMatchObject({ code: 'stale' });
    const next = world.addBody({ ...ball, position: [6, 0, 0] });
    expect(next.id).not.toBe(late.id);
    expect(late.alive).toBe(false);
  });

  test('undoes clear and load', () => {
    const world = makeWorld();
    const box = world.addBody(crate);
    const bytes = world.snapshot();
    world.clear();
    world.load({ holonom: 3, bodies: [{ shape: { sphere: { radius: 1 } } }] });
    expect(box.alive).toBe(false);
    world.restore(bytes);
    expect(box.alive).toBe(true);
    expect(world.bodies.at(0)).toBe(box);
  });

  test('that is damaged, foreign or no bytes at all is refused, and nothing changes', () => {
    const world = makeWorld();
    fillWorld(world);
    run(world, 0.1);
    const [good, before] = [world.snapshot(), world.hash()];
    const damaged = good.slice();
    damaged[100]! ^= 1;
    const other = good.slice();
    other[4]! += 1;
    for (const bytes of [new Uint8Array(), new Uint8Array(99), damaged, good.slice(0, -1)])
      expect(refusal(() => world.restore(bytes))).toMatchObject({ code: 'type', path: 'bytes' });
    expect(refusal(() => world.restore(other))).toMatchObject({ code: 'version', path: 'bytes' });
    for (const bytes of [undefined, 'text', [1, 2], new Float32Array(9)])
      expect(refusal(() => world.restore(bytes as never))).toMatchObject({ code: 'type' });
    expect(world.hash()).toBe(before);
    world.addForceGenerator(() => world.restore(good));
    expect(refusal(() => world.step(1 / 60))).toMatchObject({ code: 'busy', path: 'restore' });
  });

  test('of another world brings joints and forces of their own types', () => {
    const [one, two] = [makeWorld(), makeWorld()];
    const [a, b] = [one.addBody({}), one.addBody({ position: [2, 0, 0] })];
    const hinge = one.addJoint({ hinge: { bodyA: a, bodyB: b, axis: [0, 1, 0] } });
    const spring = one.addForce({ spring: { bodyA: a } });
    const before = one.snapshot();
    const [c, d] = [two.addBody({}), two.addBody({ position: [2, 0, 0] })];
    two.addJoint({ fixed: { bodyA: c, bodyB: d } });
    two.addForce({ drag: { body: c } });
    one.restore(two.snapshot());
    expect([one.joints.at(0)?.type, one.forces.at(0)?.type]).toEqual(['fixed', 'drag']);
    expect([hinge.alive, spring.alive]).toEqual([false, false]);
    one.restore(before);
    expect([one.joints.at(0)?.type, one.forces.at(0)?.type]).toEqual(['hinge', 'spring']);
    expect([hinge.alive, spring.alive]).toEqual([true, true]);
  });
});

describe('a recording', () => {
  test('is at the same frame after all substeps of the one before, on a branch too', () => {
    const world = makeWorld({ substeps: 4 });
    world.addBody({});
    const recording = world.record();
    world.step(1 / 60);
    const old = world.addBody({ position: [9, 0, 0] });
    world.step(1 / 60);
    recording.seek(1);
    const other = world.addBody({ position: [5, 0, 0] });
    recording.seek(0);
    recording.seek(0, 4);
    expect(recording.frame).toBe(1);
    expect([other.alive, old.alive]).toEqual([true, false]);
    other.applyImpulse([1000, 0, 0]);
    world.step(1 / 60);
    const hash = world.hash();
    world.step(1 / 60);
    recording.seek(2);
    expect(world.hash()).toBe(hash);
  });

  const made = (steps: number, options = {}): [World, Recording, string[]] => {
    const world = makeWorld();
    const recording = world.record(options);
    return [world, recording, busy(world, steps)];
  };

  /** The body that was thrown in. */
  const ballOf = (world: World) => [...world.bodies].find(({ shape }) => 'sphere' in shape)!;

  test('returns to every frame to the bit, in any order', () => {
    const [world, recording, hashes] = made(100);
    expect([recording.first, recording.last, recording.frame]).toEqual([0, 100, 100]);
    for (const frame of [100, 3, 4, 50, 19, 20, 99, 16, 17, 100, 45, 44]) {
      recording.seek(frame);
      expect(recording.frame).toBe(frame);
      // What was added before the first step belongs to that step.
      if (frame > 0) expect(world.hash(), `frame ${frame}`).toBe(hashes[frame]);
    }
    recording.seek(0);
    expect(world.bodies.length).toBe(0);
  });

  test('goes into a step substep by substep, and after the last stands at the next frame to the bit', () => {
    const [world, recording, hashes] = made(40);
    const substeps = world.substeps;
    expect(substeps).toBeGreaterThan(2);
    for (const frame of [25, 39]) {
      const heights = [];
      for (let substep = 1; substep < substeps; substep++) {
        recording.seek(frame, substep);
        expect([recording.frame, recording.substep]).toEqual([frame, substep]);
        heights.push(ballOf(world).position[1]!);
      }
      expect(new Set(heights).size, 'each moves it').toBe(substeps - 1);
      for (const all of [substeps, substeps + 3]) {
        recording.seek(frame, all);
        expect([recording.frame, recording.substep]).toEqual([frame + 1, 0]);
        expect(world.hash()).toBe(hashes[frame + 1]);
      }
    }
    expect(recording.last).toBe(40);
    recording.seek(30, 1);
    recording.seek(30);
    expect(world.hash()).toBe(hashes[30]);
  });

  test('within a step is where the world goes on from, and that step ends there', () => {
    const [world, recording, hashes] = made(40);
    recording.seek(30, 2);
    const within = world.hash();
    expect(world.time).toBeCloseTo((30 + 2 / world.substeps) / 60, 12);
    ballOf(world).applyImpulse([0, 9, 0]);
    run(world, 0.1);
    const after = world.hash();
    recording.seek(30);
    expect(world.hash()).toBe(hashes[30]);
    recording.seek(30, 99);
    expect(world.hash()).toBe(within);
    recording.seek(recording.last);
    expect(world.hash()).toBe(after);
  });

  test('replays', () => {
    const [world, recording, hashes] = made(40);
    const seen = Array.from(recording.replay(10, 20), (frame) => [frame, world.hash()]);
    expect(seen).toEqual(hashes.slice(10, 21).map((hash, i) => [10 + i, hash]));
    expect([...recording.replay()]).toHaveLength(41);
    expect(world.hash()).toBe(hashes[40]);
  });

  test('gives the objects of a frame again, and those of other frames are stale', () => {
    const [world, recording] = made(60);
    const thrown = ballOf(world);
    recording.seek(19);
    expect(thrown.alive).toBe(false);
    expect(world.bodies.length).toBe(5);
    recording.seek(20);
    expect(thrown.alive).toBe(true);
    expect(world.bodies.at(-1)).toBe(thrown);
  });

  test('has the events of the frame', () => {
    const world = makeWorld({ gravity: [0, -10, 0] });
    world.addBody(ground);
    const box = world.addBody({ ...crate, position: [0, 0.7, 0] });
    const recording = world.record();
    let heard = 0;
    world.on('contactBegin', () => ++heard);
    while (world.contactEvents.length === 0) world.step(1 / 60);
    const frame = recording.frame;
    run(world, 0.2);
    expect(world.contactEvents).toEqual([]);
    recording.seek(frame);
    expect(world.contactEvents).toMatchObject([{ type: 'begin' }]);
    expect([world.contactEvents[0]!.bodyA, world.contactEvents[0]!.bodyB]).toContain(box);
    expect(heard).toBe(1);
  });

  test('keeps what was done after the last step for the return to the present', () => {
    const [world, recording] = made(30);
    world.addBody({ ...ball, position: [9, 9, 9] });
    const [hash, count] = [world.hash(), world.bodies.length];
    recording.seek(10);
    recording.seek(30);
    expect(world.hash()).toBe(hash);
    expect(world.bodies.length).toBe(count);
  });

  test('takes another course from where it returned to, and keeps that one', () => {
    const [world, recording, hashes] = made(60);
    const lost = ballOf(world);
    recording.seek(15);
    const other = world.addBody({ ...crate, position: [0.2, 9, 0] });
    expect(lost.alive).toBe(false);
    expect(recording.last).toBe(15);
    const seen = [15, 16, 17].map((frame) => {
      if (frame > 15) world.step(1 / 60);
      return world.hash();
    });
    run(world, 0.5);
    expect([lost.alive, other.alive]).toEqual([false, true]);
    recording.seek(17);
    expect(world.hash()).toBe(seen[2]);
    expect(other.alive).toBe(true);
    recording.seek(10);
    expect(world.hash()).toBe(hashes[10]);
    expect([lost.alive, other.alive]).toEqual([false, false]);
  });

  test.each([
    ['addBody', (world: World) => world.addBody({ ...crate, density: -1 })],
    ['a field', (world: World) => Object.assign(world.bodies.at(1)!, { friction: -1 })],
    ['a setting', (world: World) => Object.assign(world, { substeps: 0 })],
    ['load', (world: World) => world.load({ holonom: 3, bodies: [{ friction: -1 }] })],
    ['step', (world: World) => world.step(-1)],
  ])('a refused %s in the past leaves the future', (_, call) => {
    const [world, recording, hashes] = made(60);
    recording.seek(15);
    expect(refusal(() => call(world)).message).not.toBe('The call was refused');
    expect([recording.frame, recording.last]).toEqual([15, 60]);
    for (const frame of [60, 20, 16, 1, 59]) {
      recording.seek(frame);
      expect(world.hash()).toBe(hashes[frame]);
    }
    // And what is accepted after a refusal still makes another one.
    recording.seek(30);
    expect(refusal(() => call(world)).code).toBeDefined();
    world.addBody({ ...ball, position: [3, 9, 3] });
    world.step(1 / 60);
    const other = world.hash();
    expect(recording.last).toBe(31);
    recording.seek(0);
    recording.seek(31);
    expect(world.hash()).toBe(other);
  });

  test('takes values of reactive frameworks, which are proxies', () => {
    const world = makeWorld();
    const recording = world.record();
    /** As a framework makes it: proxies all the way down. */
    const reactive = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get(target, key, receiver) {
          const item: unknown = Reflect.get(target, key, receiver);
          return typeof item === 'object' && item !== null ? reactive(item) : item;
        },
      });
    const body = world.addBody(
      reactive({ ...crate, position: [0, 1, 0], shape: { box: { halfExtents: [1, 2, 3] } } }),
    );
    body.linearVelocity = reactive([1, 2, 3]);
    world.gravity = reactive({ x: 0, y: -5, z: 0 });
    body.applyForce(reactive([1, 0, 0]));
    world.addRope(reactive({ segments: 30, pins: Array.from({ length: 20 }, (_, i) => i) }));
    run(world, 0.5);
    const [hash, scene] = [world.hash(), world.save()];
    recording.seek(0);
    expect(world.bodies.length).toBe(0);
    recording.seek(30);
    expect(world.hash()).toBe(hash);
    expect(world.save()).toEqual(scene);
  });

  test('holds forces that a generator applied, without calling it again', () => {
    const world = makeWorld();
    const box = world.addBody(crate);
    let calls = 0;
    world.addForceGenerator(() => {
      box.applyForce([100 * ++calls, 0, 0]);
    });
    const recording = world.record();
    run(world, 0.5);
    const hash = world.hash();
    recording.seek(4);
    recording.seek(30);
    expect(world.hash()).toBe(hash);
    expect(calls).toBe(120);
  });

  test('copies the lists of a description', () => {
    const world = makeWorld();
    const points = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
    const recording = world.record();
    world.addBody({ shape: { hull: { points } } });
    world.step(1 / 60);
    const saved = world.save();
    points.fill(7);
    recording.seek(0);
    recording.seek(1);
    expect(world.save()).toEqual(saved);
  });

  test('forgets the oldest frames, and keeps within its memory', () => {
    const [world, recording] = made(300, { frames: 100, memory: 400e3 });
    const whole = world.snapshot().length;
    expect(recording.bytes).toBeLessThanOrEqual(400e3);
    expect(recording.last).toBe(300);
    expect(300 - recording.first).toBeGreaterThanOrEqual(100);
    const [, small] = made(200, { frames: 1000, memory: 3 * whole });
    expect(small.bytes).toBeLessThanOrEqual(3 * whole);
    expect(refusal(() => recording.seek(0))).toMatchObject({ code: 'range', path: 'frame' });
  });

  test('begins anew after a restore, and ends when stopped or replaced', () => {
    const [world, recording] = made(20);
    const bytes = world.snapshot();
    world.step(1 / 60);
    world.restore(bytes);
    expect([recording.first, recording.last]).toEqual([0, 0]);
    expect(world.recording).toBe(recording);
    const next = world.record();
    expect([recording.active, next.active]).toEqual([false, true]);
    recording.stop();
    run(world, 0.1);
    expect(next.last).toBe(6);
    next.stop();
    expect(world.recording).toBe(undefined);
    expect(next.bytes).toBe(0);
    run(world, 0.1);
    expect(refusal(() => next.seek(0))).toMatchObject({ code: 'disposed' });
  });

  test('refuses what it can not do, and goes on', () => {
    const [world, recording, hashes] = made(10);
    for (const frame of [-1, 11, 0.5, Number.NaN])
      expect(refusal(() => recording.seek(frame))).toMatchObject({ code: 'range', path: 'frame' });
    expect(refusal(() => recording.seek('3' as never))).toMatchObject({ code: 'type' });
    expect(refusal(() => world.record({ frames: 0 }))).toMatchObject({ code: 'range' });
    expect(refusal(() => world.record({ frame: 9 } as never))).toMatchObject({
      code: 'unknown-field',
    });
    expect(world.recording).toBe(recording);
    world.addForceGenerator(() => recording.seek(2));
    expect(refusal(() => world.step(1 / 60))).toMatchObject({ code: 'busy', path: 'seek' });
    recording.seek(5);
    expect(world.hash()).toBe(hashes[5]);
    world.dispose();
    expect(refusal(() => recording.seek(2))).toMatchObject({ code: 'disposed' });
    expect(recording.active).toBe(false);
  });
});
