// Objects of the caller that move with bodies: an object is where its body is drawn, whatever contains it.
import type { Body, World } from 'holonom';
import { Drag, WorldView } from 'holonom/three';
import {
  BoxGeometry,
  Group,
  type InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Scene,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { ball, crate, makeWorld, refusal } from './fixture';
import { expectNear, Seeded, unposed } from './seeded';

const dt = 1 / 60;
const one = new Vector3(1, 1, 1);

const poseOf = (body: Body) => ({
  position: new Vector3(...body.position),
  rotation: new Quaternion(...body.rotation),
});

/** Position at which a view draws a ball itself; undefined if it is hidden. */
function ownPosition(view: WorldView, body: Body): Vector3 | undefined {
  const at = view.world.instances('sphere').bodies.indexOf(body.id);
  const spheres = view.children.find(
    (it): it is InstancedMesh =>
      'isInstancedMesh' in it && (it as InstancedMesh).geometry.type === 'SphereGeometry',
  );
  const matrix = new Matrix4();
  spheres?.getMatrixAt(at, matrix);
  return matrix.determinant() === 0 ? undefined : new Vector3().setFromMatrixPosition(matrix);
}

/** What happens between a step and its picture; returns bodies that are not interpolated. */
const events: Readonly<
  Record<string, (body: Body, object: Object3D, random: Seeded, start: Uint8Array) => boolean>
> = {
  nothing: () => false,
  teleport(body, _, random) {
    body.position = random.vector(50);
    return true;
  },
  turn(body, _, random) {
    body.rotation = random.rotation();
    return true;
  },
  'another parent'(_, object, random) {
    const root = new Scene();
    random.nest(object, root);
    return false;
  },
  'a moved parent'(_, object, random) {
    if (object.parent?.parent) random.place(object.parent);
    return false;
  },
  'a moved object'(_, object, random) {
    random.place(object);
    return false;
  },
};

test.each([...Array(24).keys()])(
  'objects in nested groups follow their bodies, seed %i',
  (seed) => {
    const random = new Seeded(seed);
    const world = makeWorld({ gravity: [0, 0, 0] });
    const bodies = Array.from({ length: 6 }, (_, i) =>
      world.addBody({
        ...ball,
        type: i % 2 ? 'kinematic' : 'dynamic',
        canSleep: false,
        position: [100 * i, 0, 0],
        rotation: random.rotation(),
        linearVelocity: random.vector(20),
        angularVelocity: random.vector(6),
      }),
    );
    const scene = new Scene();
    const views = [new WorldView(world), new WorldView(world)] as const;
    const [view, other] = views;
    scene.add(other);
    // A third of the views is itself in a moved group.
    if (seed % 3 === 0) random.place(random.nest(view, scene));
    else scene.add(view);
    const objects = bodies.map(() => random.nest(random.place(new Group()), scene));
    scene.updateMatrixWorld();
    const fromView = view.matrixWorld.clone().invert();
    const scales = objects.map((it) => unposed(fromView.clone().multiply(it.matrixWorld)));
    const unbinds = bodies.map((body, i) => view.bind(body, objects[i]!));
    const start = world.snapshot();
    const bound = new Set(bodies.keys());

    for (let step = 0; step < 30; step++) {
      for (const each of views) each.capture();
      const past = bodies.map((body) => (body.alive ? poseOf(body) : undefined));
      world.step(dt);
      const still = new Set<number>();
      const i = random.index(bodies.length);
      const [body, object] = [bodies[i]!, objects[i]!];
      const names = Object.keys(events);
      const name = names[random.index(names.length)]!;
      if (body.alive && bound.has(i) && events[name]!(body, object, random, start)) still.add(i);
      if (step === 10) {
        unbinds[i]!();
        bound.delete(i);
      }
      if (step === 15) {
        world.restore(start);
        for (const k of bodies.keys()) still.add(k);
      }
      if (step === 20 && body.alive) {
        body.remove();
        bound.delete(i);
      }
      const share = random.between(0, 1);
      for (const each of views) each.update(share);
      scene.updateMatrixWorld();
      for (const [k, each] of bodies.entries()) {
        const what = `seed ${seed}, step ${step}, ${name} of ${i}, body ${k}`;
        const at = objects[k]!;
        expect(at.matrixWorldAutoUpdate, what).toBe(!bound.has(k));
        if (each.alive) {
          expect(ownPosition(view, each) === undefined, what).toBe(bound.has(k));
          expect(ownPosition(other, each), what).toBeDefined();
        }
        if (!bound.has(k)) continue;
        const pose = poseOf(each);
        if (!still.has(k)) {
          pose.position.lerpVectors(past[k]!.position, pose.position, share);
          pose.rotation = past[k]!.rotation.slerp(pose.rotation, share);
        }
        // When a body is removed, the view draws the others without interpolation once.
        if (step !== 20)
          expect(ownPosition(other, each)!.distanceTo(pose.position), what).toBeLessThan(1e-3);
        const drawn = new Matrix4()
          .compose(pose.position, pose.rotation, one)
          .premultiply(view.matrixWorld)
          .multiply(scales[k]!);
        expectNear(at.matrixWorld, drawn, what);
        // An exporter multiplies local matrices.
        const chain = new Matrix4();
        for (let it: Object3D | null = at; it; it = it.parent) chain.premultiply(it.matrix);
        expectNear(chain, drawn, `${what}, by local matrices`);
      }
    }
    for (const each of views) each.dispose();
    for (const object of objects) {
      expect(object.parent).not.toBeNull();
      expect([object.matrixAutoUpdate, object.matrixWorldAutoUpdate]).toEqual([true, true]);
    }
  },
);

test.each([...Array(12).keys()])(
  'a body in the pose of its object moves nothing, seed %i',
  (seed) => {
    const random = new Seeded(seed);
    const world = makeWorld();
    const view = new WorldView(world);
    const object = random.nest(random.place(new Object3D()), new Scene());
    object.updateWorldMatrix(true, false);
    const before = object.matrixWorld.clone();
    const body = world.addBody({
      ...crate,
      position: object.getWorldPosition(new Vector3()),
      rotation: object.getWorldQuaternion(new Quaternion()),
    });
    view.bind(body, object);
    expectNear(object.matrixWorld, before, `seed ${seed}`);
    view.dispose();
  },
);

const material = new MeshBasicMaterial();
const box = new BoxGeometry(1, 1, 1);

/** The body that a ray straight down finds. */
function bodyBelow(view: WorldView, x: number): Body | undefined {
  (view.parent ?? view).updateMatrixWorld();
  return view.pick(new Raycaster(new Vector3(x, 50, 0), new Vector3(0, -1, 0)))?.picked.body;
}

/** A world without gravity with balls at x = 0, 10, 20 and so on, and a view in a scene. */
function row(count: number): { world: World; scene: Scene; view: WorldView; bodies: Body[] } {
  const world = makeWorld({ gravity: [0, 0, 0] });
  const bodies = Array.from({ length: count }, (_, i) =>
    world.addBody({ ...ball, position: [10 * i, 0, 0] }),
  );
  const view = new WorldView(world);
  return { world, scene: new Scene().add(view), view, bodies };
}

test('a ray that hits an object, or what is in it, finds its body, inside and outside the view', () => {
  const { scene, view, bodies } = row(3);
  const [first, second, third] = bodies as [Body, Body, Body];
  // Four meters wide, more than the ball.
  const wide = () => new Mesh(new BoxGeometry(4, 1, 1), material);
  const inScene = new Group().add(new Group().add(wide()));
  scene.add(inScene);
  view.bind(first, inScene);
  const unbind = view.bind(second, wide());
  expect([0, 1.8, 8.2, 11.8, 20].map((x) => bodyBelow(view, x))).toEqual([
    first,
    first,
    second,
    second,
    third,
  ]);
  const hit = view.pick(new Raycaster(new Vector3(1.8, 50, 0), new Vector3(0, -1, 0)));
  const drag = new Drag(view, hit!.picked, hit!.intersection.point, new PerspectiveCamera());
  expect(drag.alive).toBe(true);
  drag.release();
  unbind();
  view.update();
  expect([8.2, 10].map((x) => bodyBelow(view, x))).toEqual([undefined, second]);
  // Removed since the last picture: its object is still there, and finds nothing.
  first.remove();
  expect(view.objectAt({ ...hit!.intersection })).toBeUndefined();
  view.update();
  expect(bodyBelow(view, 1.8)).toBeUndefined();
  expect(inScene.parent).toBe(scene);
  view.dispose();
});

test('the view removes what it added, and nothing else', () => {
  const { world, scene, view, bodies } = row(5);
  const own = view.children.length;
  const mesh = () => new Mesh(box, material);
  const [loose, moved, given, inside, kept] = [mesh(), mesh(), mesh(), mesh(), mesh()];
  scene.add(given);
  view.add(inside);
  for (const [i, object] of [loose, moved, given, inside, kept].entries())
    view.bind(bodies[i]!, object);
  expect(view.children.length).toBe(own + 4);
  scene.add(moved);
  for (const body of bodies.slice(0, 4)) world.remove(body);
  view.update();
  expect(loose.parent).toBeNull();
  expect([moved.parent, given.parent, inside.parent]).toEqual([scene, scene, view]);
  expect(kept.parent).toBe(view);
  let disposed = 0;
  for (const one of [box, material]) one.addEventListener('dispose', () => disposed++);
  view.dispose();
  expect(kept.parent).toBeNull();
  expect(disposed).toBe(0);
});

test('a binding ends once, and its body and object can be bound again, also by another view', () => {
  const { world, view, bodies } = row(2);
  const [body, second] = bodies as [Body, Body];
  const mesh = new Mesh(box, material);
  const first = view.bind(body, mesh);
  first();
  first();
  const again = view.bind(second, mesh);
  first();
  expect(mesh.matrixWorldAutoUpdate).toBe(false);
  again();
  const other = new WorldView(world);
  other.bind(body, mesh);
  view.bind(body, new Group());
  expect(mesh.parent).toBe(other);
  other.dispose();
  view.bind(second, mesh);
  world.dispose();
  view.dispose();
  expect(mesh.matrixWorldAutoUpdate).toBe(true);
});

test('a body removed and restored between two pictures keeps its object', () => {
  const { world, view, bodies } = row(1);
  const mesh = new Mesh(box, material);
  view.bind(bodies[0]!, mesh);
  const bytes = world.snapshot();
  world.remove(bodies[0]!);
  world.restore(bytes);
  view.update();
  expect(mesh.parent).toBe(view);
  expect(ownPosition(view, bodies[0]!)).toBeUndefined();
  view.dispose();
});

test('a body removed by what hears of a step ends its binding at the next picture', () => {
  const { world, view, bodies } = row(2);
  world.addBody({ ...ball, type: 'static', position: [0, 0.9, 0] });
  const mesh = new Mesh(box, material);
  view.bind(bodies[0]!, mesh);
  world.on('contactBegin', () => bodies[0]!.alive && bodies[0]!.remove());
  view.capture();
  world.step(dt);
  view.update(0.5);
  expect(bodies[0]!.alive).toBe(false);
  expect(mesh.parent).toBeNull();
  view.dispose();
});

test('what cannot be bound is refused by the name of its field', () => {
  const { scene, view, bodies } = row(3);
  const [body, second, removed] = bodies as [Body, Body, Body];
  const mesh = new Mesh(box, material);
  view.bind(body, mesh);
  removed.remove();
  const elsewhere = makeWorld().addBody(ball);
  const flat = new Group();
  flat.scale.y = 0;
  const lost = new Group();
  lost.position.x = Number.NaN;
  const before = view.children.length;
  for (const [at, object, path, code, rule] of [
    [body, new Group(), 'body', 'range', 'unbound'],
    [second, mesh, 'object', 'range', 'unbound'],
    [elsewhere, new Group(), 'body', 'stale', 'this-world'],
    [removed, new Group(), 'body', 'stale', 'existing-kind'],
    [second, scene, 'object', 'range', 'outside-view'],
    [second, view, 'object', 'range', 'outside-view'],
    [second, flat, 'object.scale', 'range', 'scale-not-zero'],
    [second, lost, 'object.scale', 'finite', 'scale-not-zero'],
  ] as const) {
    expect(refusal(() => view.bind(at, object))).toMatchObject({ path, code, rule });
    if (object !== mesh) expect(object.matrixAutoUpdate).toBe(true);
  }
  const other = new WorldView(view.world);
  expect(refusal(() => other.bind(second, mesh))).toMatchObject({ rule: 'unbound' });
  expect(view.children.length).toBe(before);
  view.dispose();
});
