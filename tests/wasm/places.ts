// Makes something that has given fields, for each kind and structure of the field tables.
import { definitions, type FieldDefinition, type World } from 'holonom';
import { crate } from './fixture';

export type Fields = Readonly<Record<string, unknown>>;
/** Makes something of which these fields are given, and tells the fields that it has. */
export type Place = (world: World, given: Fields) => Fields;

const triangle = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 2, 1] };
const solid = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 1, 2, 3] };
/** Of the same tetrahedron, counter-clockwise from outside. */
const surface = { vertices: solid.vertices, indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };
const grid = { size: [1, 1], segments: [2, 2] } as const;

/** What is made is found at this path of its description. */
const at = (description: unknown, ...path: readonly (string | number)[]) =>
  path.reduce((inside, key) => (inside as Record<string, unknown>)[key], description) as Fields;

const shape =
  (type: string, needs: object = {}): Place =>
  (world, given) =>
    at(
      world
        .addBody({ type: 'static', shape: { [type]: { ...needs, ...given } } as never })
        .describe(),
      'shape',
      type,
    );
const joint =
  (type: string, needs: object, part?: string): Place =>
  (world, given) => {
    const fields = part ? { [part]: given } : given;
    const bodyA = world.addBody(crate);
    const made = world.addJoint({ [type]: { bodyA, ...needs, ...fields } } as never);
    return at(made.describe(), type, ...(part ? [part] : []));
  };
const force =
  (type: string, needs: (world: World) => object = () => ({})): Place =>
  (world, given) =>
    at(world.addForce({ [type]: { ...needs(world), ...given } } as never).describe(), type);
const cloth =
  (part: string, needs: object, ...path: readonly (string | number)[]): Place =>
  (world, given) => {
    const inside = path.length > 1 ? [{ ...needs, ...given }] : { ...needs, ...given };
    const base = part === 'grid' ? {} : part === 'volume' ? { mesh: surface } : { grid };
    return at(world.addCloth({ ...base, [part]: inside } as never).describe(), ...path);
  };

const onBody = (world: World) => ({ body: world.addBody(crate) });
const axis = { axis: [1, 0, 0] };

const structs: Readonly<Record<string, Place>> = {
  sphere: shape('sphere'),
  capsule: shape('capsule'),
  box: shape('box'),
  cylinder: shape('cylinder'),
  cone: shape('cone'),
  ellipsoid: shape('ellipsoid'),
  plane: shape('plane'),
  hull: shape('hull', { points: solid.vertices }),
  mesh: shape('mesh', triangle),
  compound: shape('compound', { parts: [{}] }),
  compoundPart: (world, given) => at(shape('compound', { parts: [given] })(world, {}), 'parts', 0),
  grid: cloth('grid', {}, 'grid'),
  strain: cloth('strain', {}, 'strain'),
  bend: cloth('bend', {}, 'bend'),
  volume: cloth('volume', {}, 'volume'),
  seam: cloth('seams', { first: ['left'], second: ['right'] }, 'seams', 0),
  lattice: (world, given) =>
    at(world.addSoftBody({ lattice: given } as never).describe(), 'lattice'),
  tetrahedra: (world, given) =>
    at(world.addSpringNetwork({ tetrahedra: { ...solid, ...given } }).describe(), 'tetrahedra'),
  lists: (world, given) => {
    const lists = { positions: [0, 0, 0, 1, 0, 0], springs: [0, 1], ...given };
    return at(world.addSpringNetwork({ lists } as never).describe(), 'lists');
  },
  fixed: joint('fixed', {}),
  ball: joint('ball', {}),
  hinge: joint('hinge', axis),
  prismatic: joint('prismatic', axis),
  distance: joint('distance', { anchorB: [0, 2, 0] }),
  gear: joint('gear', { axisA: [1, 0, 0], anchorB: [0, 2, 0] }),
  rackAndPinion: joint('rackAndPinion', { ...axis, direction: [0, 1, 0], radius: 1 }),
  pulley: joint('pulley', { anchorB: [0, 2, 0], groundA: [0, 5, 0], groundB: [1, 5, 0] }),
  angularLimits: joint('hinge', axis, 'limits'),
  angularMotor: joint('hinge', axis, 'motor'),
  angularDrive: joint('hinge', axis, 'drive'),
  linearLimits: joint('prismatic', axis, 'limits'),
  linearMotor: joint('prismatic', axis, 'motor'),
  linearDrive: joint('prismatic', axis, 'drive'),
  point: force('point', onBody),
  torque: force('torque', onBody),
  field: force('field'),
  spring: force('spring', (world) => ({ bodyA: world.addBody(crate) })),
  drag: force('drag'),
};

/** Solids are measured and not made: nothing tells their fields. */
const solids = ['closedMesh'];

const kinds: Readonly<Record<string, Place>> = {
  world: (world, given) => {
    Object.assign(world, given);
    const settings = definitions.kinds.find(({ name }) => name === 'world')?.fields ?? [];
    return Object.fromEntries(settings.map(({ name }) => [name, world[name as 'gravity']]));
  },
  body: (world, given) => ({ ...world.addBody(given).describe() }),
  cloth: (world, given) => ({ ...world.addCloth({ grid, ...given } as never).describe() }),
  rope: (world, given) => ({ ...world.addRope(given).describe() }),
  grains: (world, given) => ({ ...world.addGrains(given).describe() }),
  softBody: (world, given) => ({
    ...world.addSoftBody({ lattice: {}, ...given } as never).describe(),
  }),
  rod: (world, given) => ({ ...world.addRod(given).describe() }),
  springNetwork: (world, given) => ({
    ...world.addSpringNetwork({ grid, ...given } as never).describe(),
  }),
  attachment: (world, given) => {
    const tied = { cloth: world.addCloth({ grid }), point: 1 };
    return { ...world.addAttachment({ ...tied, ...given }).describe() };
  },
  grab: (world, given) => ({
    ...world.grab({ body: world.addBody(crate), target: [0, 0, 0], ...given }).describe(),
  }),
};

export type Owner = readonly [
  name: string,
  fields: readonly FieldDefinition[],
  place: Place | undefined,
];
/** Every kind and structure with its fields, and how one is made. */
export const owners: readonly Owner[] = [
  ...definitions.kinds
    .filter(({ union }) => !union)
    .map(({ name, fields }): Owner => [name, fields, kinds[name]]),
  ...Object.entries(definitions.structs)
    .filter(([name]) => !solids.includes(name))
    .map(([name, { fields }]): Owner => [name, fields, structs[name]]),
];
