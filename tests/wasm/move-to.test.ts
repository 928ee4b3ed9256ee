// Kinematic bodies that move to a pose, and characters that ride on them.
import { CharacterController } from 'holonom/character';
import { describe, expect, test } from 'vitest';
import { crate, distance, ground, makeWorld, refusal } from './fixture';

const dt = 1 / 60;
const plate = { type: 'kinematic', shape: { box: { halfExtents: [2, 0.1, 2] } } } as const;

describe('moveTo', () => {
  test.each([1 / 30, 1 / 60, 1 / 144])('arrives in a step of %s s and stays', (step) => {
    const world = makeWorld();
    const body = world.addBody(plate);
    const angle = Math.PI;
    body.moveTo([1, 2, 3], { axisAngle: { axis: [0, 1, 0], angle } });
    for (let i = 0; i < 3; i++) {
      world.step(step);
      expect(distance(body.position, [1, 2, 3])).toBe(0);
      expect(Math.abs(body.rotation[1])).toBeCloseTo(1, 6);
      expect(body.linearVelocity[0]).toBeCloseTo(i === 0 ? 1 / step : 0, 3);
    }
  });

  test('refuses other bodies and bad poses by name, and changes nothing', () => {
    const world = makeWorld();
    const box = world.addBody(crate);
    expect(refusal(() => box.moveTo([0, 1, 0]))).toMatchObject({ code: 'type', path: 'type' });
    const body = world.addBody(plate);
    expect(refusal(() => body.moveTo([0, Number.NaN, 0]))).toMatchObject({ path: 'position[1]' });
    expect(refusal(() => body.moveTo([0, 0, 0], [0, 0, 0, 0]))).toMatchObject({ path: 'rotation' });
    expect(refusal(() => body.moveTo('up' as never))).toMatchObject({ path: 'position' });
    world.step(dt);
    expect(body.position).toEqual([0, 0, 0]);
  });

  test('a recording repeats it', () => {
    const world = makeWorld();
    const body = world.addBody(plate);
    const recording = world.record();
    const places: (readonly number[])[] = [];
    for (let i = 1; i <= 40; i++) {
      if (i % 3 > 0) body.moveTo([Math.sin(i), i / 10, 0]);
      world.step(dt);
      places.push(body.position);
    }
    for (const frame of [5, 33, 20]) {
      recording.seek(frame);
      expect(body.position).toEqual(places[frame - 1]);
    }
  });

  test('a scene file does not set in motion what has arrived', () => {
    const world = makeWorld();
    world.addBody(plate).moveTo([1, 0, 0]);
    world.step(dt);
    const other = makeWorld();
    other.load(world.save());
    other.step(dt);
    expect([...other.bodies].map((body) => body.position)).toEqual([[1, 0, 0]]);
  });
});

describe('a character', () => {
  const standing = { position: [1, 0.1 + 0.81, 0] } as const;

  test.each([
    ['a lift', (t: number) => [[0, 1 - Math.cos(2 * t), 0], 0] as const],
    ['a ferry', (t: number) => [[2 * Math.sin(t), 0, Math.cos(3 * t)], 0] as const],
    ['a turntable', (t: number) => [[0, 0, 0], 3 * t] as const],
  ])('rides on %s to the hair', (_, poseAt) => {
    const world = makeWorld();
    const body = world.addBody(plate);
    const character = new CharacterController(world, standing);
    const [start, angleAtStart] = poseAt(0);
    body.moveTo(start, { axisAngle: { axis: [0, 1, 0], angle: angleAtStart } });
    world.step(dt);
    character.position = [start[0] + 1, start[1] + 0.91, start[2]];
    character.move([0, -0.01, 0], dt);
    for (let step = 1; step <= 240; step++) {
      const [position, angle] = poseAt(step * dt);
      body.moveTo(position, { axisAngle: { axis: [0, 1, 0], angle } });
      world.step(dt);
      character.move([0, 0, 0], dt);
      expect(character.grounded).toBe(true);
      const arm = [Math.cos(angle), 0.91, -Math.sin(angle)];
      expect(
        distance(
          character.position,
          arm.map((x, axis) => x + (position[axis] ?? 0)),
        ),
      ).toBeLessThan(2e-3);
    }
  });

  test.each([true, false])(
    'jumps off a lift with its velocity by choice: %s',
    (inheritVelocity) => {
      const world = makeWorld();
      const body = world.addBody(plate);
      const character = new CharacterController(world, { ...standing, inheritVelocity });
      character.move([0, -0.01, 0], dt);
      for (let step = 1; step <= 30; step++) {
        body.moveTo([(3 * step) / 60, 0, 0]);
        world.step(dt);
        character.move([0, 0, 0], dt);
      }
      const [before] = character.position;
      for (let step = 0; step < 12; step++) {
        world.step(dt);
        character.move([0, 0.05, 0], dt);
      }
      const way = character.position[0] - before;
      // The first of these moves still stands on the lift, which has stopped by then.
      if (inheritVelocity) expect(way).toBeCloseTo(11 * 3 * dt, 3);
      else expect(way).toBeCloseTo(0, 6);
    },
  );

  test('crouches, and stands up only where there is room', () => {
    const world = makeWorld();
    world.addBody(ground);
    world.addBody({
      type: 'static',
      shape: { box: { halfExtents: [1, 0.5, 1] } },
      position: [3, 1.7, 0],
    });
    const character = new CharacterController(world, { position: [0, 0.81, 0] });
    const walk = (speed: number, steps: number) => {
      for (let step = 0; step < steps; step++) {
        world.step(dt);
        character.move([speed * dt, -0.01, 0], dt);
      }
    };
    walk(0, 2);
    walk(2, 90);
    expect(character.position[0]).toBeLessThan(2);
    expect(character.setHeight(1)).toBe(true);
    expect(character.position[1]).toBeCloseTo(0.51, 3);
    walk(2, 60);
    expect(character.position[0]).toBeGreaterThan(2.5);
    expect(character.setHeight(1.6)).toBe(false);
    expect(character.position[1]).toBeCloseTo(0.51, 3);
    walk(2, 90);
    expect(character.setHeight(1.6)).toBe(true);
    walk(0, 1);
    expect(character.position[1]).toBeCloseTo(0.81, 3);
    expect(character.grounded).toBe(true);
    expect(refusal(() => character.setHeight(0.2))).toMatchObject({ path: 'height' });
    character.shape = { sphere: { radius: 0.3 } };
    expect(refusal(() => character.setHeight(1))).toMatchObject({ path: 'shape' });
  });

  test('goes back with snapshots and recordings, to the bit', () => {
    const world = makeWorld();
    const body = world.addBody(plate);
    const character = new CharacterController(world, standing);
    const recording = world.record();
    const places: (readonly number[])[] = [];
    const run = (steps: number) => {
      for (let step = 0; step < steps; step++) {
        const t = world.time;
        body.moveTo([Math.sin(t), 0, 0]);
        world.step(dt);
        character.move([0, t > 0.5 && t < 0.6 ? 0.05 : -0.02, 0.005], dt);
        if (step === 20) character.setHeight(1);
        places.push(character.position);
      }
    };
    run(30);
    const bytes = world.snapshot();
    run(30);
    const end = character.position;
    const other = makeWorld();
    const twin = new CharacterController(other, { position: [9, 9, 9] });
    other.restore(bytes);
    expect(twin.position).toEqual(places[29]);
    expect(twin.grounded).toBe(true);
    expect(twin.ground?.body.id).toBe(body.id);
    // A frame ends with its step; the move after it belongs to the next one.
    recording.seek(12);
    expect(character.position).toEqual(places[10]);
    world.restore(bytes);
    expect(character.position).toEqual(places[29]);
    expect(character.shape).toMatchObject({ capsule: { halfHeight: 0.2 } });
    places.length = 30;
    run(30);
    expect(character.position).toEqual(end);
  });
});
