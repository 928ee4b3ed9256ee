// How far a shape reaches, by the numbers of its description.

/** The numbers of a description that say how far a shape reaches. Unit: m. */
export function reachOf(shape: unknown): number {
  const { radius = 0, halfHeight = 0, halfExtents, points, parts, position } = Object(shape);
  const inner = Object.values(Object(shape)).filter(
    (one) => typeof one === 'object' && !Array.isArray(one),
  );
  const away = Math.hypot(...(Array.isArray(position) ? position : [0]));
  const size = Math.max(
    radius + halfHeight,
    Array.isArray(halfExtents) ? Math.hypot(...halfExtents) : 0,
    ...(Array.isArray(points) ? points.map(Math.abs) : [0]),
    ...(Array.isArray(parts) ? parts : inner).map(reachOf),
  );
  return Math.min(away + size, 4);
}
