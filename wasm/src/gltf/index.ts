// Entry point `holonom/gltf`: glTF and .obj files.
export type { GltfFile, GltfOptions } from './document.js';
export { readObj } from './obj.js';
export { type GltfBodyNode, type GltfScene, readGltf } from './read.js';
export { readMesh, type TriangleMesh } from './triangles.js';
export { type GltfWriting, writeGltf } from './write.js';
