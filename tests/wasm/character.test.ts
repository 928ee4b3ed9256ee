// Somebody who walks: floors, stairs, slopes, corners, platforms, crates and hills.
import type { Body, ShapeDescription, Vec3, World } from 'holonom';
import { CharacterController, type CharacterOptions } from 'holonom/character';
import { describe, expect, test } from 'vitest';
import { distance, ground, makeWorld } from './fixture';

const dt = 1 / 60;
const offset = 0.01;
/** Of the default shape, from its middle to its foot. */
const foot = 0.8;
const height = foot + offset;

const box = (halfExtents: readonly [number, number, number]): ShapeDescription => ({
  box: { halfExtents },
});
/** A floor with its top at 0. */
const withFloor = () => {
  const world = makeWorld();
  world.addBody({ ...ground, friction: 0.5 });
  return world;
};

/** Walks with gravity, a step of the world before each move; gives where it came after each. */
function walk(
  world: World,
  character: CharacterController,
  velocity: readonly [number, number] | (() => readonly [number, number]),
  steps: number,
) {
  const places: Readonly<Vec3>[] = [];
  let fall = 0;
  for (let step = 0; step < steps; step++) {
    world.step(dt);
    const [x, z] = typeof velocity === 'function' ? velocity() : velocity;
    fall = character.grounded ? 0 : fall - 9.81 * dt;
    character.move([x * dt, fall * dt, z * dt], dt);
    places.push(character.position);
  }
  return places;
}

const standing = (world: World, options: CharacterOptions = {}) => {
  const character = new CharacterController(world, { position: [0, height, 0], ...options });
  character.move([0, -0.001, 0], dt);
  return character;
};

const mesh = (heightAt: (x: number, z: number) => number, half: number, cells: number) => {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j <= cells; j++) {
      const [x, z] = [(2 * i) / cells - 1, (2 * j) / cells - 1].map((share) => half * share);
      vertices.push(x as number, heightAt(x as number, z as number), z as number);
      if (i === cells || j === cells) continue;
      const at = i * (cells + 1) + j;
      indices.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1);
    }
  return { mesh: { vertices, indices } };
};

/** A ramp that rises along +x from the line x = 1. */
function addRamp(world: World, angle: number): Body {
  const half = 4;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  // The middle of its top is half of its length up the slope.
  const position = [1 + half * c + 0.5 * s, half * s - 0.5 * c, 0] as const;
  return world.addBody({
    type: 'static',
    shape: box([half, 0.5, 4]),
    position,
    rotation: { axisAngle: { axis: [0, 0, 1], angle } },
  });
}

describe('on a floor', () => {
  test.each([
    ['a plane', () => ground.shape, 0],
    ['a box', () => box([50, 1, 50]), -1],
    ['a mesh of many triangles', () => mesh(() => 0, 10, 60), 0],
  ])('%s: walks at its speed, at one height, from the first step on', (_, shape, y) => {
    const world = makeWorld();
    world.addBody({ type: 'static', shape: shape(), position: [0, y, 0] });
    const character = standing(world);
    expect(character.grounded).toBe(true);
    let [before] = character.position;
    for (const [x, at] of walk(world, character, [3, 0], 120)) {
      expect(x - before).toBeCloseTo(3 * dt, 5);
      expect(at).toBeCloseTo(height, 4);
      before = x;
    }
    expect(character.ground?.normal[1]).toBeCloseTo(1, 4);
  });

  test('falls, lands without sinking, and jumps', () => {
    const world = withFloor();
    const character = new CharacterController(world, { position: [0, 3, 0] });
    const heights = walk(world, character, [0, 0], 60).map(([, y]) => y);
    expect(Math.min(...heights)).toBeGreaterThan(height - 1e-4);
    expect(character.grounded).toBe(true);
    expect(heights.at(-1)).toBeCloseTo(height, 4);
    const jump = character.move([0, 0.1, 0], dt);
    expect(jump[1]).toBeCloseTo(0.1, 6);
    expect(character.grounded).toBe(false);
  });

  test('is the same in every run, and the same as a hull and as a box', () => {
    const way = (shape?: ShapeDescription) => {
      const world = withFloor();
      world.addBody({ type: 'static', shape: box([0.5, 1, 0.7]), position: [2, 1, 0.3] });
      const character = standing(world, { shape });
      walk(world, character, [2, 0.4], 120);
      return character.position;
    };
    expect(way()).toEqual(way());
    const half = [0.3, 0.8, 0.3] as const;
    const points = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x * half[0], y * half[1], z * half[2]])),
    );
    expect(distance(way({ hull: { points } }), way(box(half)))).toBeLessThan(1e-4);
  });
});

describe('on stairs', () => {
  const [rise, run, steps] = [0.2, 0.3, 10];
  function stairs() {
    const world = withFloor();
    for (let i = 0; i < steps; i++)
      world.addBody({
        type: 'static',
        shape: box([(run * (steps - i)) / 2 + 2, rise / 2, 2]),
        position: [1 + run * i + (run * (steps - i)) / 2 + 2, rise * (i + 0.5), 0],
      });
    return world;
  }
  const top = height + steps * rise;

  test.each([1, 3, 6])('goes up and down at %s m/s without a stutter', (speed) => {
    const world = stairs();
    const character = standing(world);
    let [before] = character.position;
    const up = walk(world, character, [speed, 0], Math.ceil(5.5 / speed / dt));
    for (const [x] of up) {
      expect(Math.abs((x - before) / dt / speed - 1)).toBeLessThan(0.01);
      before = x;
    }
    expect(character.position[1]).toBeCloseTo(top, 3);
    let low = character.position[1];
    for (const [x, y] of walk(world, character, [-speed, 0], Math.ceil(5.5 / speed / dt))) {
      expect(Math.abs((before - x) / dt / speed - 1)).toBeLessThan(0.01);
      expect(character.grounded).toBe(true);
      expect(y).toBeLessThan(low + 1e-4);
      [before, low] = [x, y];
    }
    expect(character.position[1]).toBeCloseTo(height, 3);
  });

  const runs = [0.15, 0.2, 0.22, 0.25, 0.27, 0.3, 0.4];
  test.each(runs)(
    'that are %s m deep it climbs, however high their steps and slow it is',
    (depth) => {
      const count = 4;
      for (const high of [0.1, 0.17, 0.22, 0.29])
        for (const speed of [0.3, 1, 3]) {
          using world = withFloor();
          for (let i = 0; i < count; i++)
            world.addBody({
              type: 'static',
              shape: box([1 + (depth * (count - i)) / 2, (high * (i + 1)) / 2, 2]),
              position: [2 + (depth * (count + i)) / 2, (high * (i + 1)) / 2, 0],
            });
          const character = standing(world);
          walk(world, character, [speed, 0], Math.ceil((2 + depth * count) / speed / dt));
          const { position } = character;
          expect(position[1], `${high} m at ${speed} m/s`).toBeCloseTo(height + count * high, 2);
        }
    },
  );

  test('steps that are too high, or whose top is too small, are walls', () => {
    const high = withFloor();
    high.addBody({ type: 'static', shape: box([1, 0.2, 2]), position: [2, 0.2, 0] });
    const character = standing(high);
    walk(high, character, [2, 0], 60);
    expect(character.position[0]).toBeCloseTo(1 - 0.3 - offset, 3);
    expect(character.position[1]).toBeCloseTo(height, 4);
    const thin = withFloor();
    thin.addBody({ type: 'static', shape: box([0.02, 0.125, 2]), position: [1, 0.125, 0] });
    const other = standing(thin);
    walk(thin, other, [2, 0], 60);
    expect(other.position[0]).toBeLessThan(1);
    expect(other.position[1]).toBeCloseTo(height, 4);
    const low = standing(thin, { stepWidth: 0.01 });
    walk(thin, low, [2, 0], 60);
    expect(low.position[0]).toBeGreaterThan(1.5);
  });

  test('without a step height every step is a wall', () => {
    const world = stairs();
    const character = standing(world, { stepHeight: 0, shape: box([0.3, 0.8, 0.3]) });
    walk(world, character, [2, 0], 60);
    expect(character.position[0]).toBeCloseTo(1 - 0.3 - offset, 3);
  });
});

describe('on slopes', () => {
  test.each([
    ['up to the limit it climbs', 0.7, true],
    ['beyond it does not', 0.9, false],
  ])('%s, at the same speed over ground', (_, angle, climbs) => {
    const world = withFloor();
    addRamp(world, angle);
    const character = standing(world, { maxSlope: 0.8 });
    const places = walk(world, character, [2, 0], 120);
    if (climbs) {
      let before = 0;
      for (const [x] of places) {
        expect(x - before).toBeCloseTo(2 * dt, 4);
        before = x;
      }
      expect(character.position[1]).toBeGreaterThan(height + 1);
    } else {
      expect(character.position[0]).toBeLessThan(1.2);
      for (const [, y] of places) expect(y).toBeCloseTo(height, 3);
    }
  });

  test('stands still on what it can climb and slides down what is steeper', () => {
    for (const [angle, slides] of [
      [0.7, false],
      [0.9, true],
    ] as const) {
      const world = withFloor();
      addRamp(world, angle);
      const up = 1.5 * Math.tan(angle) + 0.3 / Math.cos(angle) + 0.5 + 0.05;
      const character = new CharacterController(world, { position: [2.5, up, 0], maxSlope: 0.8 });
      walk(world, character, [0, 0], 20);
      const [x] = character.position;
      const places = walk(world, character, [0, 0], 100);
      if (slides) {
        expect(x).toBeLessThan(2.5);
        expect(places.at(-1)?.[1]).toBeCloseTo(height, 2);
        expect(character.grounded).toBe(true);
      } else {
        expect(character.grounded).toBe(true);
        for (const [each] of places) expect(each).toBeCloseTo(x, 6);
      }
    }
  });

  test('goes down a slope without leaving it', () => {
    const world = withFloor();
    addRamp(world, 0.6);
    const character = standing(world);
    walk(world, character, [3, 0], 80);
    const [, high] = character.position;
    let fell = 0;
    for (let step = 0; step < 60; step++) {
      world.step(dt);
      character.move([-3 * dt, 0, 0], dt);
      if (!character.grounded) fell++;
    }
    expect(fell).toBe(0);
    expect(character.position[1]).toBeLessThan(high - 1);
  });
});

describe('against walls', () => {
  const wall = (world: World, x: number, z: number, half: readonly [number, number, number]) =>
    world.addBody({ type: 'static', shape: box(half), position: [x, half[1], z] });

  test('slides along one at what the angle leaves', () => {
    const world = withFloor();
    wall(world, 2, 0, [0.5, 1, 20]);
    const character = standing(world);
    const places = walk(world, character, [2, 2], 120);
    const last = places.slice(-30);
    for (const [x] of last) expect(x).toBeCloseTo(1.5 - 0.3 - offset, 3);
    expect((last[29]?.[2] ?? 0) - (last[0]?.[2] ?? 0)).toBeCloseTo(29 * 2 * dt, 3);
  });

  test.each([
    ['square', Math.PI / 2],
    ['acute', Math.PI / 4],
    ['obtuse', (3 * Math.PI) / 4],
  ])('comes to rest in a corner: %s', (_, angle) => {
    const world = withFloor();
    wall(world, 2, 0, [0.5, 1, 20]);
    world.addBody({
      type: 'static',
      shape: box([8, 1, 0.5]),
      position: [1.5 - 8 * Math.sin(angle), 1, 2 + 8 * Math.cos(angle)],
      rotation: { axisAngle: { axis: [0, 1, 0], angle: Math.PI / 2 - angle } },
    });
    const character = standing(world);
    walk(world, character, [3, 3], 120);
    const rest = character.position;
    for (const place of walk(world, character, [3, 3], 60))
      expect(distance(place, rest)).toBeLessThan(2e-4);
    expect(character.hits.length).toBeGreaterThan(1);
  });

  test('a ceiling ends a jump, and a low one does not let it in', () => {
    const world = withFloor();
    world.addBody({ type: 'static', shape: box([2, 0.5, 2]), position: [0, 2.3, 0] });
    world.addBody({ type: 'static', shape: box([1, 0.5, 2]), position: [3, 1.9, 0] });
    const character = standing(world);
    for (let i = 0; i < 20; i++) {
      world.step(dt);
      character.move([0, 0.05, 0], dt);
      expect(character.position[1]).toBeLessThan(1.8 - foot - offset + 1e-4);
    }
    expect(character.hits[0]?.normal[1]).toBeCloseTo(-1, 4);
    walk(world, character, [0, 0], 60);
    walk(world, character, [2, 0], 120);
    expect(character.position[0]).toBeLessThan(2);
    expect(character.position[1]).toBeCloseTo(height, 3);
  });

  test('squeezed between two walls that are too near it stays finite and comes out', () => {
    const world = withFloor();
    wall(world, 0.7, 0, [0.5, 1, 1]);
    wall(world, -0.7, 0, [0.5, 1, 1]);
    const character = standing(world);
    walk(world, character, [0, 2], 120);
    for (const value of character.position) expect(Number.isFinite(value)).toBe(true);
    expect(character.position[2]).toBeGreaterThan(1);
  });
});

describe('on what moves', () => {
  const platform = (world: World, more: object) =>
    world.addBody({
      type: 'kinematic',
      shape: box([2, 0.25, 2]),
      position: [0, -0.25, 0],
      ...more,
    });

  test.each([
    ['aside', [1.5, 0, 0]],
    ['up', [0, 1, 0]],
    ['down', [0, -1, 0]],
    ['askew', [0.5, -0.7, 0.3]],
  ] as const)('is carried %s', (_, linearVelocity) => {
    const world = makeWorld();
    const floor = platform(world, { linearVelocity });
    const character = standing(world);
    walk(world, character, [0, 0], 90);
    const stood = character.position.map((value, axis) => value - (floor.position[axis] ?? 0));
    expect(distance(stood, [0, height + 0.25, 0])).toBeLessThan(2e-3);
    expect(character.grounded).toBe(true);
    expect(distance(floor.position, [0, -0.25, 0])).toBeGreaterThan(0.8);
  });

  test('is carried round, at its distance from the middle', () => {
    const world = makeWorld();
    platform(world, { angularVelocity: [0, 1, 0] });
    const character = standing(world, { position: [1.5, height, 0] });
    const quarter = walk(world, character, [0, 0], 94).at(-1) ?? [0, 0, 0];
    expect(Math.hypot(quarter[0], quarter[2])).toBeCloseTo(1.5, 3);
    expect(distance(quarter, [0, height, -1.5])).toBeLessThan(0.05);
  });

  /** Leaves the ground by a jump until it stands again, at most so many steps; gives how many it took. */
  function jump(world: World, character: CharacterController, steps: number, speed = 3) {
    let rise = speed;
    for (let step = 0; step < steps; step++) {
      world.step(dt);
      character.move([0, rise * dt, 0], dt);
      if (step > 0 && character.grounded) return step;
      rise -= 9.81 * dt;
    }
    return steps;
  }

  test.each([
    ['aside', [1.5, 0, 0]],
    ['up', [0, 1, 0]],
    ['askew', [0.5, -0.7, 0.3]],
  ] as const)('lands where it jumped off what goes %s', (_, linearVelocity) => {
    const world = makeWorld();
    const floor = platform(world, { linearVelocity });
    const character = standing(world);
    walk(world, character, [0, 0], 5);
    const steps = jump(world, character, 120);
    expect(character.grounded).toBe(true);
    // As long in the air as over a floor at rest.
    expect(Math.abs(steps * dt - (2 * 3) / 9.81)).toBeLessThan(2.5 * dt);
    const stood = character.position.map((value, axis) => value - (floor.position[axis] ?? 0));
    expect(distance(stood, [0, height + 0.25, 0])).toBeLessThan(5e-3);
  });

  test('leaves a turning floor along its tangent', () => {
    const world = makeWorld();
    platform(world, { angularVelocity: [0, 1, 0] });
    const character = standing(world, { position: [1.5, height, 0] });
    character.move([0, 0.1, 0], dt);
    const [x, , z] = character.position;
    jump(world, character, 6);
    expect(character.position[0]).toBeCloseTo(x, 6);
    expect(character.position[2]).toBeCloseTo(z - 6 * dt * 1.5, 5);
  });

  test('a wall takes what the floor gave it, for good', () => {
    const world = makeWorld();
    platform(world, { linearVelocity: [1.5, 0, 0] });
    const wall = world.addBody({
      type: 'static',
      shape: box([0.1, 3, 3]),
      position: [0.45, 4, 0],
    });
    const character = standing(world);
    jump(world, character, 12, 6);
    wall.remove();
    const [stopped] = character.position;
    expect(stopped).toBeLessThan(0.45 - 0.1 - 0.3);
    jump(world, character, 10, 3);
    expect(character.position[0]).toBeCloseTo(stopped, 6);
  });

  test('put elsewhere, it has what the floor gave it no more', () => {
    const world = makeWorld();
    platform(world, { linearVelocity: [1.5, 0, 0] });
    const character = standing(world);
    character.position = [0, 20, 0];
    character.move([0, -0.1, 0], dt);
    expect(distance(character.position, [0, 19.9, 0])).toBeLessThan(1e-6);
  });

  test('walks on it as on firm ground', () => {
    const world = makeWorld();
    const floor = platform(world, { linearVelocity: [0.8, 0.5, 0] });
    const character = standing(world);
    let before = 0;
    for (let step = 0; step < 50; step++) {
      const [place] = walk(world, character, [0, 1], 1);
      expect((place?.[2] ?? 0) - before).toBeCloseTo(dt, 4);
      before = place?.[2] ?? 0;
    }
    expect(character.position[0]).toBeCloseTo(floor.position[0], 2);
  });

  test('a wall that comes pushes it', () => {
    const world = withFloor();
    const wall = world.addBody({
      type: 'kinematic',
      shape: box([0.5, 1, 2]),
      position: [2, 1.1, 0],
      linearVelocity: [-1, 0, 0],
    });
    const character = standing(world);
    walk(world, character, [0, 0], 150);
    expect(character.position[0]).toBeCloseTo(wall.position[0] - 0.8 - offset, 2);
    expect(character.position[1]).toBeCloseTo(height, 3);
  });
});

describe('with others', () => {
  test('pushes a crate, as far as its strength goes', () => {
    const way = (strength: number) => {
      const world = withFloor();
      const crate = world.addBody({
        shape: box([0.5, 0.5, 0.5]),
        position: [1.5, 0.5, 0],
        mass: 40,
      });
      walk(world, standing(world, { strength }), [2, 0], 150);
      expect(crate.position[1]).toBeLessThan(0.55);
      return crate.position[0] - 1.5;
    };
    expect(way(600)).toBeGreaterThan(1);
    expect(way(100)).toBeCloseTo(0, 2); // less than friction: 0.5 · 40 kg · 9.81 m/s²
    expect(way(0)).toBeCloseTo(0, 3);
  });

  test('does not meet its own body, which follows it and is met by others', () => {
    const world = withFloor();
    const body = world.addBody({
      type: 'kinematic',
      shape: { capsule: { radius: 0.3, halfHeight: 0.5 } },
      position: [0, height, 0],
    });
    // Nothing that the character itself would meet.
    const ball = world.addBody({
      shape: { sphere: { radius: 0.2 } },
      position: [1.5, 0.2, 0],
      collisionGroups: 2,
    });
    const character = standing(world, { body, mask: 1 });
    walk(world, character, [2, 0], 60);
    expect(character.position[0]).toBeCloseTo(2, 4);
    world.step(dt);
    expect(distance(body.position, character.position)).toBeLessThan(1e-4);
    expect(ball.position[0]).toBeGreaterThan(1.5);
  });

  test('stands on the ground no more when that is taken away', () => {
    const world = makeWorld();
    const floor = world.addBody({ type: 'kinematic', shape: box([2, 1, 2]), position: [0, -1, 0] });
    const character = standing(world);
    expect(character.ground?.body).toBe(floor);
    floor.remove();
    expect(character.ground).toBeUndefined();
    walk(world, character, [0, 0], 30);
    expect(character.grounded).toBe(false);
    expect(character.position[1]).toBeLessThan(0);
  });
});

test('walks about hills for long and never sinks in or leaves them', () => {
  const hills = (x: number, z: number) =>
    0.6 * Math.sin(0.9 * x) * Math.cos(0.8 * z) + 3 * Math.max(0, Math.abs(x) - 8, Math.abs(z) - 8);
  const world = makeWorld();
  world.addBody({ type: 'static', shape: mesh(hills, 10, 40) });
  for (let i = 0; i < 6; i++)
    world.addBody({
      type: 'static',
      shape: i % 2 ? { sphere: { radius: 0.8 } } : box([0.6, 1.5, 0.4]),
      position: [5 * Math.cos(i), 0.5, 5 * Math.sin(i)],
    });
  const character = new CharacterController(world, { position: [0, 2, 0] });
  let seed = 12345;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  let heading: readonly [number, number] = [4, 0];
  let step = 0;
  let grounded = 0;
  const turn = () => {
    if (step++ % 40 === 0) {
      const [x, z] = [random() - 0.5, random() - 0.5];
      const length = Math.sqrt(x * x + z * z) / 4;
      heading = [x / length, z / length];
    }
    if (character.grounded) grounded++;
    return heading;
  };
  for (const [x, y, z] of walk(world, character, turn, 3000)) {
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(9);
    const probe = world.proximity(
      { capsule: { radius: 0.3, halfHeight: 0.5 } },
      { position: [x, y, z], maxDistance: 0.5 },
    );
    for (const { distance: gap } of probe) expect(gap).toBeGreaterThan(0);
  }
  expect(grounded).toBeGreaterThan(2400);
});
