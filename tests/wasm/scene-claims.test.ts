// What scenes say about themselves happens: with other solvers and other values of their controls too.
import { type Body, definitions, type World, type WorldSettings } from 'holonom';
import { expect, test } from 'vitest';
import billiards from '../../web/scenes/billiards';
import brickWall from '../../web/scenes/brick-wall';
import bullets from '../../web/scenes/bullets';
import conveyor from '../../web/scenes/conveyor';
import galtonBoard from '../../web/scenes/galton-board';
import heavyChain from '../../web/scenes/heavy-chain';
import { scenes } from '../../web/scenes/index';
import rolling from '../../web/scenes/rolling';
import { type Control, initialValues, type SceneDefinition } from '../../web/scenes/scene';
import { distance, holonom, makeWorld, run } from './fixture';

function opened(scene: SceneDefinition, settings: WorldSettings = {}, values: object = {}): World {
  const world = makeWorld({ ...scene.settings, ...settings });
  const all = { ...initialValues(scene.controls), ...values };
  const scenery = scene.build({ world, values: all as never, meshes: {} });
  scenery?.apply?.(all as never);
  return world;
}
const named = (world: World, name: string) =>
  [...world.bodies].filter((body) => body.name === name);

test.each([
  ['soft-step', {}],
  ['pgs', {}],
  ['direct', {}],
  ['xpbd', {}],
  ['soft-step', { rows: 8 }],
  ['soft-step', { rows: 16, bricks: 16 }],
  ['soft-step', { bricks: 7 }],
  ['soft-step', { friction: 1 }],
  ['soft-step', { friction: 0.2 }],
] as const)('the ball breaks through the brick wall: %s, %o', (solver, values) => {
  const world = opened(brickWall, { solver }, values);
  const [ball] = named(world, 'ball');
  const bricks = named(world, 'brick');
  const start = bricks.map(({ position }) => position);
  run(world, 2);
  expect(ball?.position[2]).toBeLessThan(-2);
  const moved = bricks.filter(({ position }, i) => distance(position, start[i] ?? []) > 0.5);
  expect(moved.length).toBeGreaterThan(bricks.length / 5);
});

test.each(['soft-step', 'pgs', 'direct', 'xpbd'] as const)(
  'belts take the crates around, and do not when they are slippery: %s',
  (solver) => {
    for (const friction of [0.6, 0]) {
      const world = opened(conveyor, { solver }, { crates: 12, friction });
      const crates = named(world, 'crate');
      const sides = crates.map(() => new Set<string>());
      for (let second = 0; second < 30; second++) {
        run(world, 1);
        crates.forEach(({ position: [x, , z] }, i) => {
          const side = Math.abs(x) > Math.abs(z) ? `x ${Math.sign(x)}` : `z ${Math.sign(z)}`;
          sides[i]?.add(side);
        });
      }
      const around = sides.filter(({ size }) => size === 4).length;
      if (friction > 0) expect(around).toBeGreaterThan(9);
      else expect(around).toBe(0);
      if (friction > 0)
        expect(Math.min(...crates.map(({ position }) => position[1]))).toBeGreaterThan(0.7);
    }
  },
  60_000,
);

test.each(['soft-step', 'pgs', 'direct', 'xpbd'] as const)(
  'after a full hit the cue ball follows, stops or draws back: %s',
  (solver) => {
    const places = [0.4, 0, -0.5].map((follow) => {
      const world = opened(billiards, { solver }, { balls: 'one', speed: 2, angle: 0, follow });
      const [cue] = named(world, 'cue ball');
      run(world, 1.3);
      return cue?.position[0] ?? Number.NaN;
    });
    const [followed, stopped, drawn] = places as [number, number, number];
    expect(followed).toBeGreaterThan(stopped + 0.02);
    expect(drawn).toBeLessThan(stopped - 0.02);
  },
);

test.each([0, 0.3, 1])('rolling friction of %d mm stops the balls', (rolling) => {
  const world = opened(billiards, {}, { balls: 'none', speed: 1, angle: 0, rolling });
  const [cue] = named(world, 'cue ball');
  run(world, 1);
  const speed = Math.hypot(...(cue?.linearVelocity ?? []));
  run(world, 0.5);
  const slowing = (0.5 * 9.81 * rolling) / 1000 / (0.02858 * 1.4);
  expect(speed - Math.hypot(...(cue?.linearVelocity ?? []))).toBeCloseTo(slowing, 2);
});

test.each(['soft-step', 'direct', 'pgs'] as const)(
  'bullets pass no plate with continuous collision, and most plates without: %s',
  (solver) => {
    for (const speed of [30, 300])
      for (const continuous of [true, false]) {
        const values = { ...initialValues(bullets.controls), speed, continuous };
        const world = makeWorld({ ...bullets.settings, solver });
        const scenery = bullets.build({ world, values: values as never, meshes: {} });
        let passed = 0;
        for (let step = 0; step < 300; step++) {
          scenery?.beforeStep?.(world.time);
          world.step(1 / 60);
          // What passes is caught before the next step. A door and a wheel may lead bullets aside.
          passed += named(world, 'bullet').filter(
            ({ position: [x, , z], linearVelocity }) =>
              x > 1.2 &&
              linearVelocity[0] > 0.3 * speed &&
              [2.8, 1.4, -1.4].some((lane) => Math.abs(z - lane) < 0.2),
          ).length;
        }
        const shot = 3 * 9;
        const label = JSON.stringify({ speed, continuous, passed });
        if (continuous) expect(passed, label).toBe(0);
        else if (speed > 100) expect(passed, label).toBeGreaterThan(shot / 2);
      }
  },
  60_000,
);

test('the heavy chain has the settings of the world, and no others of its own', () => {
  expect(Object.keys(heavyChain.controls)).toEqual(['links', 'mass']);
  const world = opened(heavyChain, { solver: 'pgs' });
  expect([world.solver, world.substeps]).toEqual(['pgs', 8]);
});

/** Another value that a control may have. */
function another(control: Control): number | boolean | string {
  if ('options' in control)
    return Object.keys(control.options).find((name) => name !== control.value) ?? control.value;
  if ('min' in control) return control.value === control.min ? control.max : control.min;
  return !control.value;
}

const settingsOf = (world: World) =>
  (definitions.kinds[0]?.fields ?? [])
    .filter(({ settable }) => settable)
    .map(({ name }) => [name, world[name as 'gravity']] as const);

const open = [...scenes].filter(([, { meshes }]) => !meshes?.length);
test.each(open)('what a control of %s does to the world is not set in two places', (_, scene) => {
  const first = settingsOf(opened(scene));
  for (const [name, control] of Object.entries(scene.controls)) {
    // Stages of great size take long, and change no setting.
    if (control.setting === undefined && !control.live && 'min' in control) continue;
    const values = { [name]: another(control) };
    const changed = settingsOf(opened(scene, {}, values)).filter(
      ([, value], i) => JSON.stringify(value) !== JSON.stringify(first[i]?.[1]),
    );
    const names = changed.map(([setting]) => setting).filter((setting) => setting !== 'wind');
    expect(names, name).toEqual(control.setting ? [control.setting] : []);
  }
});

/** Way down the slope after some seconds without slip: the inertia is a share of m r². */
const rolled = (share: number, degrees: number, seconds: number) =>
  (0.5 * 9.81 * Math.sin((degrees * Math.PI) / 180) * seconds ** 2) / (1 + share);
const racers = ['ball', 'ellipsoid', 'cylinder', 'hollow cylinder'] as const;

test.each([
  ['soft-step', 12],
  ['pgs', 12],
  ['direct', 12],
  ['xpbd', 12],
  ['mlcp', 12],
  ['soft-step', 4],
  ['soft-step', 20],
] as const)('shapes race by the spread of their mass: %s at %i°', (solver, angle) => {
  const world = opened(rolling, { solver }, { angle });
  const start = racers.map((name) => named(world, name)[0]!.position);
  run(world, 1.5);
  const ways = racers.map((name, i) => distance(named(world, name)[0]!.position, start[i] ?? []));
  [0.4, 0.4, 0.5, 1].forEach((share, i) => {
    expect(ways[i]! / rolled(share, angle, 1.5)).toBeCloseTo(1, 2);
  });
});

test('without friction the shapes slide side by side', () => {
  const world = opened(rolling, {}, { friction: 0 });
  const start = racers.map((name) => named(world, name)[0]!.position);
  run(world, 1.5);
  for (const [i, name] of racers.entries()) {
    const way = distance(named(world, name)[0]!.position, start[i] ?? []);
    expect(way / rolled(0, 12, 1.5)).toBeCloseTo(1, 2);
  }
});

test.each(['soft-step', 'pgs', 'direct'] as const)(
  'cones keep to circles about their tips: %s',
  (solver) => {
    const world = opened(rolling, { solver });
    const cones = named(world, 'cone');
    const tipOf = ({ position, rotation, shape }: Body) => {
      const { matrix } = holonom.convertRotation(rotation, 'matrix');
      return position.map((at, k) => at + shape.cone!.height! * matrix[3 * k + 1]!);
    };
    const tips = cones.map(tipOf);
    const turned = cones.map(() => 0);
    const heading = (i: number) => {
      const [x, , z] = cones[i]!.position;
      return Math.atan2(z - tips[i]![2]!, x - tips[i]![0]!);
    };
    let last = cones.map((_, i) => heading(i));
    for (let step = 0; step < 480; step++) {
      world.step(1 / 60);
      const now = cones.map((_, i) => heading(i));
      now.forEach((angle, i) => {
        turned[i]! += Math.atan2(Math.sin(angle - last[i]!), Math.cos(angle - last[i]!));
      });
      last = now;
    }
    for (const [i, cone] of cones.entries())
      expect(distance(tipOf(cone), tips[i] ?? [])).toBeLessThan(0.15);
    // One swings; the others go around as fast as they started, one each way.
    expect(Math.abs(turned[0]!)).toBeLessThan(Math.PI);
    expect(Math.abs(turned[1]! / -12 - 1)).toBeLessThan(0.1);
    expect(Math.abs(turned[2]! / 12 - 1)).toBeLessThan(0.1);
  },
);

/** Runs the Galton board, and asks after each step. */
function runBoard(
  solver: WorldSettings['solver'],
  values: object,
  seconds: number,
  eachStep: (world: World, balls: Body[]) => void = () => {},
): { world: World; balls: Body[]; dropper: Body } {
  const world = makeWorld({ ...galtonBoard.settings, solver });
  const all = { ...initialValues(galtonBoard.controls), ...values };
  const scenery = galtonBoard.build({ world, values: all as never, meshes: {} });
  const dropper = named(world, 'dropper')[0]!;
  for (let step = 0; step < 60 * seconds; step++) {
    scenery?.beforeStep?.(world.time);
    world.step(1 / 60);
    eachStep(world, named(world, 'ball'));
  }
  return { world, balls: named(world, 'ball'), dropper };
}
/** Mean and standard deviation of the bins, counted from the middle one. */
function spreadOf(balls: readonly Body[]): [mean: number, deviation: number] {
  const bins = balls.map(({ position: [x] }) => Math.round(x / 0.4));
  const mean = bins.reduce((sum, bin) => sum + bin, 0) / bins.length;
  const square = bins.reduce((sum, bin) => sum + (bin - mean) ** 2, 0) / bins.length;
  return [mean, Math.sqrt(square)];
}

test.each([
  ['soft-step', {}],
  ['soft-step', { restitution: 0 }],
  ['soft-step', { restitution: 0.5 }],
  ['pgs', {}],
  ['direct', {}],
  ['xpbd', {}],
] as const)(
  'the Galton board fills to a bell curve and nothing leaves its plane: %s, %o',
  (solver, values) => {
    let away = 0;
    const { balls, dropper } = runBoard(solver, values, 32, (_, now) => {
      for (const { position, rotation, linearVelocity, angularVelocity } of now) {
        const [tiltX, tiltY] = rotation;
        const [turnX, turnY] = angularVelocity;
        for (const one of [position[2], linearVelocity[2], tiltX, tiltY, turnX, turnY])
          away = Math.max(away, Math.abs(one));
      }
    });
    expect(away).toBe(0);
    expect(balls.length).toBe(120);
    // None is stuck among the pegs, and none jumped out.
    for (const { position } of balls) {
      expect(position[1]).toBeLessThan(1.7);
      expect(Math.abs(position[0])).toBeLessThan(2.6);
    }
    const [mean, deviation] = spreadOf(balls);
    expect(Math.abs(mean)).toBeLessThan((3 * deviation) / Math.sqrt(balls.length));
    // Ten rows of independent turns give 1.58 bins; balls keep some of their motion from row to row.
    expect(deviation).toBeGreaterThan(1.3);
    expect(deviation).toBeLessThan(2.4);
    // Fewer arrive the farther out.
    const within = (from: number, to: number) =>
      balls.filter(({ position: [x] }) => Math.abs(x) >= from && Math.abs(x) < to).length;
    const rings = [within(0, 0.6) / 3, within(0.6, 1.4) / 4, within(1.4, 2.6) / 6];
    expect(rings[0]).toBeGreaterThan(rings[1]!);
    expect(rings[1]).toBeGreaterThan(rings[2]!);
    expect(dropper.position[1]).toBeCloseTo(5.75, 5);
    expect(Math.abs(dropper.position[0])).toBeLessThan(0.05);
  },
  60_000,
);

test('without planar motion most balls fall off the Galton board', () => {
  const { balls } = runBoard('soft-step', { planar: false }, 26);
  const off = balls.filter(({ position: [, , z] }) => Math.abs(z) > 0.2);
  expect(off.length).toBeGreaterThan(60);
});

test.each([-1, 1])(
  'the dropper moves along its rail only, and the curve with it: side %i',
  (side) => {
    const { balls, dropper } = runBoard('soft-step', {}, 26, (world) => {
      const [jaws] = named(world, 'dropper');
      // Pulled along the rail, down, and out of the plane.
      if (world.time < 1) jaws!.applyForce([600 * side, -900, 700]);
      expect([jaws!.position[2], ...jaws!.linearVelocity.slice(1)]).toEqual([0, 0, 0]);
      expect([...jaws!.rotation]).toEqual([0, 0, 0, 1]);
    });
    const moved = side * dropper.position[0];
    expect(moved).toBeGreaterThan(0.3);
    expect(dropper.position[1]).toBeCloseTo(5.75, 5);
    expect(side * spreadOf(balls)[0]).toBeGreaterThan(0.3);
  },
);

test('the Galton board is the same in each run', () => {
  const [first, second] = [0, 1].map(() => runBoard('soft-step', {}, 6));
  expect(first!.balls.length).toBeGreaterThan(20);
  expect(second!.world.hash()).toBe(first!.world.hash());
});
