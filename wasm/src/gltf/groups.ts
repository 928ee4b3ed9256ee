// Conversion between collision filters of glTF, which name systems, and collision groups, which are bits.
import type { Place } from './place.js';

/** Collision groups and mask of a body. */
export interface Groups {
  readonly collisionGroups: number;
  readonly collisionMask: number;
}

const kAll = 0xffffffff;

/** Systems of a filter, sorted, so that equal sets compare equal. */
function membership(filter: Place | undefined): string[] {
  const systems = (filter?.at('collisionSystems').items() ?? []).map((item) => item.text());
  return [...new Set(systems)].sort();
}

const keyOf = (systems: readonly string[]): string => JSON.stringify(systems);

/**
 * Returns groups for each filter. A bit stands for a set of systems, not for one system, since a filter matches such
 * sets.
 * @param used filters of the bodies; undefined for a body without one
 */
export function groupsOf(
  used: readonly (Place | undefined)[],
): (filter: Place | undefined) => Groups | undefined {
  if (used.every((filter) => !filter)) return () => undefined;
  const bits = new Map<string, { bit: number; systems: string[] }>();
  for (const filter of used) {
    const systems = membership(filter);
    if (bits.has(keyOf(systems))) continue;
    if (bits.size === 32)
      filter?.at('collisionSystems').refuse(['memberships', { most: 32 }], 'capacity');
    bits.set(keyOf(systems), { bit: 2 ** bits.size, systems });
  }
  return (filter) => ({
    collisionGroups: bits.get(keyOf(membership(filter)))?.bit ?? 1,
    collisionMask: maskOf(filter, [...bits.values()]),
  });
}

function maskOf(
  filter: Place | undefined,
  bits: readonly { bit: number; systems: readonly string[] }[],
): number {
  const listOf = (name: string) => {
    const list = filter?.at(name);
    return list?.given ? list.items().map((item) => item.text()) : undefined;
  };
  const [wanted, unwanted] = [listOf('collideWithSystems'), listOf('notCollideWithSystems')];
  if (!wanted && !unwanted) return kAll;
  // A body in no system is neither in a list of systems to collide with nor in one not to.
  const all = (systems: readonly string[], list: readonly string[]) =>
    systems.length > 0 && systems.every((system) => list.includes(system));
  return bits
    .filter(({ systems }) => (wanted ? all(systems, wanted) : true))
    .filter(({ systems }) => !(unwanted && all(systems, unwanted)))
    .reduce((mask, { bit }) => mask + bit, 0);
}

/** Returns a function from groups to filters; undefined if all bodies have default groups. */
export function filtersOf(bodies: readonly Groups[]): ((groups: Groups) => object) | undefined {
  const isPlain = ({ collisionGroups, collisionMask }: Groups) =>
    collisionGroups === 1 && collisionMask === kAll;
  if (bodies.every(isPlain)) return undefined;
  const known = [...new Set(bodies.map(({ collisionGroups }) => collisionGroups))];
  const name = (groups: number) => `groups ${groups}`;
  return ({ collisionGroups, collisionMask }) => {
    const met = known.filter((groups) => (groups & collisionMask) !== 0).map(name);
    return {
      collisionSystems: [name(collisionGroups)],
      // The format does not allow an empty list.
      collideWithSystems: met.length > 0 ? met : ['nothing'],
    };
  };
}
