// Entry point `holonom/three`.
export { canDrag, Drag, type DragOptions } from './drag.js';
export { forceText } from './force-labels.js';
export { GlbWriter } from './glb-writer.js';
export { heldPoint } from './held-point.js';
export { KeyboardDragger, type Nudge } from './keyboard-dragger.js';
export type { WebGpu } from './node-materials.js';
export type { Overlays } from './overlays.js';
export type { Theme } from './palette.js';
export { type Picked, pickedObject } from './picked.js';
export { PointerDragger, type PointerDraggerOptions } from './pointer-dragger.js';
export { type Quality, QualityLadder, qualities } from './quality-ladder.js';
export { type ShapeFromOptions, shapeFrom } from './shape-from.js';
export type { SkinnedSurface } from './skinned-surface.js';
export { type SightRay, Stage, type StageOptions, type View } from './stage.js';
export { stateArrived } from './state-arrived.js';
export { WorldView, type WorldViewOptions } from './world-view.js';
