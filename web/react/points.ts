// Drawings of the particles of a cloth, rope, grains, soft body or rod, or of the nodes of a network.
import type { Cloth, Grains, Rod, Rope, SoftBody, SpringNetwork } from 'holonom';
import { Motion } from 'holonom/internal';
import { type RefObject, useRef, useState } from 'react';
import { type BufferAttribute, type BufferGeometry, type Object3D, Quaternion } from 'three';
import { useMoving } from './simulation.js';
import { placeInWorld } from './world-space.js';

type Points = Cloth | Rope | Grains | SoftBody | Rod | SpringNetwork;

const unturned = new Quaternion();

/**
 * Draws the points of an object, interpolated between the last step and the next.
 * @param draw receives the points, and whether the object has been replaced
 */
export function usePoints<Item extends Points, Drawing extends Object3D>(
  item: { readonly current: Item | undefined },
  drawing: RefObject<Drawing | null>,
  draw: (drawing: Drawing, item: Item, positions: Float32Array, isNew: boolean) => void,
): void {
  const drawn = useRef<Item>(undefined);
  const [motion] = useState(() => new Motion(3));
  const shown = useRef(new Float32Array());
  useMoving({
    capture() {
      const now = item.current;
      if (now?.alive) motion.capture(now.positions);
    },
    step() {
      if (item.current?.alive) motion.step(item.current.positions);
    },
    draw(share) {
      const now = item.current;
      if (!drawing.current || !now?.alive) return;
      const isNew = drawn.current !== now;
      const { positions } = now;
      // A recreated object has no previous state.
      if (isNew) motion.forget();
      if (shown.current.length !== positions.length) shown.current = positions.slice();
      motion.write(shown.current, positions, share);
      draw(drawing.current, now, shown.current, isNew);
      placeInWorld(drawing.current, unturned);
      drawn.current = now;
    },
  });
}

/** Writes points to the vertices of a geometry, with normals if it has some. */
export function writeVertices(
  geometry: BufferGeometry,
  item: Cloth | SoftBody | SpringNetwork,
  positions: Float32Array,
): void {
  const write = (name: string, values: Float32Array) => {
    const attribute = geometry.getAttribute(name) as BufferAttribute;
    attribute.array.set(values);
    attribute.needsUpdate = true;
  };
  write('position', positions);
  if (geometry.hasAttribute('normal')) write('normal', item.normals);
}
