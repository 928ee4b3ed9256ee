import type { Body } from 'holonom';
import { refusal, viewReason } from 'holonom/internal';
import type { BufferGeometry, InstancedMesh, Intersection, Material, Object3D } from 'three';
import { BoundInstances } from './bound-instances.js';
import { BoundObject } from './bound-object.js';
import {
  checkedBodies,
  checkedBody,
  checkedGeometry,
  checkedMaterial,
  checkedObject,
} from './checks.js';
import type { WorldView } from './world-view.js';

/** Objects bound in any view: two views must not move the same one. */
const boundObjects = new WeakSet<Object3D>();

/** Objects and instances of the caller that a view moves with bodies. */
export class Bindings {
  readonly #view: WorldView;
  readonly #changed: () => void;
  readonly #bound = new Map<Object3D, BoundObject | BoundInstances>();
  readonly #bodies = new Set<number>();

  /** @param changed called when bodies were bound or released */
  constructor(view: WorldView, changed: () => void) {
    this.#view = view;
    this.#changed = changed;
  }

  /** Returns a function that ends the binding. */
  bind(body: Body, object: Object3D): () => void {
    this.#checkFree('body', checkedBody('body', body, this.#view.world));
    checkedObject(object);
    if (boundObjects.has(object)) throw refusal('range', 'object', object, viewReason('unbound'));
    for (let at: Object3D | null = this.#view; at; at = at.parent)
      if (at === object) throw refusal('range', 'object', object, viewReason('outside-view'));
    const bound = new BoundObject(this.#view, body, object);
    this.#add(bound);
    return () => this.#end(bound);
  }

  instances(
    bodies: Iterable<Body>,
    geometry: BufferGeometry,
    material: Material | Material[],
  ): InstancedMesh {
    const list = checkedBodies('bodies', bodies, this.#view.world, (path, body) =>
      this.#checkFree(path, body),
    );
    checkedGeometry('geometry', geometry);
    checkedMaterial(material);
    const bound = new BoundInstances(this.#view, list, geometry, material);
    this.#add(bound);
    bound.object.addEventListener('dispose', () => this.#end(bound));
    return bound.object;
  }

  /** Whether a body is bound, so that the view's own drawing of it is hidden. */
  has(body: Body): boolean {
    return this.#bodies.has(body.id);
  }

  /** Bound objects that the view does not contain itself. */
  get outside(): Object3D[] {
    return [...this.#bound.keys()].filter(({ parent }) => parent !== this.#view);
  }

  /** Body whose object was hit; undefined for other hits and for removed bodies. */
  bodyAt({ object, instanceId }: Intersection): Body | undefined {
    for (let at: Object3D | null = object; at; at = at.parent) {
      const body = this.#bound.get(at)?.bodyAt(at === object ? instanceId : undefined);
      if (body?.alive) return body;
    }
    return undefined;
  }

  capture(): void {
    for (const bound of this.#bound.values()) bound.capture();
  }

  step(): void {
    for (const bound of this.#bound.values()) bound.step();
  }

  update(share: number): void {
    for (const bound of [...this.#bound.values()]) if (!bound.update(share)) this.#end(bound);
  }

  dispose(): void {
    for (const bound of [...this.#bound.values()]) this.#end(bound);
  }

  #checkFree(path: string, body: Body): void {
    if (this.has(body)) throw refusal('range', path, body, viewReason('unbound'));
  }

  #add(bound: BoundObject | BoundInstances): void {
    this.#bound.set(bound.object, bound);
    boundObjects.add(bound.object);
    for (const { id } of bound.bodies) this.#bodies.add(id);
    this.#changed();
  }

  #end(bound: BoundObject | BoundInstances): void {
    // Once: disposing of instances also ends their binding.
    if (this.#bound.get(bound.object) !== bound) return;
    this.#bound.delete(bound.object);
    boundObjects.delete(bound.object);
    for (const { id } of bound.bodies) this.#bodies.delete(id);
    bound.dispose();
    this.#changed();
  }
}
