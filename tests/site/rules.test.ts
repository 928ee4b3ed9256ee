// Every rule of the library is broken once, and its message is made of its parameters, in English and in Korean.
import {
  errorMessage,
  errorTexts,
  FixedStepClock,
  type HolonomErrorRule,
  loadHolonom,
  type World,
} from 'holonom';
import { CharacterController } from 'holonom/character';
import { readGltf, readMesh, readObj } from 'holonom/gltf';
import * as drawing from 'holonom/three';
import { BufferGeometry, Group, PerspectiveCamera, Raycaster, SkinnedMesh } from 'three';
import { expect, test, vi } from 'vitest';
import type { RawModule, RawWorld } from '../../wasm/src/raw.ts';
import { catchTraps, refuseBroken } from '../../wasm/src/traps.ts';
import { errorsInKorean } from '../../web/language/errors.ko.ts';
import { siteErrors } from '../../web/language/site-error.ts';
import { siteErrorsInKorean } from '../../web/language/site-errors.ko.ts';
import { makeCanvas, usePage } from '../wasm/canvas.ts';
import { ball, fillWorld, holonom, makeWorld } from '../wasm/fixture.ts';

usePage();

type Call = (world: World) => unknown;
/** As JavaScript lets it through. */
const any = (value: unknown) => value as never;

const sheet = { grid: { size: [1, 1], segments: [2, 2] } };
const body =
  (rest: object): Call =>
  (world) =>
    world.addBody(any({ ...ball, ...rest }));
const shape =
  (one: object, type = 'dynamic'): Call =>
  (world) =>
    world.addBody(any({ shape: one, type }));
const hull = (...points: number[]) => shape({ hull: { points } });
const mesh = (vertices: number[], indices: number[]) =>
  shape({ mesh: { vertices, indices } }, 'static');
const cloth =
  (rest: object): Call =>
  (world) =>
    world.addCloth(any({ ...sheet, ...rest }));
const net =
  (rest: object): Call =>
  (world) =>
    world.addSpringNetwork(any({ ...sheet, ...rest }));
const lists =
  (positions: number[], springs: number[]): Call =>
  (world) =>
    world.addSpringNetwork(any({ lists: { positions, springs } }));
const tetrahedra =
  (vertices: number[], indices: number[]): Call =>
  (world) =>
    world.addSpringNetwork(any({ tetrahedra: { vertices, indices } }));
const soft =
  (rest: object): Call =>
  (world) =>
    world.addSoftBody(any(rest));
const rod =
  (rest: object): Call =>
  (world) =>
    world.addRod(any(rest));
const joint =
  (type: string, rest: object): Call =>
  (world) =>
    world.addJoint(any({ [type]: { bodyA: world.bodies.at(1), ...rest } }));
const tie =
  (rest: object): Call =>
  (world) =>
    world.addAttachment(any({ cloth: world.cloths.at(0), point: 0, ...rest }));
const tied =
  (rest: (world: World) => object): Call =>
  (world) =>
    tie(rest(world))(world);
const load =
  (scene: object): Call =>
  (world) =>
    world.load(any({ holonom: 3, ...scene }));
const rotate =
  (rotation: unknown, form: unknown = 'matrix', order?: unknown): Call =>
  () =>
    holonom.convertRotation(any(rotation), any(form), any(order));
const solid =
  (vertices: number[], indices: number[]): Call =>
  () =>
    holonom.massProperties(any({ closedMesh: { vertices, indices } }));
const onBody =
  (call: (one: NonNullable<ReturnType<World['bodies']['at']>>) => unknown): Call =>
  (world) =>
    call(world.bodies.at(1) ?? any(undefined));
const constrain =
  (rest: object): Call =>
  (world) =>
    world.addUserConstraint(
      any({ particles: [{ cloth: world.cloths.at(0), point: 0 }], value: () => 0, ...rest }),
    );
const restore =
  (change: (bytes: Uint8Array) => Uint8Array): Call =>
  (world) =>
    world.restore(change(world.snapshot()));
const drawn =
  (call: (view: drawing.WorldView, stage: drawing.Stage) => unknown): Call =>
  (world) =>
    call(new drawing.WorldView(world), new drawing.Stage(makeCanvas()));
const walk =
  (
    call: (one: CharacterController) => unknown,
    one: object = { capsule: {} },
    rest: object = {},
  ): Call =>
  (world) =>
    call(new CharacterController(world, any({ shape: one, position: [0, 9, 0], ...rest })));
const fetched =
  (answer: () => Promise<Response>, wasmUrl = 'https://example.test/a.wasm'): Call =>
  () => {
    vi.stubGlobal('fetch', answer);
    return loadHolonom({ wasmUrl });
  };
const trapping =
  (cause: Error, name = 'step'): Call =>
  () => {
    class Trapping {}
    const step = () => {
      throw cause;
    };
    Object.assign(Trapping.prototype, { [name]: step });
    const raw = { World: Trapping, stackSave: () => 0, stackRestore() {} } as unknown as RawModule;
    return catchTraps(raw, () => {}).World.prototype.step(1 / 60, 1);
  };

// Files.
const gltf =
  (file: object): Call =>
  () =>
    readGltf({ asset: { version: '2.0' }, ...file } as object);
const nodes = (...list: object[]): Call => gltf({ nodes: list });
const solids = (
  shapes: object[],
  geometry: object = { shape: 0 },
  rest: object = {},
  node: object = {},
): Call =>
  gltf({
    extensions: { KHR_implicit_shapes: { shapes }, KHR_physics_rigid_bodies: {} },
    nodes: [
      {
        ...node,
        extensions: { KHR_physics_rigid_bodies: { collider: { geometry, ...rest }, motion: {} } },
      },
    ],
  });
/** A fixed body that collides as a mesh of nothing. */
const solidMesh = (rest: object): Call =>
  gltf({
    meshes: [{ primitives: [] }],
    nodes: [
      {
        extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { mesh: 0, ...rest } } } },
      },
    ],
  });
const box = { type: 'box', box: { size: [1, 1, 1] } };
const points = (numbers: number[]) => {
  const bytes = Buffer.from(new Float32Array(numbers).buffer);
  return { byteLength: bytes.length, uri: `data:;base64,${bytes.toString('base64')}` };
};
const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0];
/** A file with one triangle, of which parts are replaced. */
const meshFile =
  (rest: object): Call =>
  () =>
    readMesh({
      asset: { version: '2.0' },
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [points(flat)],
      ...rest,
    });
const indexed = (index: number): Call =>
  meshFile({
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5126, count: 3, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 1, byteLength: 12 },
    ],
    buffers: [points(flat), points([0, 1, index])],
  });
const buffer = (rest: object): Call => meshFile({ buffers: [{ byteLength: 36, ...rest }] });
const accessor = (rest: object): Call =>
  meshFile({
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', ...rest }],
  });
const bytes = (text: string) => new TextEncoder().encode(text);
const glb = (length: number, type: number, text: string) => {
  const file = new Uint8Array(20 + text.length);
  const view = new DataView(file.buffer);
  for (const [i, word] of [0x46546c67, 2, length, text.length, type].entries())
    view.setUint32(4 * i, word, true);
  file.set(bytes(text), 20);
  return () => readGltf(file);
};
const limits = (limit: object): Call =>
  gltf({
    extensions: {
      KHR_implicit_shapes: { shapes: [box] },
      KHR_physics_rigid_bodies: { physicsJoints: [{ limits: [limit] }] },
    },
    nodes: [
      {
        extensions: {
          KHR_physics_rigid_bodies: { motion: {}, collider: { geometry: { shape: 0 } } },
        },
      },
      { extensions: { KHR_physics_rigid_bodies: { joint: { connectedNode: 0, joint: 0 } } } },
    ],
  });

const react = 'needs components: tests/wasm/bad-components.test.ts';
const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const outside = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const network = (world: World) => world.springNetworks.at(0);

/** What breaks a rule, or why no call of JavaScript does so within a test. */
const broken: Record<HolonomErrorRule, Call | string> = {
  number: body({ mass: 'x' }),
  'finite-number': body({ position: [Number.NaN, 0, 0] }),
  'number-above': () => new FixedStepClock(0),
  'number-above-to': walk(() => {}, ball.shape, { offset: 0 }),
  'number-from-to': body({ restitution: 2 }),
  'number-at-least': (world) => world.on('contactBegin', () => {}, { minSpeed: -1 }),
  'number-at-most': 'no field has an upper bound alone',
  'any-number-above': (world) => world.raycast([0, 9, 0], [0, 1, 0], { maxDistance: -1 }),
  'any-number-at-least': (world) => world.proximity(ball.shape, { maxDistance: -1 }),
  integer: (world) => Object.assign(world, { substeps: 'x' }),
  'integer-from-to': (world) => Object.assign(world, { substeps: 0 }),
  'integer-at-least': cloth({ pins: [-1] }),
  'integer-at-most': 'no field has an upper bound alone',
  boolean: body({ continuous: 1 }),
  string: body({ name: 7 }),
  object: shape({ sphere: 1 }),
  array: load({ bodies: {} }),
  'number-array': cloth({ uvs: 'x' }),
  'object-array': cloth({ seams: 'x' }),
  'pin-array': cloth({ pins: 'x' }),
  'two-numbers': cloth({ grid: { size: 'x' } }),
  'two-integers': cloth({ grid: { segments: 'x' } }),
  'three-integers': soft({ lattice: { cells: 'x' } }),
  'three-numbers': body({ position: 'up' }),
  'three-booleans': body({ lockRotation: true }),
  count: (world) => Object.assign(world.cloths.at(0) as object, { positions: [1] }),
  'empty-or-count': net({ masses: [1] }),
  'count-per-particle': cloth({ positions: [1] }),
  'count-per-node': net({ positions: [1] }),
  'one-of': body({ colorful: 1 }),
  'one-of-guess': body({ positon: 1 }),
  'one-word': body({ type: 'unheard-of' }),
  'one-word-guess': body({ type: 'dynamik' }),
  'index-or-word': cloth({ pins: ['unheard-of'] }),
  'index-or-word-guess': cloth({ pins: ['corner'] }),
  'exactly-one': cloth({ mesh: { vertices: flat, indices: [0, 1, 2] } }),
  'exactly-one-as-in': shape({}),
  'at-most-one': tied((world) => ({
    body: world.bodies.at(1),
    toCloth: world.cloths.at(0),
    toPoint: 3,
  })),
  'object-with': rotate({ euler: {} }),
  'live-object': (world) => world.grab(any({ body: 'x', target: [0, 0, 0] })),
  existing: (world) => world.grainsFromId(any(0xfffff)),
  'existing-kind': (world) => world.bodyFromId(any(0xfffff)),
  'existing-attachment': (world) => world.attachmentFromId(any(0xfffff)),
  'file-index': load({ attachments: [{ cloth: 'x', point: 0 }] }),
  'list-index': load({ attachments: [{ cloth: 7, point: 0 }] }),
  'index-or-name': cloth({ pins: [true] }),
  'index-to': cloth({ pins: [99] }),
  'vertex-index-to': cloth({ grid: undefined, mesh: { vertices: flat, indices: [0, 1, 9] } }),
  'vertex-index-of': solid(tetrahedron, [0, 1, 9]),
  'node-index': lists([0, 0, 0, 1, 0, 0], [0, 9]),
  'tetrahedron-vertex': tetrahedra(tetrahedron, [0, 1, 2, 9]),
  'pin-names': 'descriptions with other names are refused as they are read',
  'pin-indices': cloth({
    grid: undefined,
    mesh: { vertices: flat, indices: [0, 1, 2] },
    pins: ['left'],
  }),
  'most-objects': 'takes more than a million objects',
  'most-grains': (world) => world.addGrains({ base: [256, 256], layers: 256 }),
  'room-for-points': 'needs a full memory: tests/wasm/memory-safety.test.ts',
  room: trapping(new RangeError('Array buffer allocation failed')),
  'fewer-nodes-printed': 'takes minutes',
  'fewer-nodes-factor': net({
    grid: { size: [1, 1], segments: [120, 120] },
    integrator: 'backward-euler',
    linearSolver: 'dense',
  }),
  'fixed-made': onBody((one) => Object.assign(one, { shape: ball.shape })),
  'fixed-ties': (world) => Object.assign(world.attachments.at(0) as object, { point: 1 }),
  'fixed-places': (world) => Object.assign(world.cloths.at(0) as object, { position: [0, 0, 0] }),
  'fixed-joins': (world) =>
    Object.assign(world.addJoint({ ball: { bodyA: world.bodies.at(1) as never } }), {
      anchor: [0, 0, 0],
    }),
  'fixed-constraints': (world) => Object.assign(world.cloths.at(0) as object, { strain: {} }),
  body: (world) => world.addForce(any({ torque: {} })),
  'joined-body': joint('ball', { bodyA: undefined }),
  'other-body': (world) => joint('ball', { bodyB: world.bodies.at(1) })(world),
  'static-body': shape({ plane: {} }),
  'kinematic-body': onBody((one) => one.moveTo([0, 0, 0])),
  'bounded-shape': (world) => world.proximity({ plane: {} }),
  'nothing-beside': () => holonom.massProperties(any({ sphere: {}, mass: 1, density: 1 })),
  'absent-where': joint('ball', { anchor: [0, 0, 0], anchorA: [0, 0, 0] }),
  'axis-or-rotation': joint('hinge', {}),
  'off-axes': joint('gear', { axisA: [0, 1, 0], anchorB: [0, 9, 0] }),
  'across-axis': joint('rackAndPinion', {
    axis: [0, 0, 1],
    direction: [0, 1, 1],
    radius: 1,
  }),
  'anchor-without-body': joint('distance', {}),
  direction: rotate({ axisAngle: { axis: 'x', angle: 1 } }),
  'direction-not-zero': rotate({ axisAngle: { axis: [0, 0, 0], angle: 1 } }),
  'direction-any-length': (world) => world.raycast([0, 9, 0], [0, 0, 0]),
  'quaternion-not-zero': body({ rotation: [0, 0, 0, 0] }),
  'rotation-forms': body({ rotation: 'x' }),
  angle: rotate({ angle: 'x' }),
  'three-angles': rotate({ euler: { order: 'xyz', angles: 'x' } }),
  'rotation-vector': rotate({ rotationVector: 'x' }),
  'nine-numbers': rotate({ matrix: 'x' }),
  'rotation-about-z': rotate([1, 0, 0, 1], 'angle'),
  'rotation-mirrored': rotate({ matrix: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }),
  'rotation-singular': rotate({ matrix: [0, 0, 0, 0, 0, 0, 0, 0, 0] }),
  'rotation-unit': rotate({ matrix: [2, 0, 0, 0, 1, 0, 0, 0, 1] }),
  'limits-in-order': joint('hinge', { axis: [0, 1, 0], limits: { lower: 1, upper: 0 } }),
  'length-above-zero': joint('distance', { anchorB: [0, 0, 0], length: 0 }),
  'finite-coordinates': 'numbers outside their range are refused as they are read',
  'four-points': hull(0, 0, 0),
  'points-apart': hull(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  'points-not-on-line': hull(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0),
  'points-not-in-plane': hull(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0),
  'points-with-volume': 'points that pass the checks before enclose some volume',
  'three-per-point': hull(0, 0),
  'two-points': rod({ points: [0, 0, 0] }),
  'point-from-last': rod({ points: [0, 0, 0, 0, 0, 0] }),
  'rod-end': rod({ clamps: [1] }),
  'three-per-vertex': mesh([0, 0], [0, 1, 2]),
  'three-per-vertex-of-four': tetrahedra([0, 0, 0], [0, 1, 2, 3]),
  'three-per-node': lists([0, 0], [0, 1]),
  'three-per-triangle': mesh(flat, [0, 1, 2, 0]),
  'four-per-tetrahedron': tetrahedra(tetrahedron, [0, 1]),
  'tetrahedron-volume': soft({
    tetrahedra: { vertices: [...flat, 1, 1, 0], indices: [0, 1, 2, 3] },
  }),
  'two-per-spring': lists([0, 0, 0, 1, 0, 0], [0]),
  'two-nodes': lists([0, 0, 0, 1, 0, 0], [0, 0]),
  'three-vertices': mesh([], [0, 1, 2]),
  'one-triangle': mesh(flat, []),
  'four-triangles': solid(tetrahedron, []),
  'different-vertices': mesh(flat, [0, 0, 1]),
  'triangles-on-edge': cloth({
    grid: undefined,
    mesh: { vertices: [...flat, 0, 0, 1, 0, 0, -1], indices: [0, 1, 2, 0, 1, 3, 0, 1, 4] },
  }),
  'triangles-with-area': mesh([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]),
  'closed-one-triangle': solid(tetrahedron, outside.slice(3)),
  'closed-odd-triangles': solid([...tetrahedron, 5, 5, 5], [...outside, 0, 1, 4]),
  'triangles-same-way': solid(tetrahedron, [0, 1, 2, ...outside.slice(3)]),
  'triangles-inside-out': solid(tetrahedron, [...outside].reverse()),
  'surface-with-volume': solid(flat, [0, 1, 2, 0, 2, 1]),
  'solid-with-volume': 'no shape of single precision is so small',
  'part-needed': shape({ compound: { parts: [] } }),
  'particle-needed': cloth({ seams: [{ first: [], second: [] }] }),
  'seam-sides': cloth({ seams: [{ first: [0, 1], second: [2] }] }),
  'seam-once': cloth({ seams: [{ first: [0, 1], second: [1, 2] }] }),
  'volume-of-mesh': cloth({ volume: {} }),
  'uvs-needed': cloth({
    grid: undefined,
    mesh: { vertices: flat, indices: [0, 1, 2] },
    strain: {},
  }),
  'uvs-with-area': cloth({ uvs: new Array(18).fill(0), strain: {} }),
  'particle-mass': cloth({ grid: { size: [1e-15, 1e-15], segments: [2, 2] }, density: 1e-15 }),
  'body-mass': shape({ sphere: { radius: 1e-9 } }),
  'pushes-finite': onBody((one) => {
    one.applyForce([3e38, 0, 0]);
    one.applyForce([3e38, 0, 0]);
  }),
  'moments-in-order': body({ inertia: [1, 1, 9] }),
  'node-mass': net({ mass: 1e-35 }),
  'new-particle': (world) => {
    const particle = { cloth: world.cloths.at(0), point: 0 };
    return constrain({ particles: [particle, particle] })(world);
  },
  'new-body': (world) => {
    const bodies = [world.bodies.at(1), world.bodies.at(1)];
    return constrain({ particles: undefined, bodies })(world);
  },
  'body-needed': constrain({ particles: undefined, bodies: [] }),
  'free-node': (world) => world.addAttachment(any({ springNetwork: network(world), point: 12 })),
  'pins-of-ties': (world) => {
    const springNetwork = network(world);
    if (springNetwork) world.addAttachment({ springNetwork, point: 0 });
    if (springNetwork) world.addAttachment({ springNetwork, point: 0 });
    Object.assign(springNetwork as object, { pins: [] });
  },
  'weights-triangle': tie({ weights: [1, 1, 1] }),
  'weights-not-zero': tie({ triangle: 0, weights: [0, 0, 0] }),
  'network-point': (world) =>
    world.addAttachment(any({ springNetwork: network(world), point: 1, triangle: 0 })),
  'cloth-triangles': (world) => world.addAttachment(any({ rope: world.addRope({}), triangle: 0 })),
  'cloth-of': tie({ toTriangle: 0 }),
  'points-of-cloth': (world) =>
    world.addAttachment(
      any({ springNetwork: network(world), point: 1, toCloth: world.cloths.at(0) }),
    ),
  'anchor-of-cloth': tied((world) => ({
    toCloth: world.cloths.at(0),
    toPoint: 5,
    anchor: [0, 0, 0],
  })),
  'other-triangle': tied((world) => ({ toCloth: world.cloths.at(0), toTriangle: 0 })),
  'other-particle': tied((world) => ({ toCloth: world.cloths.at(0), toPoint: 0 })),
  'triangle-of-particle': (world) => {
    const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
    const other = [...cloth.indices.keys()].findIndex((t) =>
      [0, 1, 2].every((k) => cloth.indices[3 * t + k] !== 0),
    );
    return cloth.split(0, [other]);
  },
  'some-triangles': (world) =>
    world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } }).split(4, []),
  'inner-particle': (world) => world.addRope({}).split(0),
  snapshot: (world) => world.restore(new Uint8Array(100)),
  'snapshot-version': restore((all) => {
    all[4] = 255;
    return all;
  }),
  'snapshot-bytes': restore((all) => all.slice(0, -1)),
  'snapshot-of-this': 'needs the checksum of a snapshot that no release has made',
  'step-done': 'the package refuses such calls before the core does',
  scene: 'the package refuses other values before the core does',
  'scene-version': load({ holonom: 0 }),
  'scene-version-needed': load({ holonom: undefined }),
  'scene-version-later': load({ holonom: 99 }),

  value: (world) => Object.assign(world, { gravity: undefined }),
  function: (world) => world.addForceGenerator(any(1)),
  readable: (world) =>
    world.addBody({
      get shape(): never {
        throw new Error('x');
      },
    }),
  acyclic: (world) => {
    const loop: object[] = [];
    loop.push(loop);
    return cloth({ seams: loop })(world);
  },
  'plain-object': shape(new Map()),
  'plain-value': body({ name: () => {} }),
  'object-of-kind': (world) => world.grab(any({ body: world.cloths.at(0), target: [0, 0, 0] })),
  nesting: (world) => {
    let deep: object = {};
    for (let level = 0; level < 100; level++) deep = { deep };
    return cloth({ seams: [deep] })(world);
  },
  'list-length': cloth({ seams: new Array(2 ** 20 + 1).fill('x') }),
  'options-of': (world) => world.raycast([0, 0, 0], [0, 1, 0], any(1)),
  'single-precision': body({ mass: 1e300 }),
  description: (world) => world.addBody(any(1)),
  'description-not-object': (world) => world.addBody(any(world.bodies.at(1))),
  'solid-description': () => holonom.massProperties(any(1)),
  'shape-description': 'what is asked of a shape is always an object',
  'shape-needed': (world) => world.proximity(any(undefined)),
  'world-settings': () => holonom.createWorld(any(1)),
  'position-and-rotation': 'what is asked of a move is always an object',
  'scene-description': (world) => world.load(any(1)),
  seconds: (world) => world.step(any('x')),
  meters: (world) => world.raycast([0, 0, 0], [0, 1, 0], { maxDistance: any('x') }),
  frame: (world) => world.record().seek(any('x')),
  'part-number': onBody((one) => one.geometry(any('x'))),
  'hull-or-mesh': onBody((one) => one.geometry(9)),
  'id-of': (world) => world.bodyFromId(any('x')),
  bodies: (world) => world.bodiesAt([0, 0, 0], { exclude: any(1) }),
  world: (world) =>
    new CharacterController(any(1), any({ shape: ball.shape, position: [0, 0, world.time] })),
  'object-of-world': (world) => world.remove(any({})),
  'this-world': (world) => makeWorld().remove(any(world.bodies.at(1))),
  'own-lists': (world) => load({ attachments: [{ cloth: world.cloths.at(0), point: 0 }] })(world),
  'vector-out': onBody((one) => one.getPosition(any(1))),
  'quaternion-out': onBody((one) => one.getRotation(any(1))),
  'rotation-form': rotate([0, 0, 0, 1], 1),
  'clamped-end': (world) => world.addRod({}).turnClamp('left', [0, 0, 0, 1]),
  'euler-order': rotate([0, 0, 0, 1], 'euler', 1),
  'snapshot-bytes-given': (world) => world.restore(any(1)),
  'error-data': () => errorMessage(any(1)),
  'error-texts': () =>
    errorMessage(
      {
        code: 'type',
        path: '',
        rule: 'value',
        parameters: {},
        value: { kind: 'nothing', parameters: {} },
      },
      any(1),
    ),
  'read-only': (world) => Object.assign(world, { time: 1 }),
  returning: (world) => {
    const value = () => {
      throw new Error('x');
    };
    constrain({ value })(world);
    world.step(1 / 60);
  },
  'within-step': (world) => {
    world.addForceGenerator(() => world.clear());
    world.step(1 / 60);
  },
  'after-generator': (world) => {
    world.addForceGenerator(() => world.step(1 / 60), { every: 'step' });
    world.step(1 / 60);
  },
  'after-constraint': (world) => {
    constrain({ value: () => world.time })(world);
    world.step(1 / 60);
  },
  'not-disposed': (world) => {
    world.dispose();
    world.step(1 / 60);
  },
  'not-stopped': (world) => {
    const recording = world.record();
    recording.stop();
    recording.seek(0);
  },
  'whole-world': () => refuseBroken({} as RawModule, { broken: true } as RawWorld),
  'call-stack': trapping(new RangeError('Maximum call stack size exceeded')),
  trap: trapping(new WebAssembly.RuntimeError('unreachable')),
  json: (world) => world.load('{x'),
  'json-end': (world) => world.load('{'),

  'binary-bytes': () => loadHolonom({ wasmBinary: any(1) }),
  'binary-address': () => loadHolonom({ wasmUrl: any(1) }),
  'load-webassembly': () => {
    vi.stubGlobal('WebAssembly', undefined);
    return loadHolonom({ wasmBinary: bytes('x') });
  },
  'load-version': () => loadHolonom({ wasmBinary: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) }),
  'load-address': 'needs a bundle without import.meta.url: tests/bundlers',
  'load-url': () => {
    vi.stubGlobal('location', { href: 'https://example.test/' });
    return loadHolonom({ wasmUrl: 'http://' });
  },
  'load-format': () => loadHolonom({ wasmBinary: bytes('<!doctype html>') }),
  'load-format-vite': fetched(
    async () => new Response('<!doctype html>'),
    'https://example.test/node_modules/.vite/deps/holonom.wasm',
  ),
  'load-damaged': () => loadHolonom({ wasmBinary: bytes('\0asm?') }),
  'load-fetch': fetched(async () => {
    throw new TypeError('fetch failed');
  }),
  'load-status': fetched(async () => new Response('', { status: 404, statusText: 'Not Found' })),
  'load-file': () => loadHolonom({ wasmUrl: new URL('file:///nowhere.wasm') }),
  capsule: walk((one) => one.setHeight(1), ball.shape),
  height: walk((one) => one.setHeight(0)),

  'gltf-file': () => readGltf(any(1)),
  'gltf-buffers': () => readGltf({ asset: { version: '2.0' } }, { buffers: any(1) }),
  'gltf-json': () => readGltf('{x'),
  'gltf-json-end': () => readGltf('{'),
  'gltf-kind': () => readGltf(bytes('not at all')),
  'gltf-end': () => readGltf(bytes('glTF')),
  'gltf-first': glb(20, 0, ''),
  'gltf-version': gltf({ asset: { version: '1.0' } }),
  'gltf-reads': 'takes ten million reads: tests/wasm/gltf-files.test.ts',
  'gltf-buffer': buffer({ uri: 'a.bin' }),
  'file-at-least': solids([box], { shape: -1 }),
  'file-above': solids([{ type: 'box', box: { size: [0, 1, 1] } }]),
  'whole-number': solids([box], { shape: 0.5 }),
  text: gltf({ asset: { version: 2 } }),
  list: gltf({ nodes: {} }),
  'numbers-below': accessor({
    sparse: {
      count: 1,
      indices: { bufferView: 0, componentType: 5126, byteOffset: 12 },
      values: { bufferView: 0, componentType: 5126 },
    },
    count: 1,
  }),
  'numbers-of-vertices': indexed(9),
  'numbers-not-zero': solids([box], { shape: 0 }, {}, { scale: [0, 1, 1] }),
  'number-of': solids([box], { shape: 7 }),
  'component-type': accessor({ componentType: 1 }),
  'elements-within': accessor({ count: 4 }),
  'finite-elements': meshFile({ buffers: [points([Number.NaN, ...flat.slice(1)])] }),
  'uncompressed-numbers': meshFile({
    bufferViews: [{ buffer: 0, byteLength: 36, extensions: { EXT_meshopt_compression: {} } }],
  }),
  'uncompressed-mesh': meshFile({
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: {} } },
        ],
      },
    ],
  }),
  'name-of-file': buffer({}),
  'data-uri': buffer({ uri: 'data:,x' }),
  base64: buffer({ uri: 'data:;base64,?' }),
  'whole-uri': buffer({ uri: '%' }),
  'root-node': gltf({ nodes: [{}], scenes: [{ nodes: [0, 0] }] }),
  'one-parent': nodes({ children: [1] }, {}, { children: [1] }),
  'not-within-itself': nodes({ children: [1] }, { children: [0] }),
  'tree-levels': nodes(
    ...Array.from({ length: 600 }, (_, i) => (i < 599 ? { children: [i + 1] } : {})),
  ),
  'unit-quaternion': nodes({ rotation: [2, 0, 0, 0] }),
  memberships: gltf({
    extensions: {
      KHR_implicit_shapes: { shapes: [box] },
      KHR_physics_rigid_bodies: {
        collisionFilters: Array.from({ length: 40 }, (_, i) => ({ collisionSystems: [`s${i}`] })),
      },
    },
    nodes: Array.from({ length: 40 }, (_, collisionFilter) => ({
      extensions: {
        KHR_physics_rigid_bodies: {
          motion: {},
          collider: { geometry: { shape: 0 }, collisionFilter },
        },
      },
    })),
  }),
  geometry: gltf({
    nodes: [{ extensions: { KHR_physics_rigid_bodies: { collider: {}, motion: {} } } }],
  }),
  'motion-of-plane': solids([{ type: 'plane' }]),
  'different-axes': limits({ linearAxes: [0, 0] }),
  'most-max': limits({ linearAxes: [0], min: 2, max: 1 }),
  radius: solids([{ type: 'capsule', capsule: { radiusTop: 0, radiusBottom: 0 } }]),
  'mesh-of-points': solidMesh({ convexHull: true }),
  'mesh-of-triangles': solidMesh({}),
  'obj-text': () => readObj(any(1)),
  'obj-vertex': () => readObj('v x 0 0'),
  'obj-face': () => readObj('f 1 2'),
  'obj-number': () => readObj('f x 1 2'),
  'obj-corner': () => readObj('f 1 2 3'),

  attachment: () => drawing.heldPoint(any(1)),
  vector3: drawn(
    (view) =>
      new drawing.Drag(
        view,
        any({ body: view.world.bodies.at(1) }),
        any(1),
        new PerspectiveCamera(),
      ),
  ),
  camera: drawn((view) => new drawing.KeyboardDragger(view, any(1))),
  'object-3d': drawn((_, stage) => stage.add(any(1))),
  'buffer-geometry': drawn((view) => view.instances(view.world.bodies, any(1), any(1))),
  'geometry-or-object': () => drawing.shapeFrom(any(1), { kind: 'box' }),
  material: drawn((view) => view.instances(view.world.bodies, new BufferGeometry(), any(1))),
  'plain-mesh': () => drawing.shapeFrom(new SkinnedMesh(), { kind: 'box' }),
  'scale-not-zero': () => {
    const flat = new Group();
    flat.scale.set(1, 0, 1);
    drawing.shapeFrom(flat, { kind: 'box' });
  },
  unbound: drawn((view) => {
    const one = view.world.bodies.at(1);
    for (const object of [new Group(), new Group()]) view.bind(any(one), object);
  }),
  'outside-view': drawn((view) => view.bind(any(view.world.bodies.at(1)), view)),
  ray: drawn((view) => view.pick(Object.assign(new Raycaster(), { ray: any(1) }))),
  raycaster: drawn((view) => view.pick(any(1))),
  intersection: drawn((view) => view.objectAt(any(undefined))),
  picked: () => drawing.canDrag(any({})),
  webgpu: (world) => new drawing.WorldView(world, { webgpu: any(1) }),
  canvas: () => new drawing.Stage(any(1)),
  element: drawn((view) => new drawing.PointerDragger(view, new PerspectiveCamera(), any(1))),
  controls: drawn(
    (view) =>
      new drawing.PointerDragger(view, new PerspectiveCamera(), makeCanvas(), { controls: any(1) }),
  ),
  view: () => new drawing.KeyboardDragger(any(1), new PerspectiveCamera()),
  viewpoint: drawn((_, stage) => stage.frame(any(null))),
  quality: drawn((_, stage) => Object.assign(stage, { quality: null })),
  between: () => new drawing.Stage(makeCanvas(), { fieldOfView: 180 }),
  'after-key': (world) => {
    const writer = new drawing.GlbWriter(world);
    writer.addKey(1);
    writer.addKey(1);
  },
  'physics-around': react,
  ref: react,
};

const rows = Object.entries(broken).filter(
  (row): row is [HolonomErrorRule, Call] => typeof row[1] !== 'string',
);

test.each(rows)('%s is told in both languages', async (rule, call) => {
  const world = holonom.createWorld();
  fillWorld(world);
  const { fetch, WebAssembly: compiler, location } = globalThis;
  const error = await Promise.resolve()
    .then(() => call(world))
    .then(
      () => undefined,
      (cause) => cause,
    );
  for (const [name, value] of Object.entries({ fetch, WebAssembly: compiler, location }))
    vi.stubGlobal(name, value);
  if (!world.disposed) world.dispose();
  expect(error).toMatchObject({ name: 'HolonomError', rule });
  const data = JSON.parse(JSON.stringify(error));
  expect(errorMessage(data)).toBe(error.message);
  const korean = errorMessage(data, errorsInKorean);
  for (const said of [error.message, error.allowed, korean]) {
    expect(said).not.toBe('');
    expect(said).not.toMatch(/\{\w+\}|undefined/);
  }
  expect(korean).toMatch(/[가-힣]/);
});

const parametersIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('both languages say the same parameters', () => {
  for (const part of ['rules', 'pictures'] as const)
    for (const [name, english] of Object.entries(errorTexts[part])) {
      const korean = (errorsInKorean[part] as Record<string, string>)[name] ?? '';
      expect([name, ...parametersIn(korean)]).toEqual([name, ...parametersIn(english)]);
    }
  for (const [name, english] of Object.entries(siteErrors)) {
    const korean = siteErrorsInKorean[name as keyof typeof siteErrors];
    expect([name, ...parametersIn(korean)]).toEqual([name, ...parametersIn(english)]);
  }
});
