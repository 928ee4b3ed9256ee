// Writes the motion of a world as a .glb file, for modeling and rendering programs.
import {
  type Body,
  Cloth,
  type InstanceShape,
  type SoftBody,
  type SpringNetwork,
  shapeNames,
  type World,
} from 'holonom';
import { checkedNumber, type Reason, viewReason } from 'holonom/internal';
import {
  AnimationClip,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Group,
  type KeyframeTrack,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NumberKeyframeTrack,
  PlaneGeometry,
  Quaternion,
  QuaternionKeyframeTrack,
  Scene,
  SphereGeometry,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { checkedWorld } from './checks.js';
import { capsuleGeometry, facetsOf } from './described-geometry.js';
import { bodyColor, colorsOf, fabricColor } from './palette.js';

/** Half extent of a written plane. Unit: m. */
const planeReach = 20;
const one = new Vector3(1, 1, 1);

interface BodyMotion {
  readonly body: Body;
  readonly node: Group;
  readonly times: number[];
  readonly positions: number[];
  readonly rotations: number[];
}

interface SurfaceMotion {
  readonly item: Cloth | SoftBody | SpringNetwork;
  readonly object: Mesh | LineSegments;
  readonly times: number[];
  readonly shapes: Float32Array[];
}

/**
 * Records the objects of a world and their motion, and writes them as a .glb file. Bodies are nodes with keyframes.
 * Cloth, soft bodies and spring networks are meshes and lines with one morph target per keyframe.
 * @example
 * const writer = new GlbWriter(world);
 * for (let key = 1; key <= 3; key++) {
 *   world.step(1 / 60);
 *   writer.addKey(key / 60);
 * }
 * writer.addShapes(3 / 60);
 * const save = async () => new Blob([await writer.write()], { type: 'model/gltf-binary' });
 */
export class GlbWriter {
  readonly #scene = new Scene();
  readonly #bodies: BodyMotion[];
  readonly #surfaces: SurfaceMotion[];
  #last = { key: -1, shapes: -1 };

  constructor(world: World) {
    this.#bodies = bodiesOf(checkedWorld(world));
    this.#surfaces = [
      ...[...world.cloths, ...world.softBodies]
        .filter(({ indices }) => indices.length > 0)
        .map(meshMotion),
      ...[...world.springNetworks].map(networkMotion),
    ];
    this.#bodies.forEach(({ node }, i) => {
      node.name = `body-${i}`;
    });
    this.#surfaces.forEach(({ object }, i) => {
      object.name = `surface-${i}`;
    });
    for (const { node } of this.#bodies) this.#scene.add(node);
    for (const { object } of this.#surfaces) this.#scene.add(object);
  }

  /**
   * Adds a keyframe of the present poses of bodies.
   * @param time time since the first keyframe, later than the previous one. Unit: s.
   */
  addKey(time: number): void {
    this.#last.key = checkedTime(time, this.#last.key);
    for (const { body, times, positions, rotations } of this.#bodies) {
      // It may not have existed at that time.
      if (!body.alive || body.type === 'static') continue;
      times.push(time);
      positions.push(...body.position);
      rotations.push(...body.rotation);
    }
  }

  /**
   * Adds a keyframe of cloth, soft bodies and spring networks. Each takes memory for a copy of all their points.
   * @param time as in {@link addKey}
   */
  addShapes(time: number): void {
    this.#last.shapes = checkedTime(time, this.#last.shapes);
    for (const { item, times, shapes } of this.#surfaces) {
      if (!item.alive) continue;
      times.push(time);
      shapes.push(item.positions.slice());
    }
  }

  /** Writes the file. */
  async write(): Promise<ArrayBuffer> {
    const { GLTFExporter } = await import('three/addons/exporters/GLTFExporter.js');
    const tracks = [
      ...this.#bodies.flatMap(tracksOfBody),
      ...this.#surfaces.flatMap(tracksOfSurface),
    ];
    const animations = tracks.length > 0 ? [new AnimationClip('motion', -1, tracks)] : [];
    const options = { binary: true, animations, onlyVisible: false };
    return (await new GLTFExporter().parseAsync(this.#scene, options)) as ArrayBuffer;
  }
}

/** Keyframes must be in the order of time. */
function checkedTime(time: number, last: number): number {
  const reason: Reason =
    last < 0 ? ['number-at-least', { low: 0 }] : viewReason(['after-key', { low: last }]);
  return checkedNumber('time', time, reason, (it) => it >= 0 && it > last);
}

function bodiesOf(world: World): BodyMotion[] {
  const motions = new Map<number, BodyMotion>();
  const materials = new Map<string, MeshStandardMaterial>();
  const geometries = new Map<string, BufferGeometry>();
  for (const shape of shapeNames) {
    const { matrices, sizes, bodies, parts } = world.instances(shape);
    // Copies: reading triangles may move the memory of the views.
    const [all, widths] = [matrices.slice(), sizes.slice()];
    const ids = [...bodies];
    const places = [...parts];
    ids.forEach((id, i) => {
      const body = world.bodyFromId(id);
      let motion = motions.get(id);
      if (!motion) {
        motion = { body, node: nodeOf(body), times: [], positions: [], rotations: [] };
        motions.set(id, motion);
      }
      const color =
        shape === 'plane' ? colorsOf('light').ground : bodyColor(id, body.type, 'light');
      const name = color.getHexString();
      const material = materials.get(name) ?? new MeshStandardMaterial({ color, roughness: 0.6 });
      materials.set(name, material);
      const [radius = 0, halfHeight = 0] = widths.subarray(2 * i, 2 * i + 2);
      const made = geometryOf(shape, body, places[i] as number, radius, halfHeight);
      // Equal geometries are written once.
      const text = `${shape} ${made.attributes.position?.array}`;
      const geometry = geometries.get(text) ?? made;
      geometries.set(text, geometry);
      const mesh = new Mesh(geometry, material);
      const { position, quaternion } = motion.node;
      const toBody = new Matrix4().compose(position, quaternion, one).invert();
      toBody
        .multiply(new Matrix4().fromArray(all, 16 * i))
        .decompose(mesh.position, mesh.quaternion, mesh.scale);
      motion.node.add(mesh);
    });
  }
  return [...motions.values()];
}

function geometryOf(
  shape: InstanceShape,
  body: Body,
  part: number,
  radius: number,
  halfHeight: number,
): BufferGeometry {
  switch (shape) {
    case 'sphere':
    case 'ellipsoid':
      return new SphereGeometry(1, 24, 16);
    case 'box':
      return new BoxGeometry(2, 2, 2);
    case 'cylinder':
      return new CylinderGeometry(1, 1, 2, 32);
    case 'cone':
      return new ConeGeometry(1, 1, 32).translate(0, 0.5, 0);
    case 'plane':
      return new PlaneGeometry(2 * planeReach, 2 * planeReach).rotateX(-Math.PI / 2);
    case 'capsule':
      return capsuleGeometry(radius, halfHeight);
    default:
      return facetsOf(body, part);
  }
}

function nodeOf(body: Body): Group {
  const node = new Group();
  node.position.set(...body.position);
  node.quaternion.copy(new Quaternion(...body.rotation));
  return node;
}

/** Without normals, so that viewers use flat shading of the present shape. */
function pointsOf(item: SurfaceMotion['item'], indices: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(item.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

function meshMotion(item: Cloth | SoftBody): SurfaceMotion {
  const material = new MeshStandardMaterial({
    color: fabricColor(item.id),
    roughness: 0.85,
    side: item instanceof Cloth ? DoubleSide : FrontSide,
    flatShading: true,
  });
  return { item, object: new Mesh(pointsOf(item, item.indices), material), times: [], shapes: [] };
}

function networkMotion(item: SpringNetwork): SurfaceMotion {
  const material = new MeshBasicMaterial({ color: colorsOf('light').springs });
  const object = new LineSegments(pointsOf(item, item.edges), material);
  return { item, object, times: [], shapes: [] };
}

function tracksOfBody({ node, times, positions, rotations }: BodyMotion): KeyframeTrack[] {
  if (times.length < 2) return [];
  return [
    new VectorKeyframeTrack(`${node.name}.position`, times, positions),
    new QuaternionKeyframeTrack(`${node.name}.quaternion`, times, rotations),
  ];
}

/** Each keyframe is a morph target, which has the full weight at its time. */
function tracksOfSurface({ object, times, shapes }: SurfaceMotion): KeyframeTrack[] {
  if (times.length < 2) return [];
  object.geometry.morphAttributes.position = shapes.map((shape) => new BufferAttribute(shape, 3));
  object.updateMorphTargets();
  const weights = times.flatMap((_, at) => times.map((_, target) => Number(at === target)));
  return [new NumberKeyframeTrack(`${object.name}.morphTargetInfluences`, times, weights)];
}
