import type { Body, DistanceJoint, PulleyJoint, World } from 'holonom';
import { Motion } from 'holonom/internal';
import {
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { colorsOf, type Theme } from './palette.js';

const thickness = 0.016; // m
const up = new Vector3(0, 1, 0);
const [from, to, span, matrix] = [new Vector3(), new Vector3(), new Vector3(), new Matrix4()];
const [rotation, scale] = [new Quaternion(), new Vector3()];

type Tie = DistanceJoint | PulleyJoint;

/** One end of a rod or of a part of a rope: a point of a body, or of the world. */
interface End {
  readonly body: Body | undefined;
  readonly anchor: Vector3;
}

/** A straight part of a joint. */
interface Span {
  readonly joint: Tie;
  readonly ends: readonly [End, End];
}

/** Draws distance joints as thin rods between their two points, and pulleys as ropes. */
export class TieLines {
  readonly #world: World;
  readonly #parent: Object3D;
  readonly #motion = new Motion(3);
  readonly #geometry = new CylinderGeometry(1, 1, 1, 8, 1, true);
  readonly #material = new MeshStandardMaterial({ roughness: 0.7 });
  #mesh: InstancedMesh | undefined;
  #joints: readonly Tie[] = [];
  #spans: readonly Span[] = [];
  // x y z of both ends of each span.
  #present = new Float32Array(0);
  #drawn = new Float32Array(0);

  constructor(world: World, parent: Object3D, theme: Theme) {
    this.#world = world;
    this.#parent = parent;
    this.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    this.#material.color = colorsOf(theme).springs;
  }

  capture(): void {
    this.#measure();
    this.#motion.capture(this.#present);
  }

  step(): void {
    this.#measure();
    this.#motion.step(this.#present);
  }

  update(share: number): void {
    this.#adopt();
    const mesh = this.#mesh;
    if (!mesh) return;
    this.#measure();
    this.#motion.write(this.#drawn, this.#present, share);
    for (let i = 0; i < this.#spans.length; i++) {
      from.fromArray(this.#drawn, 6 * i);
      to.fromArray(this.#drawn, 6 * i + 3);
      const length = span.subVectors(to, from).length();
      rotation.setFromUnitVectors(up, span.divideScalar(length || 1));
      scale.set(thickness, length, thickness);
      mesh.setMatrixAt(i, matrix.compose(from.add(to).multiplyScalar(0.5), rotation, scale));
    }
    mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#mesh?.dispose();
    this.#geometry.dispose();
    this.#material.dispose();
  }

  #adopt(): void {
    const joints = [...this.#world.joints].filter(
      (joint) => joint.type === 'distance' || joint.type === 'pulley',
    );
    const known = this.#joints;
    if (joints.length === known.length && joints.every((joint, i) => joint === known[i])) return;
    this.#joints = joints;
    this.#spans = joints.flatMap(spansOf);
    const count = this.#spans.length;
    this.#present = new Float32Array(6 * count);
    this.#drawn = new Float32Array(6 * count);
    this.#motion.forget();
    if (this.#mesh) this.#parent.remove(this.#mesh);
    this.#mesh?.dispose();
    this.#mesh = undefined;
    if (count === 0) return;
    const mesh = new InstancedMesh(this.#geometry, this.#material, count);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    // Not pickable: their bodies are.
    mesh.raycast = () => {};
    this.#mesh = mesh;
    this.#parent.add(mesh);
  }

  #measure(): void {
    this.#spans.forEach(({ joint, ends }, i) => {
      if (!joint.alive) return;
      ends.forEach(({ body, anchor }, end) => {
        from.copy(anchor);
        if (body)
          from
            .applyQuaternion(rotation.fromArray(body.rotation))
            .add(span.fromArray(body.position));
        from.toArray(this.#present, 6 * i + 3 * end);
      });
    });
  }
}

function spansOf(joint: Tie): Span[] {
  const end = (body: Body | undefined, anchor: ArrayLike<number> | undefined): End => ({
    body,
    anchor: new Vector3(anchor?.[0], anchor?.[1], anchor?.[2]),
  });
  const [a, b] = [end(joint.bodyA, joint.anchorA), end(joint.bodyB, joint.anchorB)];
  if (joint.type === 'distance') return [{ joint, ends: [a, b] }];
  const [overA, overB] = [end(undefined, joint.groundA), end(undefined, joint.groundB)];
  return [
    { joint, ends: [a, overA] },
    { joint, ends: [overA, overB] },
    { joint, ends: [overB, b] },
  ];
}
