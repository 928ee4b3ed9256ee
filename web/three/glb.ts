import { type BufferGeometry, type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** A triangle mesh as plain lists. */
export interface TriangleMesh {
  /** x y z per vertex. Unit: m. */
  readonly vertices: number[];
  /** Three per triangle. */
  readonly indices: number[];
}

/**
 * The triangles of all meshes in a binary glTF file, in the file's own axes.
 * Refuses what is no such file, or ends before it says.
 */
export async function readGlb(data: ArrayBuffer): Promise<TriangleMesh> {
  checkHeader(new DataView(data));
  const { scene } = await new GLTFLoader().parseAsync(data, '');
  scene.updateMatrixWorld(true);
  const vertices: number[] = [];
  const indices: number[] = [];
  const point = new Vector3();
  scene.traverse((object) => {
    if (!(object as Mesh).isMesh) return;
    const geometry = (object as Mesh).geometry as BufferGeometry;
    const position = geometry.attributes.position;
    if (!position) return;
    const first = vertices.length / 3;
    for (let i = 0; i < position.count; i++) {
      vertices.push(
        ...point.fromBufferAttribute(position, i).applyMatrix4(object.matrixWorld).toArray(),
      );
    }
    const count = geometry.index?.count ?? position.count;
    for (let i = 0; i < count; i++) indices.push(first + (geometry.index?.getX(i) ?? i));
  });
  return { vertices, indices };
}

/** A binary glTF starts with its name, a version and its length, then one chunk header at least. */
function checkHeader(file: DataView): void {
  const name = 0x46546c67; // "glTF"
  if (file.byteLength < 4 || file.getUint32(0, true) !== name)
    throw new Error('it is no binary glTF file');
  if (file.byteLength < 20 || file.getUint32(8, true) > file.byteLength)
    throw new Error('the file ends too early');
}
