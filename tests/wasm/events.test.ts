// Contacts: who begins and who ceases to touch, and what holds them apart meanwhile.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ContactEvent, type World, type WorldEvents, WorldObject } from 'holonom';
import { describe, expect, test } from 'vitest';
import { ball, crate, distance, ground, makeWorld, refusal, run } from './fixture';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A crate that lands on a floor within half a second. */
function falling() {
  const world = makeWorld({ gravity: [0, -10, 0], sleeping: false });
  const floor = world.addBody(ground);
  const box = world.addBody({ ...crate, position: [0, 0.7, 0] });
  return { world, floor, box };
}

/** Steps for some seconds and gives the events of every step. */
function collect(world: ReturnType<typeof makeWorld>, seconds: number): ContactEvent[] {
  const events: ContactEvent[] = [];
  for (let step = 0; step < Math.round(seconds * 60); step++) {
    world.step(1 / 60);
    events.push(...world.contactEvents);
  }
  return events;
}

describe('contact events', () => {
  test('tell once that a body landed, where, and how hard', () => {
    const { world, floor, box } = falling();
    expect(world.contactEvents).toEqual([]);
    const events = collect(world, 1);
    expect(events).toHaveLength(1);
    const [event] = events as [ContactEvent];
    expect(event.type).toBe('begin');
    expect(new Set([event.bodyA, event.bodyB])).toEqual(new Set([floor, box]));
    expect(event.sensor).toBe(false);
    expect(distance(event.point, [0, 0, 0])).toBeLessThan(0.05);
    expect(Math.abs(event.normal[1])).toBeCloseTo(1, 5);
    // It falls 0.2 m: v = √(2·10·0.2) = 2, stopped by m·v.
    expect(event.approachSpeed).toBeCloseTo(2, 0);
    expect(event.impulse).toBeGreaterThan(0.5 * box.mass * event.approachSpeed);
    expect(event.impulse).toBeLessThan(1.5 * box.mass * event.approachSpeed);
  });

  test('tell every point where two bodies touch, as it was in that step', () => {
    const { world, floor, box } = falling();
    let event: ContactEvent | undefined;
    while (!event) {
      world.step(1 / 60);
      [event] = world.contactEvents;
    }
    const { points, point } = event;
    expect(points).toEqual(world.contacts[0]?.points);
    expect(points).toHaveLength(4);
    const corners = points.map(({ position: [x, , z] }) => `${Math.sign(x)} ${Math.sign(z)}`);
    expect(corners.sort()).toEqual(['-1 -1', '-1 1', '1 -1', '1 1']);
    for (const { position, separation } of points) {
      expect(Math.abs(position[0])).toBeCloseTo(0.5, 2);
      expect(Math.abs(separation)).toBeLessThan(0.1);
    }
    const mean = [0, 1, 2].map(
      (axis) => points.reduce((sum, { position }) => sum + (position[axis] ?? 0), 0) / 4,
    );
    expect(distance(mean, point)).toBeLessThan(0.05);
    run(world, 0.5);
    expect(event.points).toEqual(points);
    box.linearVelocity = [0, 5, 0];
    const [end] = collect(world, 0.3);
    expect(end).toMatchObject({ type: 'end', points: [] });
    expect([end?.bodyA, end?.bodyB]).toContain(floor);
  });

  test('tell the points of all shapes of a body, and of sensors', () => {
    const world = makeWorld({ gravity: [0, -10, 0], sleeping: false });
    const parts = [-1, 1].map((x) => ({
      position: [x, 0, 0] as const,
      shape: { sphere: { radius: 0.25 } },
    }));
    world.addBody(ground);
    world.addBody({ position: [0, 0.3, 0], shape: { compound: { parts } } });
    const [event] = collect(world, 0.3);
    const sides = event?.points.map(({ position }) => Math.round(position[0])) ?? [];
    expect(sides.sort()).toEqual([-1, 1]);
    world.addBody({ ...ball, position: [5, 0.3, 0], sensor: true, type: 'kinematic' });
    const [watched] = collect(world, 0.1);
    expect(watched?.sensor).toBe(true);
    expect(watched?.points).toHaveLength(1);
  });

  test('tell that a body was lifted off', () => {
    const { world, box } = falling();
    run(world, 1);
    box.linearVelocity = [0, 5, 0];
    const events = collect(world, 0.3);
    expect(events.map(({ type }) => type)).toEqual(['end']);
  });

  test('name a removed body once more, by the object that it was', () => {
    const { world, floor, box } = falling();
    run(world, 1);
    box.remove();
    const [event, ...more] = collect(world, 0.1) as [ContactEvent];
    expect(more).toEqual([]);
    expect(event.type).toBe('end');
    expect([event.bodyA, event.bodyB]).toContain(floor);
    const gone = event.bodyA === floor ? event.bodyB : event.bodyA;
    expect(gone).toBe(box);
    expect(gone.alive).toBe(false);
  });

  test('stay the same list until the next step', () => {
    const { world } = falling();
    run(world, 0.2);
    expect(world.contactEvents).toBe(world.contactEvents);
    const before = world.contactEvents;
    world.step(1 / 60);
    expect(world.contactEvents).not.toBe(before);
    world.clear();
    expect(world.contactEvents).toEqual([]);
  });

  test('of a sensor push nothing', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const gate = world.addBody({ ...crate, type: 'static', sensor: true });
    const visitor = world.addBody({ ...ball, position: [-2, 0, 0], linearVelocity: [4, 0, 0] });
    const events = collect(world, 1);
    expect(events.map(({ type, sensor }) => [type, sensor])).toEqual([
      ['begin', true],
      ['end', true],
    ]);
    expect(events[0]?.impulse).toBe(0);
    expect([events[0]?.bodyA, events[0]?.bodyB]).toContain(gate);
    expect(visitor.linearVelocity).toEqual([4, 0, 0]);
  });
});

describe('world.on', () => {
  test('calls back in order after the step, until it is ended', () => {
    const { world, box } = falling();
    const heard: string[] = [];
    const stopBegin = world.on('contactBegin', ({ type }) => heard.push(`1 ${type}`));
    world.on('contactBegin', ({ type }) => heard.push(`2 ${type}`));
    world.on('contactEnd', ({ type }) => heard.push(`3 ${type}`));
    run(world, 1);
    expect(heard).toEqual(['1 begin', '2 begin']);
    stopBegin();
    stopBegin();
    box.linearVelocity = [0, 2, 0];
    run(world, 1);
    expect(heard.slice(2)).toEqual(['3 end', '2 begin']);
  });

  test('what a callback throws comes out after the others, and the world goes on', () => {
    const { world, box } = falling();
    const heard: string[] = [];
    world.on('contactBegin', () => {
      throw new Error('first');
    });
    world.on('contactBegin', () => heard.push('second'));
    expect(() => run(world, 1)).toThrow('first');
    expect(heard).toEqual(['second']);
    const { stepCount } = world;
    world.step(1 / 60);
    expect(world.stepCount).toBe(stepCount + 1);
    run(world, 1);
    expect(box.position[1]).toBeCloseTo(0.5, 2);
  });

  test('callbacks may remove bodies, step, and stop listening', () => {
    const { world, box } = falling();
    const stop = world.on('contactBegin', () => {
      box.remove();
      stop();
      world.step(1 / 60);
    });
    run(world, 1);
    expect(box.alive).toBe(false);
    expect(world.bodies.length).toBe(1);
  });

  test('refuses what it does not know', () => {
    const { world } = falling();
    expect(refusal(() => world.on('collision' as never, () => {}))).toMatchObject({
      code: 'type',
      path: 'type',
      value: 'collision',
    });
    expect(refusal(() => world.on('contactEnd', 3 as never))).toMatchObject({
      code: 'type',
      path: 'callback',
      value: 3,
    });
  });
});

describe('world.contacts', () => {
  test('hold a resting body with its weight', () => {
    const { world, floor, box } = falling();
    expect(world.contacts).toEqual([]);
    run(world, 2);
    const contacts = world.contacts;
    expect(contacts).toHaveLength(1);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    expect(new Set([contact.bodyA, contact.bodyB])).toEqual(new Set([floor, box]));
    expect(contact.points).toHaveLength(4);
    let force = 0;
    for (const { position, separation, normalForce } of contact.points) {
      expect(Math.abs(position[0])).toBeCloseTo(0.5, 2);
      expect(Math.abs(position[1])).toBeLessThan(0.01);
      expect(Math.abs(separation)).toBeLessThan(0.01);
      force += normalForce;
    }
    expect(force / (10 * box.mass)).toBeCloseTo(1, 1);
    expect(Math.hypot(...contact.frictionForce)).toBeLessThan(0.01 * force);
  });

  test('hold a body on a slope by friction', () => {
    const slope = Math.PI / 12;
    const world = makeWorld({ gravity: [10 * Math.sin(slope), -10 * Math.cos(slope), 0] });
    world.addBody({ ...ground, friction: 1 });
    const box = world.addBody({ ...crate, position: [0, 0.5, 0], friction: 1 });
    run(world, 2);
    const [contact] = world.contacts;
    if (!contact) throw new Error('no contact');
    const along = contact.bodyB === box ? -1 : 1;
    const weight = 10 * box.mass * Math.sin(slope);
    expect((along * contact.frictionForce[0]) / weight).toBeCloseTo(1, 1);
  });
});

describe('world.on also tells', () => {
  test('of hits above a speed', () => {
    const { world } = falling();
    const heard: string[] = [];
    world.on('hit', () => heard.push('1'), { minSpeed: 1 });
    world.on('hit', () => heard.push('3'), { minSpeed: 3 });
    run(world, 1);
    expect(heard).toEqual(['1']);
    for (const [minSpeed, code] of [
      [-1, 'range'],
      [Number.NaN, 'finite'],
    ] as const)
      expect(refusal(() => world.on('hit', () => {}, { minSpeed }))).toMatchObject({
        code,
        path: 'minSpeed',
      });
  });

  test('who touches still, in each step after the first', () => {
    const { world, box } = falling();
    const heard: string[] = [];
    world.on('contactBegin', () => heard.push('begin'));
    world.on('contactStay', ({ points }) => heard.push(`stay ${points.length}`));
    while (heard.length === 0) world.step(1 / 60);
    run(world, 0.5);
    expect(heard).toEqual(['begin', ...Array.from({ length: 30 }, () => 'stay 4')]);
    box.remove();
    run(world, 0.1);
    expect(heard).toHaveLength(31);
  });

  test('who enters and leaves a sensor, also by removal of either', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const sensor = world.addBody({ ...crate, type: 'static', sensor: true });
    const [one, two] = [-3, -5].map((x) =>
      world.addBody({ ...ball, position: [x, 0, 0], linearVelocity: [4, 0, 0] }),
    );
    const heard: unknown[] = [];
    world.on('sensorEnter', (event) => heard.push(['enter', event.sensor, event.body]));
    world.on('sensorLeave', (event) => heard.push(['leave', event.sensor, event.body]));
    // The first has passed through it then, the second is in it.
    run(world, 1.1);
    two!.remove();
    run(world, 0.1);
    expect(heard).toEqual([
      ['enter', sensor, one],
      ['leave', sensor, one],
      ['enter', sensor, two],
      ['leave', sensor, two],
    ]);
  });

  test('who falls asleep and wakes', () => {
    const world = makeWorld();
    world.addBody(ground);
    const box = world.addBody({ ...crate, position: [0, 0.5, 0] });
    const heard: unknown[] = [];
    for (const type of ['sleep', 'wake'] as const)
      world.on(type, (event) => heard.push([event.type, event.body]));
    run(world, 2);
    box.applyImpulse([0, 500, 0]);
    world.step(1 / 60);
    expect(world.objectEvents).toEqual([{ type: 'wake', body: box }]);
    run(world, 3);
    expect(heard).toEqual([
      ['sleep', box],
      ['wake', box],
      ['sleep', box],
    ]);
  });

  test('which networks blow up and which joints break', () => {
    const world = makeWorld();
    const net = world.addSpringNetwork({
      grid: { size: [1, 1], segments: [4, 4] },
      integrator: 'explicit-euler',
      stiffness: 1e6,
      pins: ['top-left'],
    });
    const weight = world.addBody({ ...crate, position: [9, 0, 0], mass: 100 });
    const weak = world.addJoint({ ball: { bodyA: weight, anchor: [9, 0.5, 0], breakForce: 900 } });
    const heard: unknown[] = [];
    world.on('blowUp', ({ springNetwork }) => heard.push(springNetwork));
    world.on('jointBreak', ({ joint }) => heard.push(joint));
    run(world, 2);
    expect(new Set(heard)).toEqual(new Set([net, weak]));
    expect(heard).toHaveLength(2);
    expect([weak.alive, weight.alive]).toEqual([false, true]);
  });

  test('of a joint that nobody had asked for, by its type', () => {
    const source = makeWorld();
    const weight = source.addBody({ ...crate, position: [0, 0, 0], mass: 100 });
    source.addJoint({ fixed: { bodyA: weight, anchor: [1, 0, 0], breakTorque: 900 } });
    const world = makeWorld();
    world.load(source.save());
    const types: string[] = [];
    world.on('jointBreak', ({ joint }) => types.push(joint.type));
    run(world, 1);
    expect(types).toEqual(['fixed']);
  });
});

describe('what was removed', () => {
  const named = (name: string, y: number) => ({ ...crate, name, position: [0, y, 0] as const });

  test.each(['floor', 'box', 'sensor'] as const)('%s: its name is read in the events', (which) => {
    const world = makeWorld();
    const made = {
      floor: world.addBody({ ...ground, name: 'floor' }),
      box: world.addBody({ ...named('box', 0.5), canSleep: false }),
      sensor: world.addBody({ ...named('sensor', 0.5), type: 'static', sensor: true }),
    };
    run(world, 0.1);
    const heard: string[] = [];
    world.on('contactEnd', ({ bodyA, bodyB }) => heard.push(`${bodyA.name} ${bodyB.name}`));
    world.on('sensorLeave', ({ sensor, body }) => heard.push(`${sensor.name}: ${body.name}`));
    made[which].remove();
    expect(made[which].name).toBe(which);
    world.step(1 / 60);
    expect(heard.filter((words) => words.includes(which)).length).toBeGreaterThan(0);
    expect(heard.join()).not.toContain('undefined');
    for (const { bodyA, bodyB } of world.contactEvents) heard.push(`${bodyA.name} ${bodyB.name}`);
    expect(heard.join()).not.toContain('undefined');
  });

  test('and that nobody kept is named too', () => {
    const world = makeWorld();
    world.addBody({ ...ground, name: 'floor' });
    world.addBody(named('box', 0.5));
    run(world, 0.1);
    const heard: (string | undefined)[] = [];
    world.on('contactEnd', ({ bodyA, bodyB }) => heard.push(bodyA.name, bodyB.name));
    (() => world.bodies.at(1)?.remove())();
    collectGarbage();
    world.step(1 / 60);
    expect(heard.sort()).toEqual(['box', 'floor']);
  });

  test('and that nobody kept has its user data too', () => {
    const world = makeWorld();
    world.addBody(ground);
    world.addBody({ ...crate, position: [0, 0.5, 0] });
    run(world, 0.1);
    const heard: unknown[] = [];
    world.on('contactEnd', ({ bodyA, bodyB }) => heard.push(bodyA.userData, bodyB.userData));
    (() => {
      for (const body of world.bodies) body.userData = body.type;
      world.bodies.at(1)?.remove();
    })();
    collectGarbage();
    world.step(1 / 60);
    expect(heard.sort()).toEqual(['dynamic', 'static']);
  });

  /** A world in which every event occurs within four seconds; it is pushed after two. */
  function eventful() {
    const world = makeWorld();
    world.addBody({ ...ground, name: 'floor' });
    const box = world.addBody({ ...named('box', 0.7), linearVelocity: [0, -2, 0] });
    world.addBody({ ...named('gate', 0.5), type: 'static', sensor: true });
    const weight = world.addBody({ ...crate, name: 'weight', position: [9, 9, 0], mass: 100 });
    world.addJoint({ ball: { bodyA: weight, anchor: [9, 9.5, 0], breakForce: 900 } });
    world.addSpringNetwork({
      name: 'net',
      grid: { size: [1, 1], segments: [4, 4] },
      position: [20, 0, 0],
      integrator: 'explicit-euler',
      stiffness: 1e6,
      pins: ['top-left'],
    });
    return { world, box };
  }
  const parts = (event: object) =>
    Object.values(event).filter((it): it is WorldObject => it instanceof WorldObject);
  const state = (object: WorldObject) => ({
    id: object.id,
    name: (object as { name?: string }).name,
    userData: object.userData,
  });

  test.each<keyof WorldEvents>([
    'contactBegin',
    'contactEnd',
    'hit',
    'sensorEnter',
    'sensorLeave',
    'contactStay',
    'sleep',
    'wake',
    'blowUp',
    'jointBreak',
  ])('by a listener of %s: the next one reads what it was', (type) => {
    const { world, box } = eventful();
    const known = new Map<WorldObject, object>();
    for (const object of [...world.bodies, ...world.joints, ...world.springNetworks]) {
      object.userData = { label: object.id };
      known.set(object, state(object));
    }
    const heard: WorldObject[] = [];
    world.on(type, (event) => {
      for (const object of parts(event)) if (object.alive) object.remove();
    });
    world.on(type, (event) => {
      for (const object of parts(event)) {
        expect(object.alive).toBe(false);
        expect(state(object)).toEqual(known.get(object));
        expect(refusal(() => object.describe()).code).toBe('stale');
        heard.push(object);
      }
    });
    run(world, 2);
    if (box.alive) box.applyImpulse([0, 5 * box.mass, 0]);
    run(world, 2);
    expect(heard.length).toBeGreaterThan(0);
  });

  test('in a callback: those after it still read the name', () => {
    const world = makeWorld();
    world.addBody({ ...ground, name: 'floor' });
    world.addBody(named('a', 0.5));
    world.addBody(named('b', 5));
    const heard: (string | undefined)[] = [];
    world.on('contactBegin', ({ bodyA, bodyB }) => {
      for (const body of [bodyA, bodyB]) if (body.name !== 'floor') body.remove();
    });
    world.on('contactBegin', ({ bodyA, bodyB }) => heard.push(bodyA.name, bodyB.name));
    world.on('hit', ({ bodyA, bodyB }) => heard.push(bodyA.name, bodyB.name));
    run(world, 2);
    expect(new Set(heard)).toEqual(new Set(['floor', 'a', 'b']));
  });

  test('without a name has none, and everything else of it is still refused', () => {
    const world = makeWorld();
    const box = world.addBody(crate);
    const cloth = world.addCloth({ name: 'flag', grid: { size: [1, 1], segments: [2, 2] } });
    const net = world.addSpringNetwork({ grid: { size: [1, 1], segments: [2, 2] } });
    for (const object of [box, cloth, net]) object.remove();
    expect([box.name, cloth.name, net.name]).toEqual(['', 'flag', '']);
    const uses = [
      () => box.position,
      () => Object.assign(box, { name: 'x' }),
      () => cloth.friction,
      () => net.describe(),
    ];
    for (const use of uses) expect(refusal(use).code).toBe('stale');
  });

  test.each<[string, (world: World, before: Uint8Array) => void]>([
    ['clear', (world) => world.clear()],
    ['load', (world) => world.load({ holonom: 3 })],
    ['restore', (world, before) => world.restore(before)],
    ['seek', (world) => world.recording?.seek(0)],
  ])('by %s keeps its name and user data too', (_, empty) => {
    const world = makeWorld();
    const before = world.snapshot();
    world.record();
    world.step(1 / 60);
    const box = world.addBody(named('box', 1));
    box.userData = 'mine';
    empty(world, before);
    expect([box.alive, box.name, box.userData]).toEqual([false, 'box', 'mine']);
  });

  test('is there again after a snapshot, under the name it has there', () => {
    const world = makeWorld();
    const box = world.addBody(named('first', 1));
    const bytes = world.snapshot();
    box.name = 'second';
    box.remove();
    expect(box.name).toBe('second');
    world.restore(bytes);
    expect(box.name).toBe('first');
  });
});
