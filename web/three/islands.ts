import type { World } from 'holonom';

/**
 * Returns for each moving body the first body of its island: the bodies that are joined or touch, directly or through
 * others. Static bodies connect nothing.
 */
export function islandsOf(world: World): Map<number, number> {
  const leaders = new Map<number, number>();
  for (const body of world.bodies) if (body.type === 'dynamic') leaders.set(body.id, body.id);
  const leaderOf = (id: number): number => {
    let at = id;
    for (;;) {
      const next = leaders.get(at) as number;
      if (next === at) return at;
      leaders.set(at, leaders.get(next) as number);
      at = next;
    }
  };
  const join = (a: number, b: number | undefined): void => {
    if (b === undefined || !leaders.has(a) || !leaders.has(b)) return;
    const [first, second] = [leaderOf(a), leaderOf(b)];
    leaders.set(Math.max(first, second), Math.min(first, second));
  };
  for (const { sensor, bodyA, bodyB } of world.contacts) if (!sensor) join(bodyA.id, bodyB.id);
  for (const { bodyA, bodyB } of world.joints) join(bodyA.id, bodyB?.id);
  for (const id of leaders.keys()) leaders.set(id, leaderOf(id));
  return leaders;
}
