import type { Scene } from '../definitions.generated.js';
import { sceneVersion } from '../definitions.generated.js';
import type { Quat } from '../types.js';
import { bodiesOf } from './bodies.js';
import { type GltfFile, type GltfOptions, opened } from './document.js';
import { jointsOf } from './joints.js';
import { Notes } from './notes.js';
import type { Place } from './place.js';

/** What {@link readGltf} finds. */
export interface GltfScene {
  /** The bodies and joints, for `world.load`. */
  readonly scene: Scene;
  /** Of each body of the scene in turn: the node that it moves. */
  readonly nodes: readonly GltfBodyNode[];
  /** What was left out or approximated, a sentence each, with its place in the file. */
  readonly notes: readonly string[];
}

/** The node of a body. */
export interface GltfBodyNode {
  /** Its number among the nodes of the file. */
  readonly node: number;
  /** From the node's axes to the body's: none, unless the file gives an inertia about other axes than the node's. */
  readonly rotation: Quat;
}

/**
 * The bodies and joints of a glTF file with `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`, as these drafts stand
 * in 2026: geometry as `shape`, `mesh` or, as before, `node`. A file without them gives an empty scene.
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

/** Names that physics had before the draft that is read, and what others call theirs. */
const otherNames = ['MSFT_rigid_bodies', 'KHR_rigid_bodies', 'OMI_physics_body'];

function noteOlderNames(root: Place, notes: Notes): void {
  for (const used of root.at('extensionsUsed').items())
    if (otherNames.includes(used.text())) notes.add(used, `${used.value} is not read`);
}
