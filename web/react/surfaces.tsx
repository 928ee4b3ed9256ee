// Cloths and soft bodies, drawn by one mesh each.
import {
  type ClothDescription,
  Cloth as ClothObject,
  type SoftBodyDescription,
  type SoftBody as SoftBodyObject,
  type World,
} from 'holonom';
import { type ReactNode, type Ref, useRef } from 'react';
import { BufferAttribute, type BufferGeometry, type Mesh } from 'three';
import { useDescribed } from './described.js';
import { usePoints, writeVertices } from './points.js';

/** Description of a cloth, and its material. */
export type ClothProps = ClothDescription & {
  /** Material; use `side={DoubleSide}`. */
  readonly children?: ReactNode;
  /** The cloth, while it exists. */
  readonly ref?: Ref<ClothObject>;
};

/** Description of a soft body, and its material. */
export type SoftBodyProps = SoftBodyDescription & {
  /** Material. */
  readonly children?: ReactNode;
  /** The soft body, while it exists. */
  readonly ref?: Ref<SoftBodyObject>;
};

/**
 * A cloth with its mesh, in world axes: transforms of parent groups do not apply. It casts and receives shadows.
 * @example
 * <Cloth grid={{ size: [2, 2], segments: [20, 20] }} position={[0, 3, 0]} pins={['corners']}>
 *   <meshStandardMaterial side={DoubleSide} />
 * </Cloth>
 */
export function Cloth({ children, ref, ...description }: ClothProps) {
  const add = (world: World, described: ClothDescription) => world.addCloth(described);
  return useSurface('cloth', description, add, ref, children);
}

/**
 * A soft body with the mesh of its surface, in world axes: transforms of parent groups do not apply. It casts and
 * receives shadows.
 * @example
 * <SoftBody lattice={{ size: [1, 1, 1], cells: [5, 5, 5] }} position={[0, 2, 0]} youngsModulus={5e4}>
 *   <meshStandardMaterial color="tomato" />
 * </SoftBody>
 */
export function SoftBody({ children, ref, ...description }: SoftBodyProps) {
  const add = (world: World, described: SoftBodyDescription) => world.addSoftBody(described);
  return useSurface('softBody', description, add, ref, children);
}

function useSurface<Surface extends ClothObject | SoftBodyObject>(
  kind: 'cloth' | 'softBody',
  description: Readonly<Record<string, unknown>>,
  add: (world: World, description: never) => Surface,
  ref: Ref<Surface> | undefined,
  children: ReactNode,
) {
  const mesh = useRef<Mesh>(null);
  const surface = useDescribed(kind, description, add, ref, true);
  usePoints(surface, mesh, ({ geometry }, item, positions, isNew) => {
    if (isNew) build(geometry, item);
    writeVertices(geometry, item, positions);
  });
  // Vertices move, so the bounds of the geometry are outdated: no frustum culling. A geometry as an element is disposed
  // of with the mesh.
  return (
    <mesh ref={mesh} frustumCulled={false} castShadow receiveShadow>
      <bufferGeometry />
      {children}
    </mesh>
  );
}

function build(geometry: BufferGeometry, surface: ClothObject | SoftBodyObject): void {
  geometry.setAttribute('position', new BufferAttribute(surface.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(surface.indices.slice(), 1));
  geometry.setAttribute('normal', new BufferAttribute(surface.normals.slice(), 3));
  if (surface instanceof ClothObject && surface.uvs.length > 0)
    geometry.setAttribute('uv', new BufferAttribute(surface.uvs.slice(), 2));
}
