import { HolonomError, typeError, unreadable } from './errors.js';

/**
 * A copy of the options of a call, each of which must have a meaning.
 * @param path where they stand, if not in an argument of their own
 * @internal
 */
export function knownOptions<Options extends object>(
  options: Options,
  names: readonly string[],
  path = '',
): Options {
  let given: Options;
  try {
    if (Object.prototype.toString.call(options) !== '[object Object]') {
      const allowed = `{ ${names.map((name) => `${name}?`).join(', ')} }`;
      throw typeError(path || 'options', options, allowed);
    }
    given = { ...options };
  } catch (cause) {
    throw unreadable(path || 'options', options, cause);
  }
  for (const name in given)
    if (!names.includes(name)) throw unknownOption(name, given, names, path);
  return given;
}

function unknownOption(name: string, given: object, names: readonly string[], path: string) {
  const where = path ? `${path}.${name}` : name;
  const allowed = `one of ${names.join(', ')}`;
  return new HolonomError(`${where}: no such field, expected ${allowed}`, {
    code: 'unknown-field',
    path: where,
    value: (given as Readonly<Record<string, unknown>>)[name],
    allowed,
  });
}
