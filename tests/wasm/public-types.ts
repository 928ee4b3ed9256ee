// What the types of a door say to users, read by the compiler.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-js';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const doors = [
  'wasm/src/index.ts',
  'wasm/src/inline.ts',
  'wasm/src/character/index.ts',
  'wasm/src/gltf/index.ts',
  'wasm/src/tetrahedra/index.ts',
  'web/three/index.ts',
  'web/react/index.ts',
] as const;
export type Door = (typeof doors)[number];

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const files = doors.map((name) => path.join(root, name));
const program = ts.createProgram(files, options);
const checker = program.getTypeChecker();

/** The values among the exports of a file, without those that are hidden from users. */
function publicValues(door: Door): readonly { readonly name: string; readonly real: ts.Symbol }[] {
  const source = program.getSourceFile(path.join(root, door));
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${door} is no module`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol, real: target(symbol) }))
    .filter(
      ({ symbol, real }) =>
        real.flags & ts.SymbolFlags.Value && !isInternal(real) && !isTypeOnly(symbol),
    );
}

const target = (symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const isInternal = (symbol: ts.Symbol) =>
  symbol.getJsDocTags(checker).some((tag) => tag.name === 'internal');

/** As in `export type { World }`. */
const isTypeOnly = (symbol: ts.Symbol) =>
  (symbol.declarations ?? []).some(
    (it) => ts.isExportSpecifier(it) && ts.isTypeOnlyExportDeclaration(it),
  );

export const typedExports = (door: Door): string[] => publicValues(door).map(({ name }) => name);

/**
 * What of a door takes something: functions, constructors, methods and setters, as `loadHolonom`, `World.constructor`,
 * `World.step`, `World.debug =`; members by the class that declares them.
 */
export function publicCalls(door: Door): string[] {
  const calls = new Set<string>();
  for (const { name, real } of publicValues(door)) {
    if (real.flags & ts.SymbolFlags.Class) for (const call of callsOf(real)) calls.add(call);
    else if (real.flags & ts.SymbolFlags.Function) calls.add(name);
  }
  return [...calls].sort();
}

function callsOf(kind: ts.Symbol): string[] {
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(kind));
  const made = kind.members?.get(ts.InternalSymbolName.Constructor);
  return [...members, ...(made ? [made] : [])].flatMap((member) =>
    isInternal(member)
      ? []
      : (member.declarations ?? []).flatMap((declaration) => {
          const owner = declaration.parent;
          if (!ts.isClassDeclaration(owner) || !isOurs(owner) || !isPublic(declaration)) return [];
          const text = `${owner.name?.text}.${made === member ? 'constructor' : member.name}`;
          if (ts.isSetAccessorDeclaration(declaration)) return [`${text} =`];
          const takes =
            ts.isMethodDeclaration(declaration) || ts.isConstructorDeclaration(declaration);
          return takes && declaration.parameters.length > 0 ? [text] : [];
        }),
  );
}

const isOurs = (node: ts.Node) => !node.getSourceFile().fileName.includes('/node_modules/');

const isPublic = (declaration: ts.Declaration) =>
  !(
    ts.getCombinedModifierFlags(declaration) &
    (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)
  ) && !(ts.isMethodDeclaration(declaration) && ts.isPrivateIdentifier(declaration.name));
