import { HolonomError, reading, typeError } from './errors.js';

/**
 * A copy of the options of a call, each of which must have a meaning.
 * @param path where they stand, if not in an argument of their own
 */
export function knownOptions<Options extends object>(
  options: Options,
  names: readonly string[],
  path = '',
): Options {
  return reading(path || 'options', options, () => {
    if (Object.prototype.toString.call(options) !== '[object Object]')
      throw typeError(
        path || 'options',
        options,
        `{ ${names.map((name) => `${name}?`).join(', ')} }`,
      );
    const given = { ...options };
    for (const [name, value] of Object.entries(given)) {
      if (names.includes(name)) continue;
      const where = path ? `${path}.${name}` : name;
      const allowed = `one of ${names.join(', ')}`;
      throw new HolonomError(`${where}: no such field, expected ${allowed}`, {
        code: 'unknown-field',
        path: where,
        value,
        allowed,
      });
    }
    return given;
  });
}
