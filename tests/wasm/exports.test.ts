// What a door gives while it runs is what its types say to users: nothing that is marked as internal.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as main from 'holonom';
import * as character from 'holonom/character';
import * as gltf from 'holonom/gltf';
import * as inline from 'holonom/inline';
import * as react from 'holonom/react';
import * as three from 'holonom/three';
import ts from 'typescript-js';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const doors = {
  'wasm/src/index.ts': main,
  'wasm/src/inline.ts': inline,
  'wasm/src/character/index.ts': character,
  'wasm/src/gltf/index.ts': gltf,
  'web/three/index.ts': three,
  'web/react/index.ts': react,
};
const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const files = Object.keys(doors).map((name) => path.join(root, name));
const program = ts.createProgram(files, options);
const checker = program.getTypeChecker();

/** The values among the exports of a file, without those that are hidden from users. */
function typedExports(name: string): string[] {
  const source = program.getSourceFile(path.join(root, name));
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${name} is no module`);
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => {
      const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const isHidden = real.getJsDocTags(checker).some((tag) => tag.name === 'internal');
      return real.flags & ts.SymbolFlags.Value && !isHidden && !isTypeOnly(symbol);
    })
    .map((symbol) => symbol.name);
}

/** As in `export type { World }`. */
const isTypeOnly = (symbol: ts.Symbol) =>
  (symbol.declarations ?? []).some(
    (it) => ts.isExportSpecifier(it) && ts.isTypeOnlyExportDeclaration(it),
  );

test.each(Object.entries(doors))('%s exports what its types say', (name, door) => {
  expect(Object.keys(door).sort()).toEqual(typedExports(name).sort());
});
