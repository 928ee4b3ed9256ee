// Ropes, grains and rods, drawn by one instanced mesh each.
import {
  type GrainsDescription,
  Grains as GrainsObject,
  type RodDescription,
  type Rod as RodObject,
  type RopeDescription,
  Rope as RopeObject,
  type World,
} from 'holonom';
import { type ReactNode, type Ref, type RefObject, useRef } from 'react';
import { InstancedBufferAttribute, type InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three';
import { useDescribed } from './described.js';
import { usePoints } from './points.js';

/** Material and geometry of a rope, grains or a rod. All cast and receive shadows. */
export interface StrandLook<Strand> {
  /** Material, and optionally a geometry in place of the default one. */
  readonly children?: ReactNode;
  /** The object, while it exists. */
  readonly ref?: Ref<Strand>;
}

/** Description of a rope, and its look. */
export type RopeProps = RopeDescription & StrandLook<RopeObject>;

/** Description of a rod, and its look. */
export type RodProps = RodDescription & StrandLook<RodObject>;

/** Description of grains, and their look. */
export type GrainsProps = GrainsDescription & StrandLook<GrainsObject>;

/**
 * A rope, in world axes: transforms of parent groups do not apply. Each segment is a cylinder with `thickness` as
 * radius. A geometry in its place has radius and height 1 along y.
 * @example
 * <Rope length={2} segments={40} position={[0, 3, 0]} pins={['left']} thickness={0.02}>
 *   <meshStandardMaterial color="tan" />
 * </Rope>
 */
export function Rope({ children, ref, ...description }: RopeProps) {
  const add = (world: World, described: RopeDescription) => world.addRope(described);
  const mesh = useStrand('rope', description, add, ref, pieceAt);
  return (
    <instancedMesh ref={mesh} {...asInstances}>
      <cylinderGeometry args={[1, 1, 1, 10]} />
      {children}
    </instancedMesh>
  );
}

/**
 * An elastic rod, in world axes: transforms of parent groups do not apply. Each segment is a cylinder with the `radius`
 * of the rod. A geometry in its place has radius and height 1 along y.
 * @example
 * <Rod length={1} segments={32} radius={0.02} position={[0, 2, 0]} clamps={['left']}>
 *   <meshStandardMaterial color="steelblue" />
 * </Rod>
 */
export function Rod({ children, ref, ...description }: RodProps) {
  const add = (world: World, described: RodDescription) => world.addRod(described);
  const mesh = useStrand('rod', description, add, ref, pieceAt);
  return (
    <instancedMesh ref={mesh} {...asInstances}>
      <cylinderGeometry args={[1, 1, 1, 10]} />
      {children}
    </instancedMesh>
  );
}

/**
 * Grains, in world axes: transforms of parent groups do not apply. A geometry in place of the ball has radius 1.
 * @example
 * <Grains base={[4, 4]} layers={3} radius={0.05} position={[0, 1, 0]}>
 *   <meshStandardMaterial color="sandybrown" />
 * </Grains>
 */
export function Grains({ children, ref, ...description }: GrainsProps) {
  const add = (world: World, described: GrainsDescription) => world.addGrains(described);
  const mesh = useStrand('grains', description, add, ref, grainAt);
  return (
    <instancedMesh ref={mesh} {...asInstances}>
      <icosahedronGeometry args={[1, 2]} />
      {children}
    </instancedMesh>
  );
}

/** Number and positions of instances are set later. */
const asInstances = {
  args: [undefined, undefined, 0] as [undefined, undefined, number],
  frustumCulled: false,
  castShadow: true,
  receiveShadow: true,
};

/** Writes the matrix of one instance. */
type Place = (positions: Float32Array, index: number, radius: number, matrix: Matrix4) => Matrix4;

function useStrand<Strand extends RopeObject | GrainsObject | RodObject>(
  kind: 'rope' | 'grains' | 'rod',
  description: Readonly<Record<string, unknown>>,
  add: (world: World, description: never) => Strand,
  ref: Ref<Strand> | undefined,
  place: Place,
): RefObject<InstancedMesh | null> {
  const mesh = useRef<InstancedMesh>(null);
  const radius = useRef(0);
  const strand = useDescribed(kind, description, add, ref, true);
  usePoints(strand, mesh, (drawing, item, positions, isNew) => {
    if (isNew) {
      const isGrains = item instanceof GrainsObject;
      const count = isGrains ? item.count : item.count - 1;
      // Frees GPU resources of the previous one.
      drawing.dispose();
      drawing.instanceMatrix = new InstancedBufferAttribute(new Float32Array(16 * count), 16);
      drawing.count = count;
      // Each read copies the description, so not in every frame.
      radius.current = item instanceof RopeObject ? item.thickness : item.radius;
    }
    for (let i = 0; i < drawing.count; i++)
      place(positions, i, radius.current, matrix).toArray(drawing.instanceMatrix.array, 16 * i);
    drawing.instanceMatrix.needsUpdate = true;
  });
  return mesh;
}

const matrix = new Matrix4();
const [from, along, scale] = [new Vector3(), new Vector3(), new Vector3()];
const up = new Vector3(0, 1, 0);
const rotation = new Quaternion();

/** A cylinder from a particle to the next. */
const pieceAt: Place = (positions, index, radius, out) => {
  from.fromArray(positions, 3 * index);
  along.fromArray(positions, 3 * index + 3).sub(from);
  const length = along.length();
  scale.set(radius, length, radius);
  from.addScaledVector(along, 0.5);
  return out.compose(from, rotation.setFromUnitVectors(up, along.divideScalar(length || 1)), scale);
};

const grainAt: Place = (positions, index, radius, out) =>
  out.makeScale(radius, radius, radius).setPosition(from.fromArray(positions, 3 * index));
