import type { Scene } from '../definitions.generated.js';
import { sceneVersion } from '../definitions.generated.js';
import type { Quat } from '../types.js';
import { bodiesOf } from './bodies.js';
import { type GltfFile, type GltfOptions, opened } from './document.js';
import { jointsOf } from './joints.js';
import { Notes } from './notes.js';
import type { Place } from './place.js';

/** Result of {@link readGltf}. */
export interface GltfScene {
  /** Bodies and joints, for `world.load`. */
  readonly scene: Scene;
  /** For each body of the scene: the node that it moves. */
  readonly nodes: readonly GltfBodyNode[];
  /** Notes on omissions and approximations, one sentence each, with the path in the file. */
  readonly notes: readonly string[];
}

/** The node of a body. */
export interface GltfBodyNode {
  /** Index of the node in the file. */
  readonly node: number;
  /** Rotation from the node's axes to the body's. Identity unless the file gives an inertia about other axes. */
  readonly rotation: Quat;
}

/**
 * Reads the bodies and joints of a glTF file with `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`, in their
 * drafts of 2026. Geometry is read as `shape`, `mesh` or, from older drafts, `node`. A file without these extensions
 * gives an empty scene.
 * @throws HolonomError that names the node and the field.
 * @example
 * const { scene, nodes, notes } = readGltf(file);
 * world.load(scene);
 * for (const note of notes) console.log(note);
 * for (const [i, { node }] of nodes.entries()) console.log(node, world.bodies.at(i)?.position);
 */
export function readGltf(file: GltfFile, options?: GltfOptions): GltfScene {
  return opened(file, options, (document) => {
    const notes = new Notes();
    noteOlderNames(document.root, notes);
    const made = bodiesOf(document, notes);
    const joints = jointsOf(document, made, notes);
    return {
      scene: { holonom: sceneVersion, bodies: made.map(({ body }) => body), joints },
      nodes: made.map(({ node, turned }) => ({ node: node.index, rotation: turned })),
      notes: notes.all,
    };
  });
}

/** Names of older and other physics extensions. */
const otherNames = ['MSFT_rigid_bodies', 'KHR_rigid_bodies', 'OMI_physics_body'];

function noteOlderNames(root: Place, notes: Notes): void {
  for (const used of root.at('extensionsUsed').items())
    if (otherNames.includes(used.text())) notes.add(used, `${used.value} is not read`);
}
