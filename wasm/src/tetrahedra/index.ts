// Entry point `holonom/tetrahedra`: soft bodies from closed surfaces.
export type { Skin } from './skin.js';
export { type SkinOutput, skinVertices } from './skin-vertices.js';
export type { ClosedSurface } from './surface.js';
export {
  type TetrahedralizedSurface,
  type TetrahedralizeOptions,
  tetrahedralize,
} from './tetrahedralize.js';
