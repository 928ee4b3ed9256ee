// Numbers of scene files: the shortest decimal that reads back as the same float32.
import { kindFields, sceneLists, structFields } from './definitions.generated.js';
import type { FieldTraits } from './definitions.js';

/** Shortest decimal with the same float32, as a number: 0.1 rather than 0.10000000149011612. */
export function shortestFloat(value: number): number {
  if (Number.isSafeInteger(value) || Math.fround(value) !== value || !Number.isFinite(value))
    return value;
  // Six digits always survive a float32, nine always tell two apart.
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(9));
}

function shortestValue(value: unknown): unknown {
  if (typeof value === 'number') return shortestFloat(value);
  if (Array.isArray(value)) return value.map(shortestValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, shortestValue(item)]),
    );
  }
  return value;
}

/** A copy of a description with short float32 numbers; float64 fields stay as they are. */
export function shortestDescription(
  description: object,
  fields: FieldTraits,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(description)) {
    const trait = fields[name];
    if (trait?.double) result[name] = value;
    else if (trait?.struct && typeof value === 'object' && value !== null) {
      result[name] = shortestDescription(value, structFields[trait.struct] ?? {});
    } else result[name] = shortestValue(value);
  }
  return result;
}

/** The same for a whole scene. */
export function shortestScene(scene: Record<string, unknown>): Record<string, unknown> {
  const result = { ...scene };
  if (scene.settings) result.settings = shortestDescription(scene.settings, kindFields.world);
  for (const [list, kind] of Object.entries(sceneLists)) {
    const items = scene[list];
    if (Array.isArray(items))
      result[list] = items.map((item) => shortestDescription(item, kindFields[kind]));
  }
  return result;
}
