import { checked, checkedNumber } from '../checks.js';
import { knownOptions } from '../options.js';
import { fit } from './fit.js';
import { latticeIn } from './lattice.js';
import { meshOf } from './mesh.js';
import { type Skin, skinOf } from './skin.js';
import { type ClosedSurface, checkedSurface } from './surface.js';

/** Options of {@link tetrahedralize}. */
export interface TetrahedralizeOptions {
  /**
   * Number of cells along the longest side of the surface's bounds, from 1 to 200. The cells are cubes of six tetrahedra
   * each, at most 1,000,000 tetrahedra in all.
   * @default 8
   */
  readonly cells?: number | undefined;
  /**
   * Whether the boundary is moved onto the surface. If not, all cells are whole cubes, and the surface lies inside them.
   * @default true
   */
  readonly fit?: boolean | undefined;
}

/** Result of {@link tetrahedralize}. */
export interface TetrahedralizedSurface {
  /** Tetrahedra for `world.addSoftBody({ tetrahedra })`. */
  readonly tetrahedra: {
    /** Vertex positions, x y z each. Unit: m. */
    readonly vertices: Float32Array;
    /** Vertex indices of the tetrahedra, four each. */
    readonly indices: Uint32Array;
  };
  /** Binding of the surface to the tetrahedra, for {@link skinVertices}. */
  readonly skin: Skin;
}

/**
 * Fills a closed surface with tetrahedra, for a soft body. They are the cells of a regular lattice that lie inside the
 * surface or touch it, so parts thinner than a cell are kept. Parts nearer to each other than a cell can be joined, and
 * pieces that do not touch stay separate pieces of one soft body. Contacts act on the boundary of the tetrahedra: `fit`
 * moves it onto the surface, except where a tetrahedron would keep less than a tenth of its volume.
 *
 * The surface is closed, without boundary, of any number of pieces and with cavities. Where it crosses itself, the inside
 * is where it winds around at least once.
 * @throws HolonomError that names the field, for a surface that is open, flat or inside out, for instance.
 * @example
 * const { tetrahedra, skin } = tetrahedralize(readObj(obj), { cells: 6 });
 * const jelly = world.addSoftBody({ tetrahedra, position: [0, 20, 0], youngsModulus: 5e4 });
 */
export function tetrahedralize(
  surface: ClosedSurface,
  options: TetrahedralizeOptions = {},
): TetrahedralizedSurface {
  const { cells = 8, fit: fits = true } = knownOptions(options, ['cells', 'fit']);
  checkedNumber(
    'cells',
    cells,
    ['integer-from-to', { low: 1, high: 200 }],
    (it) => Number.isInteger(it) && it >= 1 && it <= 200,
  );
  checked('fit', fits, 'boolean', () => typeof fits === 'boolean');
  const solid = checkedSurface(surface);
  const lattice = latticeIn(solid, cells);
  const mesh = meshOf(lattice);
  if (fits) fit(mesh, solid, lattice);
  const { vertices, indices } = mesh;
  return { tetrahedra: { vertices, indices }, skin: skinOf(solid, lattice, mesh) };
}
