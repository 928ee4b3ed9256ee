// English texts of the refusals of `holonom`: for each rule the accepted values, and a complete sentence for rules that
// need one. `{name}` stands for a parameter. A list within quotation marks gives each item its own.
// The other entry points bring their own texts, so that only their users ship them: see error-texts.ts.
import { coreRules } from './definitions.generated.js';

const thisBinary = 'the holonom.wasm of this version, through wasmUrl or wasmBinary';

/** Accepted values, for each rule. */
export const rules = {
  ...coreRules,
  // Values and descriptions.
  value: 'a value',
  function: 'a function',
  readable: 'a value that can be read and written',
  acyclic: 'a value that does not contain itself',
  'plain-object': 'a plain object',
  'plain-value': 'a number, text, list or plain object',
  'object-of-kind': 'a {kind}',
  nesting: 'at most {most} levels of nesting',
  'list-length': 'a list of at most {most}',
  'options-of': 'an object that may have {names}',
  'single-precision': 'a finite number within ±3.4e38, as single precision holds',
  description: 'a description of a {kind}',
  'description-not-object': 'a description of a {kind} (world.describe(object) makes one)',
  'solid-description': 'a description of a solid',
  'shape-description': 'a shape',
  'shape-needed': 'a shape, as in { sphere: { radius: 1 } }',
  'world-settings': 'world settings',
  'position-and-rotation': 'a position and a rotation',
  'scene-description': 'a scene',
  seconds: 'a number of seconds',
  meters: 'a number of meters',
  frame: 'the number of a frame',
  'part-number': 'the number of a part',
  'hull-or-mesh': 'a part that is a hull or mesh',
  'id-of': 'the id of a {kind}',
  bodies: 'a body or a list of bodies',
  'body-needed': 'at least one body',
  world: 'a world',
  'object-of-world': 'an object of this world',
  'this-world': 'an object of this world',
  'own-lists': "an index into the file's own lists",
  'vector-out': '[x, y, z] or { x, y, z }',
  'quaternion-out': '[x, y, z, w] or { x, y, z, w }',
  'rotation-form': 'the name of a form',
  'clamped-end': "an end of the rod's clamps",
  'euler-order': "the order of Euler angles, as in 'xyz'",
  'snapshot-bytes-given': 'a Uint8Array or ArrayBuffer with a snapshot',
  // Calls.
  'read-only': 'no assignment: it is read-only',
  returning: 'a function that returns',
  'within-step':
    "forces and impulses alone; { every: 'step' } of addForceGenerator lets it change the world",
  'after-generator': 'a call after the force generator has returned',
  'after-constraint': 'a call after the function of the constraint has returned',
  'not-disposed': 'a world that was not disposed',
  'not-stopped': 'a recording that was not stopped',
  'whole-world': 'only dispose(); an earlier snapshot can be restored in another world',
  'call-stack': 'less deeply nested calls',
  trap: 'no internal error: please report this message with the call that caused it, and load the module again',
  json: 'a JSON text',
  'json-end': 'a JSON text',
  // Loading.
  'binary-bytes': 'an ArrayBuffer or Uint8Array',
  'binary-address': 'a string or URL',
  'load-webassembly': 'a browser with WebAssembly',
  'load-version': thisBinary,
  'load-address': thisBinary,
  'load-url': thisBinary,
  'load-format': thisBinary,
  'load-format-vite': thisBinary,
  'load-damaged': thisBinary,
  'load-fetch': thisBinary,
  'load-status': thisBinary,
  'load-file': thisBinary,
} as const;

/** Complete sentences, for rules that need one. `{allowed}` stands for the accepted values. */
export const sentences = {
  'one-of': "{path}: got '{field}', expected {allowed}",
  'one-of-guess': "{path}: got '{field}', expected {allowed}",
  'existing-kind': '{path}: got {id}, expected {allowed}',
  'existing-attachment': '{path}: got {id}, expected {allowed}',
  readable: '{path}: using it failed ({reason}), expected {allowed}',
  'this-world': '{path}: {value} of another world was given, expected {allowed}',
  'hull-or-mesh': '{path}: {value} is neither a hull nor a mesh',
  returning: '{path}: it threw {value}, expected {allowed}',
  'within-step': '{path}: called by a force generator, expected {allowed}',
  'after-generator': '{path}: called by a force generator, expected {allowed}',
  'after-constraint': '{path}: used by a function of a constraint, expected {allowed}',
  'not-disposed': 'This world was disposed',
  'not-stopped': 'This recording was stopped',
  'whole-world': 'This world was left half changed by a call that failed, expected {allowed}',
  room: 'The memory of the module is used up, expected {allowed}',
  'call-stack': '{path}: the call stack is used up, expected {allowed}',
  trap: '{path}: internal error: the WebAssembly module trapped ({reason}), expected {allowed}',
  json: "The scene is not JSON: unexpected '{character}' at line {line}, column {column}",
  'json-end': 'The scene is not JSON: the text ends too early at line {line}, column {column}',
  'load-webassembly': "Holonom can't be loaded: this browser has no WebAssembly",
  'load-version': "Holonom can't be loaded: the binary is of another version",
  'load-address':
    "Holonom can't be loaded: this bundle doesn't know its own address; import 'holonom/inline', or give wasmUrl",
  'load-url': "Holonom can't be loaded: '{from}' is not a URL",
  'load-format': "Holonom can't be loaded: {from} is not WebAssembly",
  'load-format-vite':
    "Holonom can't be loaded: {from} is not WebAssembly; set optimizeDeps: { exclude: ['holonom'] } for Vite",
  'load-damaged':
    "Holonom can't be loaded: {from} is damaged, or this browser has no WebAssembly SIMD",
  'load-fetch': "Holonom can't be loaded: {from} can't be fetched",
  'load-status': "Holonom can't be loaded: {from} answered {status}",
  'load-file': "Holonom can't be loaded: {from} can't be read",
} as const satisfies Partial<Record<keyof typeof rules, string>>;

/** Forms of the other sentences: `wrong` for a wrong type or a file, `got` for the rest. */
export const forms = {
  wrong: '{path}: expected {allowed}, got {value}',
  whole: 'expected {allowed}, got {value}',
  got: '{path}: got {value}, expected {allowed}',
} as const;

/** Short forms of values that are not texts or numbers. */
export const pictures = {
  nothing: 'nothing',
  function: 'a function',
  'named-function': 'function {name}',
  array: 'an array of {count}',
  object: 'an object',
  instance: 'a {name}',
  unreadable: "an object that can't be read",
} as const;
