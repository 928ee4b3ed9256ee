import { type HolonomError, refusal, typeError, unreadable } from './errors.js';

/**
 * Returns a copy of the options of a call. Refuses unknown names.
 * @param path path of the options, if they are not an argument of their own
 * @internal
 */
export function knownOptions<Options extends object>(
  options: Options,
  names: readonly string[],
  path = '',
): Options {
  let given: Options;
  try {
    if (Object.prototype.toString.call(options) !== '[object Object]')
      throw typeError(path || 'options', options, ['options-of', { names }]);
    given = { ...options };
  } catch (cause) {
    throw unreadable(path || 'options', options, cause);
  }
  for (const name in given)
    if (!names.includes(name)) throw unknownOption(name, given, names, path);
  return given;
}

function unknownOption(
  field: string,
  given: object,
  names: readonly string[],
  path: string,
): HolonomError {
  const value = (given as Readonly<Record<string, unknown>>)[field];
  const where = path ? `${path}.${field}` : field;
  return refusal('unknown-field', where, value, ['one-of', { names, field }]);
}
