// Strain of the edges of cloths, of the segments of ropes and rods and of the springs of networks.
import type { ParticleObject, SpringNetwork } from 'holonom';

const distance = (at: ArrayLike<number>, a: number, b: number): number =>
  Math.hypot(
    (at[3 * a] as number) - (at[3 * b] as number),
    (at[3 * a + 1] as number) - (at[3 * b + 1] as number),
    (at[3 * a + 2] as number) - (at[3 * b + 2] as number),
  );

/** The strain of larger magnitude. */
const stronger = (a: number, b: number): number => (Math.abs(b) > Math.abs(a) ? b : a);

/** Largest strain of the edges or segments, or of warp and weft, at each particle. Positive in tension. */
export function particleStrain(object: ParticleObject): Float32Array {
  const strains = new Float32Array(object.count);
  const at = object.positions.slice();
  const mark = (particles: Uint32Array, first: number, size: number, strain: number): void => {
    for (let i = first; i < first + size; i++) {
      const particle = particles[i] as number;
      strains[particle] = stronger(strains[particle] as number, strain);
    }
  };
  const edges = object.constraints('distance');
  edges.values.forEach((error, i) => {
    const [a, b] = edges.particles.subarray(2 * i, 2 * i + 2) as unknown as [number, number];
    const length = distance(at, a, b);
    mark(edges.particles, 2 * i, 2, error / (length - error));
  });
  const segments = object.constraints('rodStretch');
  for (let i = 0; i < segments.values.length; i += 3) {
    // The value is the vector along the segment by its rest length, less the x axis of the segment, a unit vector.
    const [a, b] = segments.particles.subarray((2 * i) / 3) as unknown as [number, number];
    const [x, y, z] = segments.values.subarray(i) as unknown as [number, number, number];
    const length = distance(at, a, b);
    const along = [0, 1, 2].map(
      (axis) => ((at[3 * b + axis] as number) - (at[3 * a + axis] as number)) / length,
    );
    mark(segments.particles, (2 * i) / 3, 2, along[0]! * x + along[1]! * y + along[2]! * z);
  }
  for (const kind of ['warp', 'weft'] as const) {
    const { particles, values } = object.constraints(kind);
    values.forEach((value, i) => {
      // The value is the strain times the root of the rest area, approximated by the present area.
      mark(particles, 3 * i, 3, value / Math.sqrt(areaOf(at, particles, 3 * i)));
    });
  }
  return strains;
}

function areaOf(at: Float32Array, corners: Uint32Array, first: number): number {
  const [a, b, c] = corners.subarray(first, first + 3) as unknown as [number, number, number];
  const [p, q, r] = [distance(at, a, b), distance(at, b, c), distance(at, c, a)];
  const half = (p + q + r) / 2;
  return Math.sqrt(Math.max(half * (half - p) * (half - q) * (half - r), 1e-12));
}

/** Rest length of each spring, in the order of `edges`: as given, or the initial distance of its nodes. */
export function restLengthsOf(network: SpringNetwork): ArrayLike<number> {
  if (network.restLengths.length > 0) return network.restLengths;
  const { edges } = network;
  const at = madeAt(network);
  return Float64Array.from({ length: edges.length / 2 }, (_, i) =>
    distance(at, edges[2 * i] as number, edges[2 * i + 1] as number),
  );
}

/** Initial positions of the nodes, without the position of the network. */
function madeAt({ grid, mesh, tetrahedra, lists }: SpringNetwork): ArrayLike<number> {
  if (!grid) return (mesh ?? tetrahedra)?.vertices ?? lists?.positions ?? [];
  const { size = [1, 1], segments = [20, 20] } = grid;
  const columns = segments[0] + 1;
  return Array.from({ length: columns * (segments[1] + 1) }, (_, node) => [
    ((node % columns) * size[0]) / segments[0],
    0,
    (Math.floor(node / columns) * size[1]) / segments[1],
  ]).flat();
}

/** Strain of each spring, in the order of `edges`. Positive in tension. */
export function springStrain(network: SpringNetwork, restLengths: ArrayLike<number>): Float32Array {
  const { edges, positions } = network;
  return Float32Array.from({ length: edges.length / 2 }, (_, i) => {
    const rest = restLengths[i] as number;
    const length = distance(positions, edges[2 * i] as number, edges[2 * i + 1] as number);
    return rest > 0 ? length / rest - 1 : 0;
  });
}

/** Largest strain of the springs at each node. */
export function nodeStrain(network: SpringNetwork, springs: Float32Array): Float32Array {
  const strains = new Float32Array(network.count);
  network.edges.forEach((node, end) => {
    strains[node] = stronger(strains[node] as number, springs[end >> 1] as number);
  });
  return strains;
}
