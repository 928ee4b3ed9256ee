// Geometries whose vertices are the particles of a cloth or the nodes of a network.
import type { Cloth, SpringNetwork } from 'holonom';
import { type RefObject, useRef } from 'react';
import { BufferAttribute, type BufferGeometry } from 'three';
import { useMoving } from './simulation.js';

type Points = Cloth | SpringNetwork;

/** Draws an object's points, between the last step and the next, into the geometry of a mesh or of lines. */
export function usePoints<Item extends Points>(
  item: { readonly current: Item | undefined },
  drawing: RefObject<{ readonly geometry: BufferGeometry } | null>,
  build: (geometry: BufferGeometry, item: Item) => void,
): void {
  const drawn = useRef<Item>(undefined);
  const past = useRef(new Float32Array());
  useMoving({
    capture() {
      const now = item.current;
      if (!now?.alive) return;
      const { positions } = now;
      if (past.current.length !== positions.length) past.current = positions.slice();
      else past.current.set(positions);
    },
    draw(share) {
      const now = item.current;
      if (!drawing.current || !now?.alive) return;
      const { geometry } = drawing.current;
      if (drawn.current !== now) {
        geometry.setAttribute('position', new BufferAttribute(now.positions.slice(), 3));
        build(geometry, now);
        // One that was made anew was nowhere before.
        if (drawn.current) past.current = now.positions.slice();
        drawn.current = now;
      }
      write(geometry, now, past.current, share);
    },
  });
}

function write(geometry: BufferGeometry, item: Points, past: Float32Array, share: number): void {
  const position = geometry.getAttribute('position') as BufferAttribute;
  const { positions } = item;
  const between = past.length === positions.length ? share : 1;
  for (let i = 0; i < positions.length; i++) {
    const to = positions[i] as number;
    const from = between < 1 ? (past[i] as number) : to;
    position.array[i] = from + between * (to - from);
  }
  position.needsUpdate = true;
  const normal = geometry.getAttribute('normal') as BufferAttribute | undefined;
  if (!normal) return;
  normal.array.set(item.normals);
  normal.needsUpdate = true;
}
