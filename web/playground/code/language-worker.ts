// TypeScript in a worker: compiles the reader's code, finds mistakes in it and knows what may come next.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import ts from 'typescript-js';
import type { Place } from './code-error.js';

// Vite reads these calls before they run, so each spells its options out.
const libraries = import.meta.glob<string>(
  [
    '../../../node_modules/typescript-js/lib/lib.es20{15,16,17,18,19,20,21,22}*.d.ts',
    '../../../node_modules/typescript-js/lib/lib.{es5,decorators,decorators.legacy,esnext.disposable}.d.ts',
    '!../../../node_modules/typescript-js/lib/*.full.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const declarations = import.meta.glob<string>(
  [
    '../../../dist/package/*.d.ts',
    '../../../dist/package/character/*.d.ts',
    '!../../../dist/package/load*.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const scenes = import.meta.glob<string>(['../../scenes/scene.ts', '../../scenes/parts/*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const holonom = '/node_modules/holonom';
const main = '/scenes/main.ts';
const files = new Map<string, string>([
  [`${holonom}/package.json`, '{ "name": "holonom", "types": "./index.d.ts" }'],
  ['/lib/globals.d.ts', 'declare const console: { log(...values: unknown[]): void };'],
]);
for (const [path, text] of Object.entries(libraries)) files.set(`/lib/${nameOf(path)}`, text);
for (const [path, text] of Object.entries(declarations))
  files.set(path.replace('../../../dist/package', holonom), text);
for (const [path, text] of Object.entries(scenes))
  files.set(path.replace('../../scenes', '/scenes'), text);

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

let version = 0;
// What stands below the code when it runs, without being the reader's.
let helpers = '';
// What the code exports where that is not said in it: stands after the code, which then declares its export as a D.
let types = '';
// How long the reader's own part is. Unit: signs.
let length = 0;
const host: ts.LanguageServiceHost = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => [main, '/lib/globals.d.ts'],
  getScriptVersion: (name) => (name === main ? String(version) : '0'),
  getScriptSnapshot: (name) => {
    const text = files.get(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => '/',
  getDefaultLibFileName: () => '/lib/lib.es2022.d.ts',
  fileExists: (name) => files.has(name),
  readFile: (name) => files.get(name),
  directoryExists: (name) => [...files.keys()].some((file) => file.startsWith(name)),
};
const service = ts.createLanguageService(host);
let map: TraceMap | undefined;

function setSource(source: string): void {
  // As long as what it replaces, so that places stay where they are.
  const text = types
    ? `${source.replace(/^export default (?=\{)/m, 'const lesson:D=')}\n${helpers}${types}`
    : source;
  length = source.length;
  if (files.get(main) === text) return;
  files.set(main, text);
  version++;
}

/** A mistake, by places in the text. */
export interface Mistake {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function mistakes(list: readonly ts.Diagnostic[]): Mistake[] {
  const own = list.filter(({ start = 0 }) => start <= length);
  return own.map(({ start = 0, length: reach = 0, messageText }) => ({
    from: start,
    to: start + reach,
    text: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').slice(0, 4).join('\n'),
  }));
}

/** A word that may come next. */
export interface Completion {
  readonly label: string;
  readonly kind: string;
}

const answers = {
  /** Tells mistakes in Korean, by the compiler's own table of messages. */
  speakKorean(table: string): void {
    ts.validateLocaleAndSetLanguage('ko', {
      getExecutingFilePath: () => '/lib/typescript.js',
      resolvePath: (path) => path,
      fileExists: (path) => path.startsWith('/lib/ko/'),
      readFile: () => table,
    });
  },
  /** What stands below the code, and the type D of what the code exports. */
  expect(given: { readonly helpers: string; readonly types: string }): void {
    ({ helpers, types } = given);
  },
  /** JavaScript of the code; or where it can't be read. */
  compile(source: string): { code: string } | { mistakes: Mistake[] } {
    setSource(source);
    const wrong = service.getSyntacticDiagnostics(main);
    if (wrong.length > 0) return { mistakes: mistakes(wrong) };
    const { outputText, sourceMapText } = ts.transpileModule(`${source}\n${helpers}`, {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.CommonJS,
        sourceMap: true,
      },
      fileName: 'main.ts',
    });
    // The engine does not say where a name is declared twice, and the like.
    const told = isReadable(outputText) ? [] : mistakes(service.getSemanticDiagnostics(main));
    if (told.length > 0) return { mistakes: told };
    map = new TraceMap(sourceMapText as string);
    return { code: outputText.replace(/\/\/# sourceMappingURL.*/, '') };
  },
  /** The line of the source, from 1, that became the first of these places of the last compiled text that is in it. */
  lineOf(places: readonly Place[]): number | undefined {
    const last = (files.get(main) ?? '').slice(0, length).split('\n').length;
    for (const [line, column] of places) {
      const own = map && originalPositionFor(map, { line, column: column - 1 }).line;
      if (own && own <= last) return own;
    }
    return undefined;
  },
  check(source: string): Mistake[] {
    setSource(source);
    return mistakes([
      ...service.getSyntacticDiagnostics(main),
      ...service.getSemanticDiagnostics(main),
    ]);
  },
  complete({ source, at }: { source: string; at: number }): Completion[] {
    setSource(source);
    const found = service.getCompletionsAtPosition(main, at, {
      includeCompletionsWithInsertText: false,
    });
    return (found?.entries ?? []).map(({ name, kind }) => ({ label: name, kind }));
  },
  explain({ source, at }: { source: string; at: number }): string | undefined {
    setSource(source);
    const found = service.getQuickInfoAtPosition(main, at);
    if (!found) return undefined;
    const words = ts.displayPartsToString(found.documentation);
    return `${ts.displayPartsToString(found.displayParts)}\n${words}`.trim();
  },
} as const;

/** Whether the engine can read a script. Nothing of it runs. */
function isReadable(script: string): boolean {
  try {
    new Function(script);
    return true;
  } catch {
    return false;
  }
}

export type Answers = typeof answers;

addEventListener('message', ({ data: { id, what, given } }: MessageEvent) => {
  try {
    const answer = answers[what as keyof Answers](given as never);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
