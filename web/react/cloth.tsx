import type { ClothDescription, Cloth as ClothObject } from 'holonom';
import { type ReactNode, type Ref, useRef } from 'react';
import { BufferAttribute, type BufferGeometry, type Mesh } from 'three';
import { useDescribed } from './described.js';
import { useMoving } from './simulation.js';

/** A cloth's description, and its material. */
export type ClothProps = ClothDescription & {
  /** A material; give it `side={DoubleSide}`. */
  readonly children?: ReactNode;
  /** The cloth, while it exists. */
  readonly ref?: Ref<ClothObject>;
};

/** A cloth with its mesh, in world axes: it belongs in no moved group. */
export function Cloth({ children, ref, ...description }: ClothProps) {
  const mesh = useRef<Mesh>(null);
  const drawn = useRef<ClothObject>(undefined);
  const past = useRef(new Float32Array());
  const cloth = useDescribed(
    'cloth',
    description,
    (world, described) => world.addCloth(described),
    ref,
    true,
  );

  useMoving({
    capture() {
      if (!cloth.current?.alive) return;
      const { positions } = cloth.current;
      if (past.current.length !== positions.length) past.current = positions.slice();
      else past.current.set(positions);
    },
    draw(share) {
      const now = cloth.current;
      if (!mesh.current || !now?.alive) return;
      const { geometry } = mesh.current;
      if (drawn.current !== now) build(geometry, now);
      drawn.current = now;
      write(geometry, now, past.current, share);
    },
  });

  // A geometry of its own element goes when the mesh does.
  return (
    <mesh ref={mesh} frustumCulled={false}>
      <bufferGeometry />
      {children}
    </mesh>
  );
}

function build(geometry: BufferGeometry, cloth: ClothObject): void {
  geometry.setIndex(new BufferAttribute(cloth.indices.slice(), 1));
  geometry.setAttribute('position', new BufferAttribute(cloth.positions.slice(), 3));
  geometry.setAttribute('normal', new BufferAttribute(cloth.normals.slice(), 3));
  if (cloth.uvs.length > 0) geometry.setAttribute('uv', new BufferAttribute(cloth.uvs.slice(), 2));
}

/** Places between the last step and the next. */
function write(geometry: BufferGeometry, cloth: ClothObject, past: Float32Array, share: number) {
  const position = geometry.getAttribute('position') as BufferAttribute;
  const normal = geometry.getAttribute('normal') as BufferAttribute;
  const { positions } = cloth;
  const between = past.length === positions.length ? share : 1;
  for (let i = 0; i < positions.length; i++) {
    const to = positions[i] as number;
    const from = between < 1 ? (past[i] as number) : to;
    position.array[i] = from + between * (to - from);
  }
  normal.array.set(cloth.normals);
  position.needsUpdate = true;
  normal.needsUpdate = true;
}
