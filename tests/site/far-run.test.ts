// A world that is stepped elsewhere and its twin on the page, joined by copies as by messages.
import { type Body, type ForceGenerator, loadHolonom, type World } from 'holonom';
import { WorldView } from 'holonom/three';
import { afterEach, expect, test } from 'vitest';
import { CodeError } from '../../web/playground/code/code-error.ts';
import { buildTwin } from '../../web/playground/code/far-run.ts';
import { describe, NearRun } from '../../web/playground/code/near-run.ts';
import { scenes } from '../../web/scenes/index.ts';
import { initialValues, type SceneDefinition, type SceneRun } from '../../web/scenes/scene.ts';

const holonom = await loadHolonom();
const dt = 1 / 60;
const worlds: { dispose(): void }[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

/** Builds a scene in a world, and its twin. `forge` may change what is said. */
async function twins(
  build: (world: World) => SceneRun | undefined,
  forge: (said: Record<string, unknown>, what: string) => unknown = (said) => said,
) {
  const definition = { settings: {}, build: ({ world }) => build(world) } as SceneDefinition;
  const world = holonom.createWorld();
  worlds.push(world);
  const failures: Error[] = [];
  let near: NearRun | undefined;
  const sandbox = {
    ended: false,
    watch() {},
    dispose() {
      sandbox.ended = true;
    },
    async ask(what: string, given: unknown) {
      if (sandbox.ended) throw new CodeError('code-ended');
      const copy = structuredClone(given) as never;
      try {
        if (what === 'build') {
          near = new NearRun(definition, holonom, copy);
          worlds.push(near);
        }
        const run = near as NearRun;
        const said = what === 'build' || what === 'more' ? run.take() : run[what as 'step'](copy);
        return structuredClone(forge(said as never, what));
      } catch (error) {
        throw CodeError.of(describe(error));
      }
    },
  };
  const context = { world, values: {}, meshes: {} };
  const far = await buildTwin(sandbox, context, (error) => failures.push(error));
  const steps = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await far.step(dt);
  };
  return { far, world: far.world, steps, failures, sandbox };
}

const floor = (world: World) => world.addBody({ type: 'static', shape: { plane: {} } });
const ball = (world: World, y = 2, x = 0) =>
  world.addBody({ position: [x, y, 0], shape: { sphere: { radius: 0.5 } } });
const heights = (world: World) => [...world.bodies].map(({ position }) => position[1]);

test('the twin shows the motion, time and readings of a world that it does not step', async () => {
  const expected = holonom.createWorld();
  worlds.push(expected);
  const build = (world: World): undefined => {
    floor(world);
    const balls = [ball(world), ball(world, 3.2)];
    world.addJoint({ hinge: { bodyA: balls[1] as Body, anchor: [0, 4, 0], axis: [0, 0, 1] } });
    world.addCloth({ grid: { size: [1, 1], segments: [4, 4] }, position: [3, 2, 0] });
  };
  build(expected);
  const { world, steps } = await twins(build);
  const view = new WorldView(world);
  for (let i = 0; i < 90; i++) expected.step(dt);
  await steps(89);
  expect(world.joints.at(0)?.reaction.force[1]).toBe(0);
  expect(world.contacts.length).toBe(0);
  await steps(1);
  expect(world.time).toBe(expected.time);
  expect(world.stepCount).toBe(90);
  expect(world.energy).toEqual(expected.energy);
  for (const [i, body] of [...expected.bodies].entries()) {
    const twin = world.bodies.at(i) as Body;
    expect(twin.position).toEqual(body.position);
    expect(twin.angularVelocity).toEqual(body.angularVelocity);
  }
  expect([...(world.cloths.at(0)?.positions ?? [])]).toEqual([
    ...(expected.cloths.at(0)?.positions ?? []),
  ]);
  // Contacts and reactions are told because they were read before.
  expect(world.contacts.length).toBe(expected.contacts.length);
  const touching = [...expected.bodies].indexOf(expected.contacts[0]?.bodyA as Body);
  expect(world.contacts[0]?.bodyA).toBe(world.bodies.at(touching));
  expect(world.joints.at(0)?.reaction).toEqual(expected.joints.at(0)?.reaction);
  view.update();
  expect(world.save().bodies?.length).toBe(3);
});

test('force generators act in each substep, and user constraints hold', async () => {
  const dts: number[] = [];
  const { world, steps } = await twins((inner) => {
    inner.gravity = [0, 0, 0];
    inner.substeps = 4;
    const body = ball(inner);
    const push: ForceGenerator = (_, length) => {
      dts.push(length);
      body.applyForce([0, body.mass * 6, 0]);
    };
    inner.addForceGenerator(push, { every: 'substep' });
    const rope = inner.addRope({ length: 1, segments: 2, position: [3, 0, 0] });
    const value = ([, y = 0]: Float64Array): number => y - 1;
    inner.addUserConstraint({ particles: [{ rope, point: 0 }], value });
  });
  await steps(60);
  expect(dts.length).toBe(240);
  expect(dts[0]).toBeCloseTo(dt / 4, 6);
  expect(world.bodies.at(0)?.linearVelocity[1]).toBeCloseTo(6, 3);
  expect(world.ropes.at(0)?.positions[1]).toBeCloseTo(1, 3);
});

test('what the reader does to the twin is done to the world: settings, grabs, balls, removal', async () => {
  const { world, steps } = await twins((inner) => {
    floor(inner);
    const body = ball(inner, 0.5);
    return {
      beforeStep() {
        body.name = `of ${inner.bodies.length}`;
      },
    };
  });
  await steps(2);
  expect(world.bodies.at(1)?.name).toBe('of 2');
  world.gravity = [0, 0, 0];
  const thrown = ball(world, 5, 3);
  thrown.linearVelocity = [0, 1, 0];
  const grab = world.grab({ body: world.bodies.at(1) as Body, target: [0, 3, 0], frequency: 5 });
  await steps(60);
  expect(world.bodies.at(1)?.name).toBe('of 3');
  expect(thrown.position[1]).toBeCloseTo(6, 2);
  expect(world.bodies.at(1)?.position[1]).toBeGreaterThan(2.5);
  grab.release();
  thrown.remove();
  await steps(1);
  expect(world.grabs.length).toBe(0);
  expect(world.bodies.length).toBe(2);
});

test('the past is kept on the page: it is returned to while the code is stuck, and left for another future', async () => {
  const { far, world, steps, sandbox } = await twins((inner) => {
    inner.gravity = [0, 0, 0];
    ball(inner).linearVelocity = [0, 1, 0];
    return {
      beforeStep(time) {
        if (Math.round(60 * time) === 30) ball(inner, 9);
      },
    };
  });
  await steps(20);
  const thrown = ball(world, -4);
  await steps(20);
  const later = heights(world);
  expect(later.length).toBe(3);
  far.past.ask(10);
  far.past.seek();
  expect(world.stepCount).toBe(10);
  expect(heights(world)).toHaveLength(1);
  expect(heights(world)[0]).toBeCloseTo(2 + 10 / 60, 5);
  expect(thrown.alive).toBe(false);
  far.past.ask(40);
  far.past.seek();
  expect(heights(world)).toEqual(later);
  expect(thrown.alive).toBe(true);
  const seen: number[] = [];
  far.past.visit(3, () => seen.push(world.stepCount));
  expect(seen).toEqual([37, 38, 39, 40]);
  far.past.ask(25);
  far.past.seek();
  expect(heights(world)).toHaveLength(2);
  (world.bodies.at(0) as Body).linearVelocity = [0, 0, 0];
  await steps(10);
  expect(far.past.moment).toEqual({ first: 0, frame: 35, substep: 0, last: 35 });
  expect(heights(world)[0]).toBeCloseTo(2 + 25 / 60, 5);
  far.past.askWithin(34, 3);
  far.past.seek();
  await Promise.resolve();
  expect(far.past.moment.substep).toBe(3);
  sandbox.dispose();
  far.past.ask(5);
  far.past.seek();
  expect(world.stepCount).toBe(5);
});

test('code that throws is asked no more, and its world goes on', async () => {
  const { far, world, steps, failures } = await twins((inner) => {
    ball(inner, 100);
    return {
      beforeStep(time) {
        if (time > 0.1) throw new Error('enough');
      },
    };
  });
  await steps(30);
  expect(failures.map(({ message }) => message)).toEqual(['enough']);
  expect(far.ended).toBeUndefined();
  expect(world.stepCount).toBe(30);
});

test('what makes no sense ends the run and leaves the page its twin', async () => {
  for (const forge of [
    () => 'nothing',
    (said: object) => ({ ...said, state: { bodies: [1], motions: [2] } }),
    (said: object) => ({ ...said, orders: [['call', 0, 'dispose', [], 0]] }),
    (said: object) => ({
      ...said,
      orders: [['call', 0, 'addCloth', [{ grid: { segments: [900, 900] } }], 5]],
    }),
    (said: object) => ({
      ...said,
      orders: [
        ['find', -1, 'bodies', 0],
        ['set', -1, 'name', 'x'],
      ],
    }),
  ]) {
    const { far, world, steps, failures, sandbox } = await twins(
      (inner) => void ball(inner),
      (said, what) => (what === 'step' ? forge(said) : said),
    );
    await steps(3);
    expect(failures).toHaveLength(1);
    expect(far.ended).toBeInstanceOf(Error);
    expect(sandbox.ended).toBe(true);
    expect(world.bodies.length).toBe(1);
    world.bodies.at(0)?.remove();
  }
  const { world, steps } = await twins(
    (inner) => void ball(inner),
    (said, what) =>
      what === 'step'
        ? { ...said, state: { ...Object(said.state), readings: { energy: 'much' }, told: 7 } }
        : said,
  );
  await steps(2);
  expect(world.energy.total).toBeNaN();
  expect(world.bodies.length).toBe(1);
});

test('scenes of the site stand the same in the twin', { timeout: 120_000 }, async () => {
  for (const name of ['ragdolls', 'tower', 'skirt', 'hello-cloth', 'draped-springs'].filter((it) =>
    scenes.has(it),
  )) {
    const scene = scenes.get(name) as SceneDefinition;
    const expected = holonom.createWorld(scene.settings);
    worlds.push(expected);
    const values = initialValues(scene.controls);
    const run = scene.build({ world: expected, values, meshes: {} });
    const { world, steps } = await twins((inner) => {
      Object.assign(inner, scene.settings);
      return scene.build({ world: inner, values, meshes: {} });
    });
    for (let i = 0; i < 10; i++) {
      run?.beforeStep?.(expected.time);
      expected.step(dt);
    }
    await steps(10);
    expect(heights(world), name).toEqual(heights(expected));
  }
});
