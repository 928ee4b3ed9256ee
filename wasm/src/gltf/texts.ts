// English texts of the refusals of `holonom/gltf`.
import { type AddedReason, type AddedTexts, type ReasonOf, reasoned } from '../errors.js';

export const fileTexts = {
  rules: {
    'gltf-file': 'the bytes, the text or the JSON of a glTF file',
    'gltf-buffers': 'an object of buffers by their names',
    'gltf-json': 'a glTF 2.0 file',
    'gltf-json-end': 'a glTF 2.0 file',
    'gltf-kind': 'a glTF 2.0 file',
    'gltf-end': 'a glTF 2.0 file',
    'gltf-first': 'a glTF 2.0 file',
    'gltf-version': "'2.0'",
    'gltf-reads': '{count} reads',
    'gltf-buffer': 'options.buffers to hold it',
    'file-at-least': 'a finite number ≥ {low}',
    'file-above': 'a finite number > {low}',
    'whole-number': 'a whole number',
    text: 'a text',
    list: 'a list',
    'numbers-below': 'numbers below {high}',
    'numbers-of-vertices': 'numbers of its {count} vertices',
    'numbers-not-zero': 'numbers other than 0',
    'number-of': 'a number below {count}, of one of the {list}',
    'component-type': 'a component type of glTF',
    'elements-within': '{count} elements within the {bytes} bytes of its buffer view',
    'finite-elements': 'finite numbers, but element {element} is {values}',
    'uncompressed-numbers': 'numbers that are not compressed',
    'uncompressed-mesh': 'a mesh that is not compressed',
    'name-of-file': 'the name of a file, or a .glb around it',
    'data-uri': 'a data URI in base64',
    base64: 'base64',
    'whole-uri': 'a URI with valid escapes',
    'root-node': 'a node without a parent, once',
    'one-parent': 'a node without another parent',
    'not-within-itself': 'no ancestor of the node',
    'tree-levels': 'a tree of {levels} levels',
    'unit-quaternion': 'a quaternion of length 1',
    memberships: 'at most {most} different memberships',
    geometry: 'a geometry',
    'motion-of-plane': 'no motion where a collider is a plane',
    'different-axes': 'one to three different axes',
    'most-max': 'at most its max, {high}',
    radius: 'a radius > 0',
    'mesh-of-points': 'a mesh of points',
    'mesh-of-triangles': 'a mesh of triangles',
    'obj-text': 'the text of an .obj file',
    'obj-vertex': 'three numbers',
    'obj-face': 'three corners',
    'obj-number': 'the number of a vertex',
    'obj-corner': 'the number of a vertex before it',
  },
  sentences: {
    'gltf-json':
      "the JSON of the file can't be read: unexpected '{character}' at line {line}, column {column}",
    'gltf-json-end':
      "the JSON of the file can't be read: the text ends too early at line {line}, column {column}",
    'gltf-kind': 'it is no binary glTF file, and no JSON either',
    'gltf-end': 'the file ends too early',
    'gltf-first': 'the first part of the file is not its JSON',
    'gltf-reads':
      '{path}: the parts of the file are read more than {count} times, as they name each other so often',
    'gltf-buffer': '{path}: the file {value} is needed: give it as options.buffers[{value}]',
    'obj-vertex': "line {line}: a vertex needs three numbers, got '{words}'",
    'obj-face': 'line {line}: a face needs three corners, got {count}',
    'obj-number': "line {line}: '{word}' is not the number of a vertex",
    'obj-corner':
      'line {line}: the face names vertex {number}, but there are {count} vertices before it',
  },
} as const satisfies AddedTexts;

/** A reason of this entry point. */
export type FileRule = ReasonOf<typeof fileTexts>;

/** A reason of this entry point, with its texts. */
export const fileReason = (reason: FileRule): AddedReason => ({
  ...reasoned(reason),
  texts: fileTexts,
});
