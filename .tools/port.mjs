// The option --port of the commands that serve.
import { parseArgs } from 'node:util';
import { Failure } from './run.mjs';

const usualPort = 5173;

/** The port that is asked for, or the usual one. @param {string} command in the message of a failure */
export function wantedPort(command) {
  const { port } = options(command);
  if (port === undefined) return usualPort;
  const number = Number(port);
  if (/^\d+$/.test(port) && number >= 1 && number <= 65535) return number;
  throw new Failure(`--port ${port}: a port is a whole number from 1 to 65535.`);
}

/** @param {string} command */
function options(command) {
  try {
    return parseArgs({ options: { port: { type: 'string' } } }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${reason}\nUsage: ${command} [-- --port N]`);
  }
}
