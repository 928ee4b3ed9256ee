import type { Scene, SceneBody, SceneConvexShape, SceneShape } from '../definitions.generated.js';
import { reading, typeError } from '../errors.js';
import type { Quat, Vec3 } from '../types.js';
import { World } from '../world.js';
import { rigidBodies } from './bodies.js';
import { Builder } from './builder.js';
import { conjugate, frameOf, place, turn } from './frames.js';
import { filtersOf, type Groups } from './groups.js';
import { Notes } from './notes.js';
import { writeJoint } from './write-joints.js';

/** Result of {@link writeGltf}. */
export interface GltfWriting {
  /** A binary glTF file, .glb. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Notes on properties that the format can't store, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Writes the bodies and joints of a world in their present state as a binary glTF file with
 * `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`. Visual meshes, cloth, soft bodies, rods, spring networks, forces
 * and settings are not included.
 * @example
 * const { file, notes } = writeGltf(world);
 * for (const note of notes) console.log(note);
 */
export function writeGltf(world: World): GltfWriting {
  if (!reading('world', world, () => world instanceof World))
    throw typeError('world', world, 'world');
  const scene = world.save();
  const notes = new Notes();
  const builder = new Builder();
  const bodies = scene.bodies ?? [];
  const filter = filtersOf(bodies as Groups[]);
  const masses = [...world.bodies].map(({ mass }) => mass);
  const nodes = bodies.map((body, i) => {
    const title = `bodies[${i}]${body.name ? ` ('${body.name}')` : ''}`;
    noteLosses(body, title, notes);
    const surface = {
      ...(body.sensor
        ? {}
        : { physicsMaterial: builder.materials.add(materialOf(body, title, notes)) }),
      ...(filter ? { collisionFilter: builder.filters.add(filter(body as Groups)) } : {}),
    };
    return writeBody(builder, body, masses[i] as number, surface);
  });
  for (const [i, joint] of (scene.joints ?? []).entries())
    writeJoint(builder, joint, nodes, `joints[${i}]`, notes);
  noteRest(scene, notes);
  return { file: builder.file(), notes: notes.all };
}

const placeOf = (position: Vec3 = [0, 0, 0], rotation: Quat = [0, 0, 0, 1]) => ({
  ...(position.some((part) => part !== 0) ? { translation: position } : {}),
  ...(rotation[3] !== 1 ? { rotation } : {}),
});

/** Adds the node of a body. @returns its number */
function writeBody(builder: Builder, body: SceneBody, mass: number, surface: object): number {
  const { name, position, rotation } = body;
  const shape = body.shape as SceneShape;
  const physics: Record<string, unknown> = {};
  const motion = motionOf(body, mass);
  if (motion) physics.motion = motion;
  const node = builder.node({
    ...(name ? { name } : {}),
    ...placeOf(position, rotation),
    extensions: { [rigidBodies]: physics },
  });
  const role = body.sensor ? 'trigger' : 'collider';
  const child = (at: object, geometry: object) =>
    builder.node(
      { ...at, extensions: { [rigidBodies]: { [role]: { geometry, ...surface } } } },
      node,
    );
  const convex = (part: SceneConvexShape, position?: Vec3, rotation?: Quat) => {
    const { geometry, center, scale } = geometryOf(builder, part);
    return child({ ...placeOf(shifted(center, position, rotation), rotation), ...scale }, geometry);
  };
  if (shape.compound) {
    const parts = shape.compound.parts.map((part) =>
      convex(part.shape as SceneConvexShape, part.position, part.rotation),
    );
    if (body.sensor) physics.trigger = { nodes: parts, ...surface };
  } else if (shape.plane) {
    const { normal = [0, 1, 0], offset = 0 } = shape.plane;
    const geometry = { shape: builder.shapes.add({ type: 'plane', plane: {} }) };
    const origin = normal.map((part) => part * offset) as Vec3;
    const at = placeOf(origin, fromY(normal));
    if (Object.keys(at).length === 0) physics[role] = { geometry, ...surface };
    else child(at, geometry);
  } else if (shape.mesh) {
    const { vertices = [], indices = [] } = shape.mesh;
    physics[role] = { geometry: { mesh: builder.mesh(vertices, indices) }, ...surface };
  } else if (shape.cone || shape.ellipsoid) {
    convex(shape);
  } else {
    const { geometry } = geometryOf(builder, shape as SceneConvexShape);
    physics[role] = { geometry, ...surface };
  }
  return node;
}

/** Position of a node whose origin is at a point of a shape. */
function shifted(point: Vec3, position: Vec3 = [0, 0, 0], rotation: Quat = [0, 0, 0, 1]): Vec3 {
  return place(frameOf(position, rotation), point);
}

interface Geometry {
  readonly geometry: object;
  /** Origin of the geometry in the shape's axes. */
  readonly center: Vec3;
  /** Scale of its node. */
  readonly scale: { readonly scale?: Vec3 };
}

function geometryOf(builder: Builder, convex: SceneConvexShape): Geometry {
  const { sphere, box, hull, cylinder, cone, ellipsoid, capsule } = convex;
  const at = (geometry: object, center: Vec3 = [0, 0, 0], scale?: Vec3): Geometry => ({
    geometry,
    center,
    scale: scale ? { scale } : {},
  });
  const shape = (type: string, fields: object) => ({
    shape: builder.shapes.add({ type, [type]: fields }),
  });
  if (hull) return at({ mesh: builder.mesh(hull.points), convexHull: true });
  if (sphere) return at(shape('sphere', { radius: sphere.radius }));
  if (box) return at(shape('box', { size: box.halfExtents?.map((half) => 2 * half) }));
  if (ellipsoid) return at(shape('sphere', { radius: 1 }), undefined, ellipsoid.radii as Vec3);
  if (cone) {
    const { radius, height = 0 } = cone;
    const narrowing = { height, radiusTop: 0, radiusBottom: radius };
    return at(shape('cylinder', narrowing), [0, height / 2, 0]);
  }
  const { radius, halfHeight = 0 } = cylinder ?? capsule ?? {};
  const fields = { height: 2 * halfHeight, radiusTop: radius, radiusBottom: radius };
  return at(shape(cylinder ? 'cylinder' : 'capsule', fields));
}

/** Velocities of a node are along its own axes. */
function motionOf(body: SceneBody, mass: number): object | undefined {
  if (body.type === 'static') return undefined;
  const { rotation = [0, 0, 0, 1], linearVelocity, angularVelocity } = body;
  const inverse = frameOf([0, 0, 0], conjugate(rotation));
  const velocity = (name: string, v: Vec3 | undefined) =>
    v?.some((part) => part !== 0) ? { [name]: turn(inverse, v) } : {};
  const spread = {
    mass: body.mass ?? mass,
    ...(body.inertia ? { inertiaDiagonal: body.inertia } : {}),
  };
  return {
    ...(body.type === 'kinematic' ? { isKinematic: true } : spread),
    ...(body.centerOfMass ? { centerOfMass: body.centerOfMass } : {}),
    ...velocity('linearVelocity', linearVelocity),
    ...velocity('angularVelocity', angularVelocity),
    ...(body.gravityScale !== 1 ? { gravityFactor: body.gravityScale } : {}),
  };
}

const rules = { average: 'average', min: 'minimum', max: 'maximum', multiply: 'multiply' } as const;

function materialOf(body: SceneBody, title: string, notes: Notes): object {
  const { friction = 0, staticFriction = 0, restitution } = body;
  const rule = (name: 'frictionCombine' | 'restitutionCombine') => {
    const own = body[name];
    if (own !== undefined && own !== 'geometric-mean') return { [name]: rules[own] };
    // A file without a rule of friction is read with this one.
    if (name === 'restitutionCombine')
      notes.add(`${title}.${name}`, 'there is no geometric mean: the rule is left out');
    return {};
  };
  return {
    staticFriction: Math.max(friction, staticFriction),
    dynamicFriction: friction,
    restitution,
    ...rule('frictionCombine'),
    ...rule('restitutionCombine'),
  };
}

/** The shortest rotation that takes y to a unit vector. */
function fromY([x, y, z]: Vec3): Quat {
  if (y < -0.999999) return [1, 0, 0, 0];
  const size = Math.sqrt(2 * (1 + y));
  return [z / size, 0, -x / size, size / 2];
}

function noteLosses(body: SceneBody, title: string, notes: Notes): void {
  for (const name of ['linearDamping', 'angularDamping'] as const)
    if (body[name]) notes.add(`${title}.${name}`, 'there is no damping of bodies: it is left out');
  for (const name of ['rollingFriction', 'torsionalFriction'] as const)
    if (body[name])
      notes.add(`${title}.${name}`, 'there is friction of sliding only: it is left out');
  if (body.surfaceVelocity?.some((v) => v !== 0))
    notes.add(`${title}.surfaceVelocity`, 'surfaces do not move: it is left out');
  if (body.continuous === false) notes.add(`${title}.continuous`, 'it is left out');
  if (body.canSleep === false) notes.add(`${title}.canSleep`, 'it is left out');
  if (body.type === 'static' && body.shape?.compound)
    notes.add(title, 'a static body of several shapes is read as several bodies');
}

function noteRest(scene: Scene, notes: Notes): void {
  for (const list of [
    'cloths',
    'ropes',
    'grains',
    'softBodies',
    'rods',
    'springNetworks',
    'attachments',
    'forces',
  ] as const)
    if (scene[list]?.length) notes.add(list, 'glTF has no words for them: they are left out');
}
