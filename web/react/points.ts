// Pictures whose parts are the particles of a cloth or the nodes of a network.
import type { Cloth, SpringNetwork } from 'holonom';
import { type RefObject, useRef } from 'react';
import type { BufferAttribute, BufferGeometry } from 'three';
import { useMoving } from './simulation.js';

type Points = Cloth | SpringNetwork;

/**
 * Draws an object's points, between the last step and the next.
 * @param draw gets the points, and whether the object is another one than before
 */
export function usePoints<Item extends Points, Drawing>(
  item: { readonly current: Item | undefined },
  drawing: RefObject<Drawing | null>,
  draw: (drawing: Drawing, item: Item, positions: Float32Array, isNew: boolean) => void,
): void {
  const drawn = useRef<Item>(undefined);
  const past = useRef<Float32Array>(new Float32Array());
  const shown = useRef<Float32Array>(new Float32Array());
  useMoving({
    capture() {
      const now = item.current;
      if (now?.alive) past.current = copyOf(now.positions, past.current);
    },
    draw(share) {
      const now = item.current;
      if (!drawing.current || !now?.alive) return;
      const isNew = drawn.current !== now;
      shown.current = copyOf(now.positions, shown.current);
      // One that was made anew was nowhere before.
      if (!isNew && past.current.length === shown.current.length)
        mix(shown.current, past.current, share);
      draw(drawing.current, now, shown.current, isNew);
      drawn.current = now;
    },
  });
}

/** A copy of a view, in a list that is there already if it fits. */
function copyOf(view: Float32Array, list: Float32Array): Float32Array {
  if (list.length !== view.length) return view.slice();
  list.set(view);
  return list;
}

/** Goes back from the present towards the past. */
function mix(present: Float32Array, past: Float32Array, share: number): void {
  for (let i = 0; i < present.length; i++) {
    const from = past[i] as number;
    present[i] = from + share * ((present[i] as number) - from);
  }
}

/** Puts points at the vertices of a geometry, with normals if it has some. */
export function writeVertices(
  geometry: BufferGeometry,
  item: Points,
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
