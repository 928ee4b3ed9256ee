// Cloth and ropes that are cut while they move.
import { type Cloth, loadHolonom } from 'holonom';
import { WorldView } from 'holonom/three';
import type { BufferGeometry, InstancedMesh, Mesh } from 'three';
import { describe, expect, test } from 'vitest';

const holonom = await loadHolonom();
const sheet = {
  grid: { size: [1, 1], segments: [6, 6] },
  position: [0, 3, 0],
  pins: ['top'],
} as const;

/** Triangles of a particle whose other corners lie lower at rest: further along the grid. */
function below(cloth: Cloth, particle: number): number[] {
  const { indices } = cloth;
  const found: number[] = [];
  for (let t = 0; t < indices.length / 3; t++) {
    const corners = [...indices.slice(3 * t, 3 * t + 3)];
    if (corners.includes(particle) && corners.reduce((a, b) => a + b) > 3 * particle + 1)
      found.push(t);
  }
  return found;
}

/** Cuts off the lower half. */
function cut(cloth: Cloth): void {
  for (let k = 21; k <= 27; k++) {
    const own = below(cloth, k);
    if (own.length > 0) cloth.split(k, own);
  }
}

describe('a split', () => {
  test('adds a particle with the same place, and views follow', () => {
    const world = holonom.createWorld();
    const cloth = world.addCloth(sheet);
    const rope = world.addRope({});
    const [count, place] = [cloth.count, [...cloth.positions.slice(3 * 24, 3 * 24 + 3)]];
    const copy = cloth.split(24, below(cloth, 24));
    expect(copy).toBe(count);
    expect(cloth.count).toBe(count + 1);
    expect([...cloth.positions.slice(3 * copy, 3 * copy + 3)]).toEqual(place);
    expect(cloth.normals.length).toBe(3 * cloth.count);
    expect(cloth.uvs.length).toBe(2 * cloth.count);
    expect(Math.max(...cloth.indices)).toBe(copy);
    expect(cloth.grid).toBeUndefined();
    expect(cloth.pins).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(rope.count).toBe(21);
    world.step(1 / 60);
    expect(Number.isFinite(cloth.positions[0])).toBe(true);
  });

  test('lets what is cut off fall, and goes with scenes, snapshots and recordings', () => {
    const world = holonom.createWorld();
    const cloth = world.addCloth(sheet);
    for (let i = 0; i < 20; i++) world.step(1 / 60);
    const before = world.snapshot();
    const recording = world.record();
    cut(cloth);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const [fallen, held] = [cloth.positions[3 * 48 + 1] as number, cloth.positions[1] as number];
    expect(held).toBeCloseTo(3, 5);
    const whole = holonom.createWorld();
    whole.restore(before);
    for (let i = 0; i < 30; i++) whole.step(1 / 60);
    expect(fallen).toBeLessThan((whole.cloths.at(0)?.positions[3 * 48 + 1] as number) - 0.3);
    const other = holonom.createWorld();
    other.load(world.save());
    expect(other.hash()).toBe(world.hash());
    const after = world.hash();
    recording.seek(10);
    recording.seek(30);
    expect(world.hash()).toBe(after);
    world.restore(before);
    expect(cloth.count).toBe(49);
    world.step(1 / 60);
  });

  test('refuses lists that have no end before it reads them, and those that cannot be read', () => {
    const cloth = holonom.createWorld().addCloth(sheet);
    const [own = 0] = below(cloth, 24);
    const got = (get: (key: PropertyKey) => unknown) =>
      new Proxy<number[]>([], { get: (_, key) => get(key) });
    const endless = got((key) => (key === 'length' ? 2 ** 32 - 1 : own));
    const throwing = got((key) => {
      if (key === '1') throw new Error('not today');
      return key === 'length' ? 3 : own;
    });
    for (const list of [new Array(2 ** 32 - 1).fill(own, 0, 2), endless])
      expect(() => cloth.split(24, list)).toThrow('triangles: got an array of 4294967295');
    expect(() => cloth.split(24, throwing)).toThrow('not today');
    expect(() => cloth.split(24, {} as never)).toThrow('expected an array of numbers');
    expect(() => cloth.split(24, [own, 1000])).toThrow('triangles[1]');
    expect(cloth.count).toBe(49);
    expect(cloth.split(24, below(cloth, 24))).toBe(49);
  });

  test('parts a rope in two, whose ties go with their part', () => {
    const world = holonom.createWorld();
    const rope = world.addRope({ length: 2, segments: 10, position: [0, 5, 0], pins: ['left'] });
    const body = world.addBody({ position: [1, 5, 0], shape: { sphere: { radius: 0.05 } } });
    const tie = world.addAttachment({ rope, point: 10, body });
    const rest = rope.split(4);
    expect([rope.count, rest.count]).toEqual([5, 7]);
    expect([rope.length, rest.length].map((it) => Number(it.toFixed(6)))).toEqual([0.8, 1.2]);
    expect(tie.rope).toBe(rest);
    expect(tie.point).toBe(6);
    expect([...world.ropes]).toEqual([rope, rest]);
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(body.position[1]).toBeLessThan(2);
    expect(rope.positions[1]).toBeCloseTo(5, 5);
  });

  test('is drawn', () => {
    const world = holonom.createWorld();
    const cloth = world.addCloth(sheet);
    const rope = world.addRope({ segments: 8 });
    const view = new WorldView(world);
    view.update();
    const before = world.snapshot();
    const drawn = () => ({
      particles: view.children.flatMap((it) => {
        const geometry = (it as Mesh).geometry as BufferGeometry | undefined;
        return geometry?.getAttribute('uv') && 'isMesh' in it && !('isInstancedMesh' in it)
          ? [geometry.getAttribute('position').count]
          : [];
      }),
      pieces: view.children.flatMap((it) =>
        (it as InstancedMesh).geometry?.type === 'CylinderGeometry' && 'isInstancedMesh' in it
          ? [(it as InstancedMesh).count]
          : [],
      ),
    });
    expect(drawn()).toMatchObject({ particles: [49], pieces: [8] });
    view.capture();
    cut(cloth);
    rope.split(3);
    world.step(1 / 60);
    view.update(0.5);
    expect(drawn().particles).toEqual([cloth.count]);
    expect(drawn().pieces.sort()).toEqual([3, 5]);
    world.restore(before);
    view.update();
    expect(drawn()).toMatchObject({ particles: [49], pieces: [8] });
    view.dispose();
  });

  test('refuses what cannot be, and changes nothing', () => {
    const world = holonom.createWorld();
    const cloth = world.addCloth(sheet);
    const rope = world.addRope({ segments: 3 });
    const hash = world.hash();
    const all = [...cloth.indices.keys()]
      .filter((k) => cloth.indices[k] === 24)
      .map((k) => Math.floor(k / 3));
    const refused = (call: () => unknown) => {
      try {
        call();
      } catch (error) {
        return (error as { path?: string }).path;
      }
      return 'accepted';
    };
    expect(refused(() => cloth.split(24, []))).toBe('triangles');
    expect(refused(() => cloth.split(24, all))).toBe('triangles');
    expect(refused(() => cloth.split(49, [0]))).toBe('particle');
    expect(refused(() => cloth.split(1.5, [0]))).toBe('particle');
    expect(refused(() => cloth.split(24, [all[0] as number, 2 ** 32]))).toBe('triangles[1]');
    expect(refused(() => cloth.split(24, [all[0] as number, all[0] as number]))).toBe(
      'triangles[1]',
    );
    expect(refused(() => cloth.split(24, '01' as never))).toBe('triangles');
    expect(refused(() => rope.split(0))).toBe('particle');
    expect(refused(() => rope.split(3))).toBe('particle');
    expect(refused(() => rope.split(1.5))).toBe('particle');
    expect(world.hash()).toBe(hash);
    expect([world.cloths.length, world.ropes.length]).toEqual([1, 1]);
    rope.remove();
    expect(refused(() => rope.split(1))).toBe('rope');
  });
});
