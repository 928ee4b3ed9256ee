// Collision shapes of a glTF file, as KHR_implicit_shapes and meshes give them, and those of a body made of them.
import type { SceneConvexShape, ScenePlane, SceneShape } from '../definitions.generated.js';
import type { Quat, Vec3 } from '../types.js';
import type { GltfDocument, GltfNode } from './document.js';
import {
  type Frame,
  isSheared,
  place,
  rigid,
  rotationOf,
  scaleOf,
  seenFrom,
  turn,
  within,
} from './frames.js';
import type { Notes } from './notes.js';
import type { Place } from './place.js';
import { meshOf, pointsOf, type TriangleMesh, trianglesOf } from './triangles.js';

/** A convex shape with its place in the body, or one of what only static bodies have. */
export type Piece =
  | { readonly convex: SceneConvexShape; readonly position: Vec3; readonly rotation: Quat }
  | { readonly fixed: { mesh: TriangleMesh } | { plane: ScenePlane } };

/** Circles about the y axis, whose convex hull is a shape. */
type Circles = readonly (readonly [y: number, radius: number])[];

const kAround = 32;
const kAroundBalls = 15;

/** Half the circles of latitude of a ball, in quarters of a right angle from the equator. */
function ball(center: number, radius: number, from: number, to: number): Circles {
  const thirds = Array.from({ length: to - from + 1 }, (_, i) => ((from + i) * Math.PI) / 6);
  return thirds.map((angle) => [
    center + radius * Math.sin(angle),
    Math.abs(Math.cos(angle)) < 1e-9 ? 0 : radius * Math.cos(angle),
  ]);
}

/** The convex hull of circles, as they stand in a frame. */
function hullOf(circles: Circles, around: number, frame: Frame): SceneConvexShape {
  const points = circles.flatMap(([y, radius]) =>
    Array.from({ length: radius > 0 ? around : 1 }, (_, i) => {
      const angle = (2 * Math.PI * i) / around;
      return place(frame, [radius * Math.cos(angle), y, radius * Math.sin(angle)]);
    }).flat(),
  );
  return { hull: { points } };
}

const alike = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-5 * Math.max(a, b);

const unmoved = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

/** A shape whose points are in the body's axes already. */
const inBody = (convex: SceneConvexShape): Piece => ({
  convex,
  position: [...unmoved.position],
  rotation: [...unmoved.rotation],
});

/** Without the traces that rounding leaves of turns and shifts that are none. */
function placed(convex: SceneConvexShape, frame: Frame): Piece {
  const rotation = rotationOf(rigid(frame));
  const position = frame.origin.map((value) => (Math.abs(value) < 1e-9 ? 0 : value)) as Vec3;
  const turned = Math.hypot(rotation[0], rotation[1], rotation[2]) > 1e-7;
  return { convex, position, rotation: turned ? rotation : [...unmoved.rotation] };
}

const sizes = { above: 0 } as const;
const radii = { least: 0 } as const;

function implicit(shape: Place, frame: Frame, notes: Notes): Piece {
  const scale = scaleOf(frame);
  const straight = !isSheared(frame);
  const even = straight && alike(scale[0], scale[1]) && alike(scale[1], scale[2]);
  const type = shape.at('type').oneOf(['sphere', 'box', 'capsule', 'cylinder', 'plane']);
  const given = shape.at(type);
  const approximated = (what: string) =>
    notes.add(shape, `${what}, so it becomes a convex hull of points on its surface`);
  if (type === 'plane') return plane(given, frame, notes);
  if (type === 'box') {
    const size = given.at('size').given ? given.at('size').numbers(3, sizes) : [1, 1, 1];
    const half = size.map((edge) => edge / 2) as Vec3;
    if (!straight) return inBody({ hull: { points: corners(half, frame) } });
    const halfExtents = half.map((edge, i) => edge * (scale[i] as number)) as Vec3;
    return placed({ box: { halfExtents } }, frame);
  }
  if (type === 'sphere') {
    const radius = given.at('radius').numberOr(0.5, sizes);
    if (even) return placed({ sphere: { radius: radius * scale[0] } }, frame);
    const lengths = scale.map((by) => radius * by) as Vec3;
    if (straight) return placed({ ellipsoid: { radii: lengths } }, frame);
    approximated('a sphere is sheared');
    return inBody(hullOf(ball(0, radius, -3, 3), kAround / 2, frame));
  }
  const height = given.at('height').numberOr(0.5, sizes);
  const top = given.at('radiusTop').numberOr(0.25, radii);
  const bottom = given.at('radiusBottom').numberOr(0.25, radii);
  if (top === 0 && bottom === 0) given.refuse('radius', 'range');
  if (type === 'cylinder') {
    const round = straight && alike(scale[0], scale[2]);
    if (round && alike(top, bottom)) {
      const halfHeight = (height / 2) * scale[1];
      return placed({ cylinder: { radius: top * scale[0], halfHeight } }, frame);
    }
    if (round && (top === 0 || bottom === 0)) return cone(height, top, bottom, frame);
    approximated(
      round
        ? 'a cylinder narrows to another radius'
        : 'a cylinder is scaled to an oval, or sheared',
    );
    const circles: Circles = [
      [-height / 2, bottom],
      [height / 2, top],
    ];
    return inBody(hullOf(circles, kAround, frame));
  }
  if (even && alike(top, bottom)) {
    const halfHeight = (height / 2) * scale[1];
    return placed({ capsule: { radius: top * scale[0], halfHeight } }, frame);
  }
  approximated('a capsule narrows, or is scaled unevenly');
  const ends = [...ball(-height / 2, bottom, -3, 1), ...ball(height / 2, top, -1, 3)];
  return inBody(hullOf(ends, kAroundBalls, frame));
}

/** A cone stands on its base: it has its own origin, and its tip down where the upper radius is not 0. */
function cone(height: number, top: number, bottom: number, frame: Frame): Piece {
  const [x, y, z] = frame.axes;
  const down = top > 0;
  const back = (axis: Vec3) => axis.map((part) => -part) as Vec3;
  const [width, length] = scaleOf(frame);
  return placed(
    { cone: { radius: (top + bottom) * width, height: height * length } },
    {
      axes: down ? [x, back(y), back(z)] : [x, y, z],
      origin: place(frame, [0, down ? height / 2 : -height / 2, 0]),
    },
  );
}

function corners(half: Vec3, frame: Frame): number[] {
  return Array.from({ length: 8 }, (_, corner) =>
    place(frame, half.map((edge, axis) => (corner & (1 << axis) ? edge : -edge)) as Vec3),
  ).flat();
}

function plane(given: Place, frame: Frame, notes: Notes): Piece {
  const extents = [given.at('sizeX'), given.at('sizeZ')];
  const normal = turn(rigid(frame), [0, 1, 0]);
  if (extents.some((extent) => extent.given))
    notes.add(given, 'planes have no ends: its size is left out');
  const offset = normal.reduce((sum, part, i) => sum + part * (frame.origin[i] as number), 0);
  return { fixed: { plane: { normal, offset } } };
}

/** Reads the meshes of a node, and of those below it, as they stand in the node's own axes put into a frame. */
function eachMesh(
  document: GltfDocument,
  node: GltfNode,
  frame: Frame,
  read: (mesh: Place, frame: Frame) => void,
): void {
  const mesh = meshOf(document, node);
  if (mesh) read(mesh, frame);
  for (const child of document.children(node))
    eachMesh(document, child, within(frame, child.local), read);
}

/**
 * What a collider or trigger gives its body.
 * @param body the body's frame
 * @param moves whether the body does
 */
export function pieceOf(
  document: GltfDocument,
  shapes: readonly Place[],
  node: GltfNode,
  geometry: Place,
  body: Frame,
  moves: boolean,
  notes: Notes,
): Piece | undefined {
  const zeros = scaleOf(node.frame).filter((size) => size === 0).length;
  if (zeros === 3) return undefined;
  if (zeros > 0) node.json.at('scale').refuse('numbers-not-zero', 'range');
  const frame = seenFrom(body, node.frame);
  const shape = geometry.at('shape');
  if (shape.given) return implicit(shape.of(shapes, 'shapes'), frame, notes);
  const read = (each: (mesh: Place, frame: Frame) => void) => {
    const source = geometry.at('node');
    if (source.given) eachMesh(document, source.of(document.nodes, 'nodes'), frame, each);
    else each(geometry.at('mesh').of(document.list('meshes'), 'meshes'), frame);
  };
  const hull = geometry.at('convexHull').flag();
  if (moves && !hull)
    notes.add(
      geometry,
      'a mesh that moves collides as its convex hull: only static ones are hollow',
    );
  if (hull || moves) {
    const points: number[] = [];
    read((mesh, at) => pointsOf(document, mesh, at, points));
    return points.length > 0 ? inBody({ hull: { points } }) : geometry.refuse('mesh-of-points');
  }
  const mesh: TriangleMesh = { vertices: [], indices: [] };
  read((each, at) => trianglesOf(document, each, at, mesh));
  return mesh.indices.length > 0 ? { fixed: { mesh } } : geometry.refuse('mesh-of-triangles');
}

/** One shape of the pieces of a body. */
export function joined(pieces: readonly Piece[]): SceneShape {
  const [first] = pieces;
  if (first && 'fixed' in first) return first.fixed;
  const parts = pieces.flatMap((piece) =>
    'convex' in piece
      ? [{ shape: piece.convex, position: piece.position, rotation: piece.rotation }]
      : [],
  );
  const [only] = parts;
  const alone =
    parts.length === 1 && [...only!.position, ...only!.rotation].join() === '0,0,0,0,0,0,1';
  return alone && only ? only.shape : { compound: { parts } };
}
