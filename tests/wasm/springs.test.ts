import { describe, expect, test } from 'vitest';
import { distance, expectFinite, makeWorld, point, refusal, run } from './fixture';

const net = { grid: { size: [1, 1], segments: [6, 6] } } as const;
const integrators = ['symplectic-euler', 'backward-euler'] as const;

describe('a network', () => {
  test('from a grid has structural and shear springs', () => {
    const world = makeWorld();
    const cells = 36;
    const structural = 2 * 6 * 7;
    const network = world.addSpringNetwork(net);
    expect(network.count).toBe(49);
    expect(network.edges.length / 2).toBe(structural + 2 * cells);
    expect(network.indices.length).toBe(3 * 2 * cells);
    expect(world.addSpringNetwork({ ...net, shearSprings: false }).edges.length / 2).toBe(
      structural,
    );
    expect(
      world.addSpringNetwork({ ...net, shearSprings: false, bendSprings: true }).edges.length / 2,
    ).toBe(structural + 2 * 5 * 7);
  });

  test('from lists has exactly those springs and no triangles', () => {
    const lists = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], springs: [0, 1, 1, 2] };
    const network = makeWorld().addSpringNetwork({ lists, mass: 6 });
    expect([...network.edges]).toEqual([0, 1, 1, 2]);
    expect(network.indices.length).toBe(0);
    expect([...network.inverseMasses]).toEqual([0.5, 0.5, 0.5]);
  });

  test('from a mesh has a spring on each edge, once', () => {
    const mesh = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1], indices: [0, 2, 1, 1, 2, 3] };
    const network = makeWorld().addSpringNetwork({ mesh });
    expect(network.edges.length / 2).toBe(5);
    expect([...network.indices]).toEqual(mesh.indices);
  });

  test('gives its positions in both precisions', () => {
    const network = makeWorld().addSpringNetwork({ ...net, position: [0.1, 0, 0] });
    expect(network.positions).toBeInstanceOf(Float32Array);
    expect(network.positions64).toBeInstanceOf(Float64Array);
    expect(network.velocities).toBeInstanceOf(Float64Array);
    expect(Array.from(network.positions64, Math.fround)).toEqual([...network.positions]);
  });

  test('is made and stepped in double precision', () => {
    const world = makeWorld({ gravity: [0, 0, 0], substeps: 1 });
    const positions = [0.1, 0.2, 0.3, 1 / 3, 1e-9, 5e6 + 0.1];
    const settings = { mass: 0.7, stiffness: 1e3 / 3, restLengths: [0.1], masses: [0.1, 0.2] };
    const network = world.addSpringNetwork({
      lists: { positions, springs: [0, 1] },
      position: [0.01, 1 / 7, 0],
      velocities: [0.3, 0, 0, 0.3, 0, 0],
      ...settings,
    });
    expect([...network.positions64]).toEqual(
      positions.map((x, i) => x + (network.position[i % 3] as number)),
    );
    expect(network.position).toEqual([0.01, 1 / 7, 0]);
    expect(network.describe()).toMatchObject(settings);
    const saved = JSON.parse(JSON.stringify(world.save())).springNetworks[0];
    expect(saved.lists.positions).toEqual(positions);
    expect(saved.position).toEqual([0.01, 1 / 7, 0]);
    expect(saved.positions).toEqual([...network.positions64]);

    const lone = world.addSpringNetwork({
      lists: { positions: [0.1, 0, 0], springs: [] },
      velocities: [0.3, 0, 0],
    });
    world.step(0.01);
    expect(lone.positions64[0]).toBe(0.1 + 0.01 * 0.3);
    expect(world.time).toBe(0.01);
  });

  test('from a grid has springs of equal length, to the last digits', () => {
    const network = makeWorld().addSpringNetwork({
      grid: { size: [1, 1], segments: [7, 7] },
      shearSprings: false,
    });
    const x = network.positions64;
    for (const [i, a] of network.edges.entries()) {
      const b = network.edges[i + 1] as number;
      if (i % 2 === 0)
        expect(Math.abs(distance(point(x, a), point(x, b)) - 1 / 7)).toBeLessThan(1e-15);
    }
  });

  test('its parameters can be changed on the run', () => {
    const world = makeWorld();
    const network = world.addSpringNetwork(net);
    network.stiffness = 1234.56789;
    network.integrator = 'backward-euler';
    expect(network.stiffness).toBe(1234.56789);
    expect(network.integrator).toBe('backward-euler');
    run(world, 0.1);
    expectFinite(network.positions);
  });
});

test('a net whose nodes are damped sinks at m g / c, by the coefficient it has by then', () => {
  const world = makeWorld();
  const network = world.addSpringNetwork({ ...net, mass: 4.9, pointDamping: 0.5 });
  const speed = () => -network.diagnostics.momentum.linear[1] / 4.9;
  run(world, 3);
  expect(speed()).toBeCloseTo((0.1 * 9.81) / 0.5, 4);
  network.pointDamping = 2;
  run(world, 1);
  expect(speed()).toBeCloseTo((0.1 * 9.81) / 2, 4);
  expect(() => {
    network.pointDamping = -1;
  }).toThrow('pointDamping');
  expect(() => {
    network.hybridWeight = 1.5;
  }).toThrow('hybridWeight');
  expect([network.pointDamping, network.hybridWeight]).toEqual([2, 0.5]);
});

describe('motion', () => {
  const pair = {
    lists: { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1] },
    pins: [0],
    mass: 2,
    stiffness: 100,
    damping: 0,
    integrator: 'symplectic-euler',
  } as const;

  test('a spring follows symplectic Euler step by step', () => {
    const world = makeWorld({ substeps: 1, gravity: [3, 0, 0] });
    const network = world.addSpringNetwork({ ...pair, integrator: 'symplectic-euler' });
    const h = 1 / 60;
    let [x, v] = [1, 0];
    for (let step = 0; step < 120; step++) {
      v += h * (3 - (100 * (x - 1)) / 1);
      x += h * v;
      world.step(h);
      expect(Math.abs((network.positions64[3] ?? 0) - x)).toBeLessThan(1e-6);
    }
    expect(Math.abs((network.velocities[3] ?? 0) - v)).toBeLessThan(1e-5);
  });

  test('a spring follows backward Euler step by step', () => {
    const world = makeWorld({ substeps: 1, gravity: [3, 0, 0] });
    const network = world.addSpringNetwork({
      ...pair,
      integrator: 'backward-euler',
      tolerance: 1e-12,
    });
    const h = 1 / 60;
    let [x, v] = [1, 0];
    for (let step = 0; step < 120; step++) {
      // In line and stretched, the linear system of one step is scalar: (m + h² κ) Δv = h f − h² κ v.
      const stretch = x - 1;
      v += (h * (3 - 100 * stretch) - h * h * 100 * v) / (1 + h * h * 100);
      x += h * v;
      world.step(h);
      expect(Math.abs((network.positions64[3] ?? 0) - x)).toBeLessThan(1e-6);
    }
  });

  test.each(integrators)('a loose net falls like a stone under %s', (integrator) => {
    const world = makeWorld({ substeps: 4 });
    const network = world.addSpringNetwork({ ...net, integrator, stiffness: 500 });
    run(world, 1);
    const fallen = (9.81 * (1 / 240) ** 2 * 240 * 241) / 2;
    for (let i = 0; i < network.count; i++)
      expect(network.positions64[3 * i + 1]).toBeCloseTo(-fallen, 5);
  });

  test.each(integrators)('a hung net stays finite and its pins stay under %s', (integrator) => {
    const world = makeWorld();
    const network = world.addSpringNetwork({
      ...net,
      integrator,
      stiffness: 300,
      pins: ['corners'],
    });
    const corner = point(network.positions64, 0);
    run(world, 3);
    expectFinite(network.positions64);
    expect(point(network.positions64, 0)).toEqual(corner);
    expect(network.positions64[3 * 24 + 1]).toBeLessThan(-0.05);
  });

  test('at a stiffness that backward Euler bears, symplectic Euler blows up, is stopped and said so', () => {
    const stopped = integrators.map((integrator) => {
      const world = makeWorld({ substeps: 1 });
      const network = world.addSpringNetwork({ ...net, integrator, stiffness: 1e6, pins: ['top'] });
      run(world, 2);
      expectFinite(network.positions64);
      return world.statistics.stoppedNetworks;
    });
    expect(stopped).toEqual([1, 0]);
  });

  test('two nets have their own time ratios at once', () => {
    const world = makeWorld({ substeps: 1 });
    const [soft, stiff] = [100, 400].map((stiffness) =>
      world.addSpringNetwork({ ...pair, stiffness }),
    );
    world.step(1 / 240);
    const [first, second] = [soft?.timeRatios[0], stiff?.timeRatios[0]];
    const [left, right] = [soft?.timeRatios, stiff?.timeRatios];
    expect([left?.[0], right?.[0]]).toEqual([first, second]);
    expect(second).toBeCloseTo(2 * (first ?? 0), 9);
  });

  test('a net that blew up stays stopped while its forces and name are set', () => {
    const world = makeWorld({ substeps: 1 });
    const network = world.addSpringNetwork({
      ...net,
      integrator: 'symplectic-euler',
      stiffness: 1e6,
      pins: ['top'],
    });
    run(world, 2);
    const { blowUp } = network;
    expect(blowUp).toBeDefined();
    network.forces = new Float64Array(3 * network.count).fill(1);
    network.name = 'still';
    expect(network.blowUp).toEqual(blowUp);
    network.stiffness = 100;
    expect(network.blowUp).toBeUndefined();
  });

  test('energy of a free oscillation is kept within 2 %', () => {
    const world = makeWorld({ gravity: [0, 0, 0], substeps: 8 });
    const network = world.addSpringNetwork({
      ...pair,
      lists: { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1] },
    });
    const grab = world.grab({ springNetwork: network, point: 1, target: [1.5, 0, 0] });
    run(world, 0.3);
    grab.release();
    world.step(1 / 60);
    const { total } = world.energy;
    expect(total).toBeGreaterThan(0.1);
    for (let step = 0; step < 120; step++) {
      world.step(1 / 60);
      expect(Math.abs(world.energy.total / total - 1)).toBeLessThan(0.02);
    }
  });
});

test('one source of nodes is needed, and no more', () => {
  const world = makeWorld();
  expect(refusal(() => world.addSpringNetwork({} as never)).code).toBe('missing');
  const lists = { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1] };
  expect(refusal(() => world.addSpringNetwork({ ...net, lists } as never)).path).toMatch(
    /grid|mesh|lists/,
  );
  expect(
    refusal(() => world.addSpringNetwork({ lists: { ...lists, springs: [0, 2] } })).path,
  ).toContain('lists.springs');
  expect(world.springNetworks.length).toBe(0);
});

test('bodies and nets push each other', () => {
  const world = makeWorld();
  const stone = world.addBody({
    shape: { sphere: { radius: 0.2 } },
    position: [0, 0.5, 0],
    mass: 0.2,
  });
  const network = world.addSpringNetwork({
    grid: { size: [1, 1], segments: [12, 12] },
    pins: ['left', 'right'],
    stiffness: 2000,
    damping: 1,
  });
  run(world, 3);
  expect(stone.position[1]).toBeGreaterThan(-0.6);
  expect(distance([0, 0, 0], point(network.positions, 84))).toBeGreaterThan(0.01);
});

describe('each spring and node', () => {
  const lists = { positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], springs: [0, 1, 1, 2] };

  test('has what the lists of a description give it, which can change later', () => {
    const network = makeWorld().addSpringNetwork({ lists, pins: [0], masses: [1, 2, 4] });
    expect(network.masses).toEqual([1, 2, 4]);
    expect([...network.inverseMasses]).toEqual([0, 0.5, 0.25]);
    network.pins = [2];
    expect([...network.inverseMasses]).toEqual([1, 0.5, 0]);
    network.pins = [0];
    expect(network.stiffnesses).toEqual([]);
    network.stiffnesses = Float64Array.of(1 / 3, 500);
    network.restLengths = [0.5, 2];
    network.dampings = [0, 0];
    expect(network.stiffnesses).toEqual([1 / 3, 500]);
    expect(network.diagnostics.energy.elastic).toBeCloseTo(0.5 / 12 + 250, 9);
    network.restLengths = [];
    expect(network.diagnostics.energy.elastic).toBe(0);
    expect(network.describe()).toMatchObject({ stiffnesses: [1 / 3, 500], masses: [1, 2, 4] });
  });

  test('is named where it is wrong', () => {
    const world = makeWorld();
    const network = world.addSpringNetwork({ lists });
    const wrong = {
      stiffnesses: [[1, 0], [1, Number.NaN], [1], [1, 'soft']],
      dampings: [[-1, 0]],
      restLengths: [[1, -1]],
      masses: [
        [1, 0, 1],
        [1, 1],
      ],
      forces: [[0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 0, 0, 0], [1]],
    };
    const paths = Object.entries(wrong).flatMap(([field, values]) =>
      values.map((value) => {
        const change = refusal(() => Object.assign(network, { [field]: value }));
        const addition = refusal(() => world.addSpringNetwork({ lists, [field]: value } as never));
        expect(addition.path).toBe(change.path);
        return change.path;
      }),
    );
    expect(paths).toEqual([
      'stiffnesses[1]',
      'stiffnesses[1]',
      'stiffnesses',
      'stiffnesses[1]',
      'dampings[0]',
      'restLengths[1]',
      'masses[1]',
      'masses',
      'forces[2]',
      'forces',
    ]);
    expect(network.stiffnesses).toEqual([]);
    expect(world.springNetworks.length).toBe(1);
  });

  test('is in what a scene file saves', () => {
    const world = makeWorld();
    const given = {
      stiffnesses: [1 / 3, 200],
      dampings: [0, 0.1],
      restLengths: [0.7, 1],
      masses: [1, 2 / 3, 3],
      forces: [1, 0, 0, 0, 1 / 7, 0, 0, 0, 1],
      drag: 0.5,
    };
    world.addSpringNetwork({ lists, ...given });
    const copy = makeWorld();
    copy.load(JSON.parse(JSON.stringify(world.save())));
    expect([...copy.springNetworks][0]?.describe()).toMatchObject(given);
    run(world, 0.2);
    run(copy, 0.2);
    expect(copy.hash()).toBe(world.hash());
  });

  test('is pushed by the force on it, until that changes', () => {
    const world = makeWorld({ gravity: [0, 0, 0], substeps: 1 });
    const network = world.addSpringNetwork({
      lists: { ...lists, springs: [] },
      masses: [1, 2, 4],
      forces: [8, 0, 0, 0, 8, 0, 0, 0, 8],
    });
    world.step(0.125);
    expect([...network.velocities]).toEqual([1, 0, 0, 0, 0.5, 0, 0, 0, 0.25]);
    network.forces = [];
    world.step(0.125);
    expect([...network.velocities]).toEqual([1, 0, 0, 0, 0.5, 0, 0, 0, 0.25]);
  });
});

test('tetrahedra give a network with their edges and surface', () => {
  const tetrahedra = {
    vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1],
    indices: [0, 1, 2, 3, 1, 2, 3, 4],
  };
  const world = makeWorld();
  const network = world.addSpringNetwork({ tetrahedra });
  expect(network.edges.length / 2).toBe(9);
  expect(network.indices.length / 3).toBe(6);
  expect(
    refusal(() => world.addSpringNetwork({ tetrahedra: { ...tetrahedra, indices: [0, 1, 2, 2] } }))
      .path,
  ).toBe('tetrahedra.indices[3]');
});

test('the wind carries a net that has drag', () => {
  const world = makeWorld({ gravity: [0, 0, 0], wind: [0, 0.5, 0] });
  const [still, carried] = [0, 1].map((drag) =>
    world.addSpringNetwork({ ...net, position: [3 * drag, 0, 0], drag }),
  );
  run(world, 2);
  expect(still?.diagnostics.momentum.linear[1]).toBe(0);
  expect(carried?.diagnostics.momentum.linear[1]).toBeGreaterThan(0.1);
});

describe('diagnostics', () => {
  const pair = {
    lists: { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1] },
    positions: [0, 0, 0, 1.5, 0, 0],
    mass: 2,
    stiffness: 800,
    damping: 0,
  } as const;

  test('tell energy, momentum, strain and how the step compares with the period', () => {
    const world = makeWorld({ gravity: [0, 0, 0], substeps: 1 });
    const network = world.addSpringNetwork({
      ...pair,
      velocities: [0, 1, 0, 0, 1, 0],
      integrator: 'rk4',
    });
    expect(network.diagnostics.energy.elastic).toBeCloseTo(100, 9);
    expect(network.diagnostics.energy.kinetic).toBeCloseTo(1, 9);
    expect(network.diagnostics.momentum.linear).toEqual([0, 2, 0]);
    expect(network.diagnostics.largestStrain).toBeCloseTo(0.5, 9);
    expect(network.diagnostics.strainedSpring).toBe(0);
    const period = (2 * Math.PI) / Math.sqrt(800 / 0.5);
    expect(network.diagnostics.criticalTime).toBeCloseTo(period, 9);
    world.step(0.01);
    expect(network.diagnostics.timeRatio).toBeCloseTo(0.01 / period, 6);
    expect(network.diagnostics.wholePeriods).toBe(0);
    world.step(2 * period);
    expect([...network.timeRatios].map((ratio) => ratio.toFixed(3))).toEqual(['2.000']);
    // Only harmonic impulses vanish at whole periods, and only without damping.
    expect(network.diagnostics.wholePeriods).toBe(0);
    network.integrator = 'harmonic';
    expect(network.diagnostics.wholePeriods).toBe(1);
    network.damping = 10;
    expect(network.diagnostics.wholePeriods).toBe(0);
  });

  test('tell the linear solver’s work, and each solver finds the same', () => {
    const ends = (['pcg', 'ldlt', 'dense'] as const).map((linearSolver) => {
      const world = makeWorld();
      const network = world.addSpringNetwork({
        ...net,
        pins: ['corners'],
        stiffness: 1e4,
        linearSolver,
        tolerance: 1e-12,
      });
      run(world, 0.2);
      expect(network.diagnostics.residual).toBeLessThan(1e-11);
      expect(network.diagnostics.iterations > 0).toBe(linearSolver === 'pcg');
      return network.positions64[3 * 24 + 1] ?? 0;
    });
    for (const end of ends) expect(Math.abs(end - (ends[0] ?? 0))).toBeLessThan(1e-9);
  });

  test('say in which step a network blew up, and at which spring', () => {
    const world = makeWorld({ substeps: 1 });
    const network = world.addSpringNetwork({
      ...pair,
      stiffness: 1e7,
      integrator: 'symplectic-euler',
    });
    expect(network.blowUp).toBeUndefined();
    run(world, 0.1);
    expect(network.blowUp).toEqual({ step: 1, spring: 0 });
    expectFinite(network.positions64);
    network.integrator = 'backward-euler';
    expect(network.blowUp).toBeUndefined();
  });

  test('are kept apart from what a scene file saves, which has every setting', () => {
    const world = makeWorld();
    const settings = {
      integrator: 'imex',
      linearSolver: 'ldlt',
      newtonIterations: 4,
      sweeps: 0,
      clampCompression: false,
      axialDamping: true,
      pointDamping: 0.25,
      hybridWeight: 0.75,
      asPrinted: true,
    } as const;
    world.addSpringNetwork({ ...net, ...settings });
    const copy = makeWorld();
    copy.load(JSON.parse(JSON.stringify(world.save())));
    expect([...copy.springNetworks][0]?.describe()).toMatchObject(settings);
  });
});

test('positions and velocities are set as whole lists, in double precision', () => {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const network = world.addSpringNetwork({ grid: { size: [1, 1], segments: [1, 1] }, damping: 0 });
  const moved = network.positions64.map((value) => value + 0.1);
  network.positions = moved;
  expect([...network.positions64]).toEqual([...moved]);
  network.velocities = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 2 : 0));
  run(world, 0.5);
  expect(network.positions64[0]).toBeCloseTo((moved[0] as number) + 1, 6);
  expect(refusal(() => (network.velocities = [1]))).toMatchObject({
    path: 'velocities',
    allowed: '12 numbers',
  });
});
