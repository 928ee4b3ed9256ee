// The options of a character as properties: each is read back, acts from the next move on, and is checked.
import type { World } from 'holonom';
import { CharacterController, type CharacterOptions } from 'holonom/character';
import { expect, test } from 'vitest';
import { crate, ground, makeWorld, refusal } from './fixture';

const dt = 1 / 60;

const changed = (world: World) =>
  ({
    shape: { sphere: { radius: 0.4 } },
    rotation: [0, 0, 1, 0],
    up: [0, 0, 1],
    offset: 0.02,
    maxSlope: 1,
    stepHeight: 0.1,
    stepWidth: 0.2,
    snapDistance: 0.05,
    strength: 7,
    mask: 3,
    body: world.addBody({ ...crate, type: 'kinematic', position: [50, 0, 0] }),
  }) as const satisfies CharacterOptions;

test('every option is read back, after the constructor and after an assignment', () => {
  const world = makeWorld();
  const options = changed(world);
  const made = new CharacterController(world, options);
  const assigned = Object.assign(new CharacterController(world), options);
  for (const [name, value] of Object.entries(options)) {
    expect(made[name as 'up'], name).toEqual(value);
    expect(assigned[name as 'up'], name).toEqual(value);
  }
  expect(new CharacterController(world)).toMatchObject({
    shape: { capsule: { radius: 0.3, halfHeight: 0.5 } },
    rotation: undefined,
    up: [0, 1, 0],
    offset: 0.01,
    maxSlope: Math.PI / 4,
    stepHeight: 0.3,
    stepWidth: 0.1,
    snapDistance: 0.3,
    strength: 500,
    mask: 0xffffffff,
    body: undefined,
  });
});

/** Where a character comes on a ramp of 0.9 rad, of which options allow to climb it. */
function climb(made: CharacterOptions, assigned: CharacterOptions): readonly number[] {
  const world = makeWorld();
  world.addBody(ground);
  const turn = 0.9 / 2;
  world.addBody({
    type: 'static',
    position: [4, 0, 0],
    rotation: [0, 0, Math.sin(turn), Math.cos(turn)],
    shape: { box: { halfExtents: [5, 0.5, 2] } },
  });
  const character = new CharacterController(world, { position: [0, 0.81, 0], ...made });
  Object.assign(character, assigned);
  let fall = 0;
  for (let step = 0; step < 180; step++) {
    world.step(dt);
    fall = character.grounded ? 0 : fall - 9.81 * dt;
    character.move([2 * dt, fall * dt, 0], dt);
  }
  return character.position;
}

test('an assignment acts as the option of the constructor does', () => {
  const steep = climb({ maxSlope: 1 }, {});
  const gentle = climb({}, {});
  expect((steep[1] ?? 0) - (gentle[1] ?? 0)).toBeGreaterThan(1);
  expect(climb({}, { maxSlope: 1 })).toEqual(steep);
  expect(climb({ maxSlope: 1 }, { maxSlope: Math.PI / 4 })).toEqual(gentle);
  const small: CharacterOptions = { shape: { sphere: { radius: 0.3 } }, offset: 0.05 };
  expect(climb({}, small)).toEqual(climb(small, {}));
});

test('a refused assignment changes nothing, and a misspelt one is an error', () => {
  const world = makeWorld();
  const character = new CharacterController(world, { maxSlope: 0.5 });
  const bad: [string, unknown][] = [
    ['maxSlope', 2],
    ['maxSlope', Number.NaN],
    ['offset', 0],
    ['stepHeight', -1],
    ['strength', 'strong'],
    ['mask', -1],
    ['up', [0, 0, 0]],
    ['shape', { sphere: { radius: -1 } }],
    ['rotation', [0, 0, 0, 0]],
  ];
  for (const [name, value] of bad) {
    const error = refusal(() => Object.assign(character, { [name]: value }));
    expect(error.path, name).toMatch(new RegExp(`^${name}`));
  }
  expect(character.maxSlope).toBe(0.5);
  expect(character.up).toEqual([0, 1, 0]);
  expect(() => Object.assign(character, { maxSlop: 1 })).toThrow(TypeError);
  class Mine extends CharacterController {
    lives = 3;
  }
  expect(new Mine(world).lives).toBe(3);
});
