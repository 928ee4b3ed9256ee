// Cloths without triangles: ropes and grains, drawn by one mesh that stands in many places.
import type { ClothDescription, Cloth as ClothObject } from 'holonom';
import { checked } from 'holonom/internal';
import { type ReactNode, type Ref, type RefObject, useRef } from 'react';
import { InstancedBufferAttribute, type InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three';
import { useDescribed } from './described.js';
import { usePoints } from './points.js';

/** What a rope or a pile is drawn with; both cast and receive shadows. */
export interface StrandLook {
  /** A material, and perhaps a geometry in place of the one that is there. */
  readonly children?: ReactNode;
  /** The particles, while they exist. */
  readonly ref?: Ref<ClothObject>;
}

/** A rope's description, and its look. */
export type RopeProps = Extract<ClothDescription, { rope: unknown }> & StrandLook;

/** A pile's description, and the look of its grains. */
export type GrainsProps = Extract<ClothDescription, { pile: unknown }> & StrandLook;

/**
 * A rope, in world axes, whatever groups it stands in. Each piece is a cylinder with its `thickness` as radius; another
 * geometry has radius and height 1 along y.
 * @example
 * <Rope rope={{ length: 2, segments: 40 }} position={[0, 3, 0]} pins={[0]} thickness={0.02}>
 *   <meshStandardMaterial color="tan" />
 * </Rope>
 */
export function Rope({ children, ref, ...description }: RopeProps) {
  const mesh = useStrand('rope', description, ref, ({ count }) => count - 1, pieceAt);
  return (
    <instancedMesh ref={mesh} {...asInstances}>
      <cylinderGeometry args={[1, 1, 1, 10]} />
      {children}
    </instancedMesh>
  );
}

/**
 * A pile of grains, in world axes, whatever groups it stands in. Another geometry than a ball has radius 1.
 * @example
 * <Grains pile={{ base: [4, 4], layers: 3, radius: 0.05 }} position={[0, 1, 0]}>
 *   <meshStandardMaterial color="sandybrown" />
 * </Grains>
 */
export function Grains({ children, ref, ...description }: GrainsProps) {
  const mesh = useStrand('pile', description, ref, ({ count }) => count, grainAt);
  return (
    <instancedMesh ref={mesh} {...asInstances}>
      <icosahedronGeometry args={[1, 2]} />
      {children}
    </instancedMesh>
  );
}

/** Their number is known later, and with it where they are. */
const asInstances = {
  args: [undefined, undefined, 0] as [undefined, undefined, number],
  frustumCulled: false,
  castShadow: true,
  receiveShadow: true,
};

/** Writes the matrix of one of them. */
type Place = (positions: Float32Array, index: number, radius: number, matrix: Matrix4) => Matrix4;

function useStrand(
  kind: 'rope' | 'pile',
  description: Readonly<Record<string, unknown>>,
  ref: Ref<ClothObject> | undefined,
  countOf: (cloth: ClothObject) => number,
  place: Place,
): RefObject<InstancedMesh | null> {
  checked(kind, description[kind], ['made-of', { kind }], (it) => it !== undefined);
  const mesh = useRef<InstancedMesh>(null);
  const radius = useRef(0);
  const add = (world: ClothObject['world'], described: never) => world.addCloth(described);
  const cloth = useDescribed('cloth', description, add, ref, true);
  usePoints(cloth, mesh, (drawing, item, positions, isNew) => {
    if (isNew) {
      const count = countOf(item);
      // Frees what the graphics card holds of the one before.
      drawing.dispose();
      drawing.instanceMatrix = new InstancedBufferAttribute(new Float32Array(16 * count), 16);
      drawing.count = count;
      // A copy of the description each time: not for every picture.
      radius.current = item.pile?.radius ?? item.thickness;
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
