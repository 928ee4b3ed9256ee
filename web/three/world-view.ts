import { type Body, Cloth, Grains, SoftBody, type World } from 'holonom';
import {
  checked,
  checkedCallback,
  checkedNumber,
  knownOptions,
  viewReason,
  watchersOf,
} from 'holonom/internal';
import {
  type ColorRepresentation,
  Group,
  type Intersection,
  type Object3D,
  type Raycaster,
} from 'three';
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
import { type DescribedShape, describedShapes } from './described-geometry.js';
import type { WebGpu } from './node-materials.js';
import { OverlayPainter, OverlaySwitches, type Overlays } from './overlays.js';
import type { Theme } from './palette.js';
import type { Picked } from './picked.js';
import { nearestOf } from './picking.js';
import { ShapeInstances } from './shape-instances.js';
import { SpringLines } from './spring-lines.js';
import { StrandMesh } from './strand-mesh.js';
import { SurfaceMesh } from './surface-mesh.js';
import { TieLines } from './tie-lines.js';

const optionNames = ['theme', 'shows', 'color', 'webgpu'];

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
   * The module imported by `import * as webgpu from 'three/webgpu'`, needed with its `WebGPURenderer`: the grid of
   * planes, the rounded edges of boxes and the backs of surfaces are node materials then.
   */
  readonly webgpu?: WebGpu;
}

/**
 * Draws a world: bodies, distance joints, cloths, ropes, grains, soft bodies, spring networks and debug lines. Add it
 * to a Three.js scene, call {@link update} after each step, and {@link dispose} at the end.
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
  readonly #shapes = new Map<ShapeName, ShapeInstances>();
  readonly #batches = new Map<DescribedShape, DescribedBatch>();
  readonly #surfaces = new Map<number, SurfaceMesh>();
  readonly #strands = new Map<number, StrandMesh>();
  readonly #springs = new Map<number, SpringLines>();
  readonly #ties: TieLines;
  readonly #debug: DebugLines;
  readonly #painter: OverlayPainter;
  /** Overlays. Changes take effect at the next {@link update}. */
  readonly overlays: Overlays = new OverlaySwitches();
  readonly #webgpu: WebGpu | undefined;
  #theme: Theme;
  readonly #step = (): void => {
    for (const part of this.#parts()) part.step();
  };

  constructor(world: World, options: WorldViewOptions = {}) {
    super();
    const { theme = 'light', shows, color, webgpu } = knownOptions(options, optionNames);
    this.world = checkedWorld(world);
    this.#theme = checkedTheme(theme);
    checkedCallback('shows', shows);
    checkedCallback('color', color);
    this.#webgpu = checkedWebGpu(webgpu);
    for (const shape of Object.keys(shapeLooks) as ShapeName[]) {
      this.#shapes.set(
        shape,
        new ShapeInstances(world, shape, this, theme, { shows, color }, webgpu),
      );
    }
    for (const shape of describedShapes) {
      this.#batches.set(shape, new DescribedBatch(world, shape, this, theme, { shows, color }));
    }
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
    const bodies = [...this.#shapes.values(), ...this.#batches.values()];
    for (const part of [...bodies, this.#ties, ...this.#springs.values()]) part.setTheme(theme);
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
    // Cloths, ropes, grains and soft bodies have their ids from the same pool, so no two are equal.
    this.#match(
      [...this.world.cloths, ...this.world.softBodies],
      this.#surfaces,
      (surface) => new SurfaceMesh(surface, this.#webgpu),
      (part) => part.mesh,
    );
    this.#match(
      [...this.world.ropes, ...this.world.grains],
      this.#strands,
      (strand) => new StrandMesh(strand),
      (part) => part.mesh,
    );
    this.#match(
      this.world.springNetworks,
      this.#springs,
      (it) => new SpringLines(it, this.#theme, this.#webgpu),
      (part) => part.group,
    );
    for (const part of this.#parts()) part.update(at);
    this.#debug.update();
    const bodies = [...this.#shapes.values(), ...this.#batches.values()];
    // Strain is that of edges and threads: soft bodies have none of them.
    const strained = [
      ...[...this.#surfaces.values()].filter(({ surface }) => surface instanceof Cloth),
      ...this.#strands.values(),
      ...this.#springs.values(),
    ];
    this.#painter.update(this.overlays, this.#theme, bodies, strained);
  }

  /** Returns the object of an intersection with this view; undefined for other intersections. */
  objectAt(intersection: Intersection): Picked | undefined {
    checked('intersection', intersection, viewReason('intersection'), (it) =>
      checkedObject(it.object),
    );
    const { object, instanceId, batchId } = intersection;
    for (const shape of this.#shapes.values()) {
      if (shape.mesh === object && instanceId !== undefined)
        return { body: shape.bodyAt(instanceId) };
    }
    for (const batch of this.#batches.values()) {
      if (batch.mesh === object && batchId !== undefined) return { body: batch.bodyAt(batchId) };
    }
    for (const { mesh, surface } of this.#surfaces.values()) {
      if (mesh !== object) continue;
      const point = instanceId ?? nearestOf(mesh, intersection);
      return surface instanceof SoftBody ? { softBody: surface, point } : { cloth: surface, point };
    }
    for (const { mesh, strand } of this.#strands.values()) {
      if (mesh !== object) continue;
      const point = instanceId ?? nearestOf(mesh, intersection);
      return strand instanceof Grains ? { grains: strand, point } : { rope: strand, point };
    }
    for (const { lines, faces, nodes, network } of this.#springs.values()) {
      if (nodes === object)
        return { springNetwork: network, point: instanceId ?? intersection.index ?? 0 };
      if (lines === object || faces === object)
        return { springNetwork: network, point: nearestOf(object, intersection) };
    }
    return undefined;
  }

  /** Returns the first object on a ray and the hit point, in world axes. */
  pick(
    raycaster: Raycaster,
  ): { readonly picked: Picked; readonly intersection: Intersection } | undefined {
    for (const intersection of checkedRaycaster(raycaster).intersectObject(this, true)) {
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

  #parts(): (
    | ShapeInstances
    | DescribedBatch
    | TieLines
    | SurfaceMesh
    | StrandMesh
    | SpringLines
  )[] {
    return [
      ...this.#shapes.values(),
      ...this.#batches.values(),
      this.#ties,
      ...this.#surfaces.values(),
      ...this.#strands.values(),
      ...this.#springs.values(),
    ];
  }

  #match<
    Item extends { readonly id: number; readonly alive: boolean },
    Part extends { dispose(): void; readonly fits?: boolean },
  >(
    items: Iterable<Item>,
    parts: Map<number, Part>,
    make: (item: Item) => Part,
    objectOf: (part: Part) => Object3D,
  ): void {
    const present = new Set<number>();
    for (const item of items) {
      present.add(item.id);
      const old = parts.get(item.id);
      if (old && old.fits !== false) continue;
      // Split particles are more, or fewer after a return to the past.
      if (old) this.#drop(item.id, old, parts, objectOf);
      const part = make(item);
      parts.set(item.id, part);
      this.add(objectOf(part));
    }
    if (present.size === parts.size) return;
    for (const [id, part] of parts) {
      if (present.has(id)) continue;
      this.#drop(id, part, parts, objectOf);
    }
  }

  #drop<Part extends { dispose(): void }>(
    id: number,
    part: Part,
    parts: Map<number, Part>,
    objectOf: (part: Part) => Object3D,
  ): void {
    this.remove(objectOf(part));
    part.dispose();
    parts.delete(id);
  }
}
