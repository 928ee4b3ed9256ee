import {
  type Body,
  Cloth,
  Grains,
  type Rod,
  Rope,
  SoftBody,
  type SpringNetwork,
  type World,
} from 'holonom';
import {
  checked,
  checkedCallback,
  checkedNumber,
  knownOptions,
  viewReason,
  watchersOf,
} from 'holonom/internal';
import {
  type BufferGeometry,
  type ColorRepresentation,
  Group,
  type InstancedMesh,
  type Intersection,
  type Material,
  type Object3D,
  type Raycaster,
} from 'three';
import { Bindings } from './bindings.js';
import { type ShapeName, shapeLooks } from './body-materials.js';
import {
  checkedObject,
  checkedRaycaster,
  checkedTheme,
  checkedWebGpu,
  checkedWorld,
} from './checks.js';
import { DebugLines } from './debug-lines.js';
import { DescribedBatch } from './described-batch.js';
import { describedShapes } from './described-geometry.js';
import type { BodyLook } from './drawn-shape.js';
import { MatchedParts } from './matched-parts.js';
import type { WebGpu } from './node-materials.js';
import { OverlayPainter, OverlaySwitches, type Overlays } from './overlays.js';
import type { Theme } from './palette.js';
import type { Picked } from './picked.js';
import { nearestOf } from './picking.js';
import { ShapeInstances } from './shape-instances.js';
import { checkedSkin, type SkinnedSurface, SkinnedSurfaceMesh } from './skinned-surface.js';
import { SpringLines } from './spring-lines.js';
import { StrandMesh } from './strand-mesh.js';
import { SurfaceMesh } from './surface-mesh.js';
import { TieLines } from './tie-lines.js';

const optionNames = ['theme', 'shows', 'color', 'skins', 'webgpu'];

/** Options of a {@link WorldView}. */
export interface WorldViewOptions {
  /** Colors for a light or a dark background. Default: `light`. */
  readonly theme?: Theme;
  /** Filter of drawn bodies: returns false for bodies to leave out, such as panes of glass. Default: all are drawn. */
  readonly shows?: (body: Body) => boolean;
  /**
   * Returns the color of a body, as `THREE.Color` accepts it, or undefined for the color of the theme. Called again
   * when the theme changes.
   */
  readonly color?: (body: Body) => ColorRepresentation | undefined;
  /**
   * Returns the surface to draw for a soft body in place of its tetrahedra, or undefined to draw these. Called once for
   * each soft body. A material whose `visible` is false hides the soft body.
   */
  readonly skins?: (softBody: SoftBody) => SkinnedSurface | undefined;
  /**
   * The module imported by `import * as webgpu from 'three/webgpu'`, needed with its `WebGPURenderer`: the grid of
   * planes, the rounded edges of boxes and the backs of surfaces are node materials then.
   */
  readonly webgpu?: WebGpu;
}

/**
 * Draws a world: bodies, distance joints, cloths, ropes, grains, soft bodies, rods, spring networks and debug lines.
 * Add it to a Three.js scene, call {@link update} after each step, and {@link dispose} at the end.
 * @example
 * const view = new WorldView(world);
 * scene.add(view);
 * view.overlays.forces = true;
 * view.capture();
 * world.step(1 / 60);
 * view.update(0.5); // half way between the last step and this one
 * console.log(view.pick(new Raycaster(camera.position, new Vector3(0, -1, 0)))?.picked.body?.name);
 * view.dispose();
 */
export class WorldView extends Group {
  /** World that is drawn. The view does not own it. */
  readonly world: World;
  readonly #bodies: readonly (ShapeInstances | DescribedBatch)[];
  readonly #bindings = new Bindings(this, () => {
    for (const part of this.#bodies) part.refilter();
  });
  // Cloths, ropes, grains, soft bodies and rods have their ids from the same pool, so no two are equal.
  readonly #surfaces = new MatchedParts(
    this,
    (surface: Cloth | SoftBody) => this.#meshOf(surface),
    (part) => part.mesh,
  );
  readonly #strands = new MatchedParts(
    this,
    (strand: Rope | Grains | Rod) => new StrandMesh(strand),
    (part) => part.mesh,
  );
  readonly #springs = new MatchedParts(
    this,
    (network: SpringNetwork) => new SpringLines(network, this.#theme, this.#webgpu),
    (part) => part.group,
  );
  readonly #ties: TieLines;
  readonly #debug: DebugLines;
  readonly #painter: OverlayPainter;
  /** Overlays. Changes take effect at the next {@link update}. */
  readonly overlays: Overlays = new OverlaySwitches();
  readonly #webgpu: WebGpu | undefined;
  readonly #skins: WorldViewOptions['skins'];
  #theme: Theme;
  readonly #step = (): void => {
    for (const part of this.#parts()) part.step();
  };

  constructor(world: World, options: WorldViewOptions = {}) {
    super();
    const { theme = 'light', shows, color, skins, webgpu } = knownOptions(options, optionNames);
    this.world = checkedWorld(world);
    this.#theme = checkedTheme(theme);
    checkedCallback('shows', shows);
    checkedCallback('color', color);
    this.#skins = checkedCallback('skins', skins);
    this.#webgpu = checkedWebGpu(webgpu);
    const look: BodyLook = {
      shows: (body) => !this.#bindings.has(body) && (shows?.(body) ?? true),
      color,
    };
    this.#bodies = [
      ...(Object.keys(shapeLooks) as ShapeName[]).map(
        (shape) => new ShapeInstances(world, shape, this, theme, look, webgpu),
      ),
      ...describedShapes.map((shape) => new DescribedBatch(world, shape, this, theme, look)),
    ];
    this.#ties = new TieLines(world, this, this.#theme);
    this.#debug = new DebugLines(world);
    this.#painter = new OverlayPainter(world);
    this.add(this.#debug.lines, this.#painter.arrows.group);
    this.update();
  }

  /** Colors for a light or a dark background. */
  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = checkedTheme(theme);
    for (const part of [...this.#bodies, this.#ties, ...this.#springs]) part.setTheme(theme);
  }

  /** Force of an arrow of one meter; 0 before the first one. Unit: N/m. */
  get newtonsPerMeter(): number {
    return this.#painter.arrows.newtonsPerMeter;
  }

  /** Strain at the end of the color scale; 0 before the first one. */
  get largestStrain(): number {
    return this.#painter.largestStrain;
  }

  /** Stores the present state. Call it before a step to interpolate with `update(share)`. */
  capture(): void {
    for (const part of this.#parts()) part.capture();
    watchersOf(this.world).add(this.#step);
  }

  /**
   * Updates the drawing. It copies numbers, and builds meshes only for new objects.
   * @param share interpolation factor between the last {@link capture} (0) and the present (1). Default: 1.
   */
  update(share = 1): void {
    const at = Math.min(Math.max(checkedNumber('share', share), 0), 1);
    watchersOf(this.world).delete(this.#step);
    this.#surfaces.match([...this.world.cloths, ...this.world.softBodies]);
    this.#strands.match([...this.world.ropes, ...this.world.grains, ...this.world.rods]);
    this.#springs.match(this.world.springNetworks);
    for (const part of this.#parts()) part.update(at);
    this.#debug.update();
    // Strain is that of edges, threads and segments: soft bodies have none of them.
    const strained = [
      ...[...this.#surfaces].filter(
        (part): part is SurfaceMesh => part instanceof SurfaceMesh && part.surface instanceof Cloth,
      ),
      ...this.#strands,
      ...this.#springs,
    ];
    this.#painter.update(this.overlays, this.#theme, this.#bodies, strained);
  }

  /**
   * Moves an object of Three.js with a body: each {@link update} sets its pose in world axes, whatever the transforms
   * of its parents. The object keeps its scale. An object without a parent is added to the view.
   *
   * While it is bound, the view does not draw the body itself, and a ray that hits the object finds the body. The
   * binding ends when the body is removed, when the view is disposed of, or by the returned function. At its end the
   * object stays where it is, unless the view added it: then the view removes it. Its geometry and material are not
   * disposed of.
   *
   * Refused are bodies and objects that are bound already, objects that contain the view and scales of 0.
   * @returns a function that ends the binding
   * @example
   * const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshStandardMaterial({ color: 'orange' }));
   * const unbind = view.bind(crate, mesh);
   * world.step(1 / 60);
   * view.update();
   * unbind();
   */
  bind(body: Body, object: Object3D): () => void {
    return this.#bindings.bind(body, object);
  }

  /**
   * Draws bodies by one call, with a geometry in the axes of a body. Returns the mesh, a child of the view: instance i
   * is the body at index i. Instances of removed bodies vanish.
   *
   * The view does not draw these bodies itself, until `dispose()` of the mesh or of the view. Geometry and material
   * are not disposed of. Refused are an empty list and bodies that are bound already.
   * @example
   * const mesh = view.instances([door, frame], new BoxGeometry(1, 1, 1), new MeshStandardMaterial());
   * world.step(1 / 60);
   * view.update();
   * mesh.dispose();
   */
  instances(
    bodies: Iterable<Body>,
    geometry: BufferGeometry,
    material: Material | Material[],
  ): InstancedMesh {
    return this.#bindings.instances(bodies, geometry, material);
  }

  /** Returns the object of an intersection with this view; undefined for other intersections. */
  objectAt(intersection: Intersection): Picked | undefined {
    checked('intersection', intersection, viewReason('intersection'), (it) =>
      checkedObject(it.object),
    );
    const { object, instanceId, batchId } = intersection;
    const body = this.#bindings.bodyAt(intersection);
    if (body) return { body };
    const instance = instanceId ?? batchId;
    for (const part of this.#bodies) {
      if (part.mesh === object && instance !== undefined) return { body: part.bodyAt(instance) };
    }
    for (const part of this.#surfaces) {
      const { mesh, surface } = part;
      if (mesh !== object) continue;
      const vertex = instanceId ?? nearestOf(mesh, intersection);
      const point = part instanceof SkinnedSurfaceMesh ? part.particleAt(vertex) : vertex;
      return surface instanceof SoftBody ? { softBody: surface, point } : { cloth: surface, point };
    }
    for (const { mesh, strand } of this.#strands) {
      if (mesh !== object) continue;
      const point = instanceId ?? nearestOf(mesh, intersection);
      if (strand instanceof Grains) return { grains: strand, point };
      return strand instanceof Rope ? { rope: strand, point } : { rod: strand, point };
    }
    for (const { lines, faces, nodes, network } of this.#springs) {
      if (nodes === object)
        return { springNetwork: network, point: instanceId ?? intersection.index ?? 0 };
      if (lines === object || faces === object)
        return { springNetwork: network, point: nearestOf(object, intersection) };
    }
    return undefined;
  }

  /** Returns the first object on a ray and the hit point, in world axes. Bound objects count, also outside the view. */
  pick(
    raycaster: Raycaster,
  ): { readonly picked: Picked; readonly intersection: Intersection } | undefined {
    const objects = [this, ...this.#bindings.outside];
    for (const intersection of checkedRaycaster(raycaster).intersectObjects(objects, true)) {
      const picked = this.objectAt(intersection);
      if (picked) return { picked, intersection };
    }
    return undefined;
  }

  /** Frees GPU resources and removes the view from its parent. The world is kept. */
  override dispose(): void {
    watchersOf(this.world).delete(this.#step);
    for (const part of this.#parts()) part.dispose();
    this.#debug.dispose();
    this.#painter.dispose();
    this.clear();
    this.removeFromParent();
  }

  #parts() {
    return [
      this.#bindings,
      ...this.#bodies,
      this.#ties,
      ...this.#surfaces,
      ...this.#strands,
      ...this.#springs,
    ];
  }

  #meshOf(surface: Cloth | SoftBody): SurfaceMesh | SkinnedSurfaceMesh {
    const skinned =
      surface instanceof SoftBody ? checkedSkin(surface, this.#skins?.(surface)) : undefined;
    return skinned ?? new SurfaceMesh(surface, this.#webgpu);
  }
}
