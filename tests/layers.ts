// Who may include or import whom. Pure: works on a list of files and their text.
import { posix } from 'node:path';

export interface SourceFile {
  /** Path inside the repository, with slashes. */
  readonly file: string;
  readonly text: string;
}

// A folder sees itself and what has a lower rank; those of equal rank do not see each other.
const ranks: Readonly<Record<string, number>> = {
  'core/base': 0,
  'core/math': 1,
  'core/geometry': 2,
  'core/collision': 3,
  'core/rigid': 4,
  'core/particles': 4,
  'core/springs': 4,
  'core/constraints': 5,
  'core/solvers': 6,
  'core/world': 7,
  'core/physics.h': 8,
  wasm: 9,
};

// The TypeScript folders: what each may import beside its own files. First match counts.
const importers: readonly { folder: string; allowed: readonly RegExp[] }[] = [
  { folder: 'wasm/src', allowed: [] },
  { folder: 'web/three', allowed: [/^holonom(\/internal)?$/, /^three(\/|$)/] },
  {
    folder: 'web/react',
    allowed: [/^holonom(\/internal)?$/, /^three$/, /^react$/, /^@react-three\/fiber$/],
  },
  // The bunny is data: a mesh that nobody here made.
  { folder: 'web/scenes', allowed: [/^holonom(\/(character|tetrahedra))?$/, /^bunny$/] },
  {
    folder: 'web',
    allowed: [/^holonom(\/(character|gltf|tetrahedra|three))?$/, /^(?!holonom|three|\.)/],
  },
];

/** One sentence for every arrow that points the wrong way. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ file }) => file));
  return files.flatMap((source) =>
    /\.(cpp|h)$/.test(source.file)
      ? wrongIncludes(source, known)
      : /\.(ts|tsx|js|mjs)$/.test(source.file)
        ? wrongImports(source)
        : [],
  );
}

const layerOf = (file: string) =>
  Object.keys(ranks).find((layer) => file === layer || file.startsWith(`${layer}/`));

function wrongIncludes({ file, text }: SourceFile, known: ReadonlySet<string>): string[] {
  const from = layerOf(file);
  if (from === undefined) return [`${file} is in no layer`];
  return [...text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)].flatMap(([, name = '']) => {
    const candidates = [
      posix.join(posix.dirname(file), name),
      `core/${name}`,
      posix.normalize(name),
    ];
    const target = candidates.find((candidate) => known.has(candidate));
    const to = target && layerOf(target);
    if (to === undefined) return [`${file} includes "${name}", which is no file of core or wasm`];
    if (to === from || (ranks[to] ?? 0) < (ranks[from] ?? 0)) return [];
    return [`${file} includes "${name}": ${from} must not see ${to}`];
  });
}

const imports =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

function wrongImports({ file, text }: SourceFile): string[] {
  const rule = importers.find(({ folder }) => file.startsWith(`${folder}/`));
  if (!rule) return [];
  return [...withoutComments(text).matchAll(imports)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : undefined;
    const allowed = target ? sees(rule.folder, target) : rule.allowed.some((one) => one.test(name));
    return allowed ? [] : [`${file} imports '${name}': ${rule.folder} must not see it`];
  });
}

/** Relative imports stay inside the folder; web/three is imported by its public name only. */
function sees(folder: string, target: string): boolean {
  return (
    target.startsWith(`${folder}/`) && (folder !== 'web' || !/^web\/(three|react)\//.test(target))
  );
}
