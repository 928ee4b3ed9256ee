import type { ClothDescription, Cloth as ClothObject } from 'holonom';
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

/**
 * A cloth with its mesh, in world axes: transforms of parent groups do not apply. It casts and receives shadows.
 * @example
 * <Cloth grid={{ size: [2, 2], segments: [20, 20] }} position={[0, 3, 0]} pins={['corners']}>
 *   <meshStandardMaterial side={DoubleSide} />
 * </Cloth>
 */
export function Cloth({ children, ref, ...description }: ClothProps) {
  const mesh = useRef<Mesh>(null);
  const cloth = useDescribed(
    'cloth',
    description,
    (world, described) => world.addCloth(described),
    ref,
    true,
  );
  usePoints(cloth, mesh, ({ geometry }, item, positions, isNew) => {
    if (isNew) build(geometry, item);
    writeVertices(geometry, item, positions);
  });

  // A geometry as an element is disposed of with the mesh.
  return (
    <mesh ref={mesh} frustumCulled={false} castShadow receiveShadow>
      <bufferGeometry />
      {children}
    </mesh>
  );
}

function build(geometry: BufferGeometry, cloth: ClothObject): void {
  geometry.setAttribute('position', new BufferAttribute(cloth.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(cloth.indices.slice(), 1));
  geometry.setAttribute('normal', new BufferAttribute(cloth.normals.slice(), 3));
  if (cloth.uvs.length > 0) geometry.setAttribute('uv', new BufferAttribute(cloth.uvs.slice(), 2));
}
