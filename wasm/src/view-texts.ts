// English texts of the refusals of `holonom/three` and `holonom/react`.
import { type AddedReason, type AddedTexts, type ReasonOf, reasoned } from './errors.js';

export const viewTexts = {
  rules: {
    attachment: 'an attachment',
    vector3: 'a Vector3',
    camera: 'a camera of Three.js',
    'object-3d': 'an object of Three.js',
    'buffer-geometry': 'a BufferGeometry',
    'geometry-or-object': 'a BufferGeometry or an object of Three.js',
    material: 'a material of Three.js, or a list of them',
    'plain-mesh': 'a mesh that is not skinned, instanced or batched',
    'scale-not-zero': 'a scale other than 0',
    unbound: 'one that is not bound yet',
    'outside-view': 'an object that does not contain the view',
    ray: 'a Ray',
    raycaster: 'a Raycaster',
    intersection: 'an intersection',
    picked: 'a body, or a cloth, rope, grains, soft body, rod or spring network with a point',
    webgpu: 'the module three/webgpu',
    canvas: 'a canvas',
    element: 'an element of the page',
    controls: 'controls with a switch enabled',
    view: 'a WorldView',
    viewpoint: '{ position, target }',
    quality: '{ pixelRatio, shadows }',
    between: 'above {low}, below {high}',
    'after-key': 'above {low}, the key before',
    'physics-around': 'a component inside <Physics>',
    ref: 'a function, or what useRef gives',
  },
  sentences: {
    'physics-around': 'holonom/react: there is no world here, expected {allowed}',
  },
} as const satisfies AddedTexts;

/** A reason of these entry points, with its texts. @internal */
export const viewReason = (reason: ReasonOf<typeof viewTexts>): AddedReason => ({
  ...reasoned(reason),
  texts: viewTexts,
});
