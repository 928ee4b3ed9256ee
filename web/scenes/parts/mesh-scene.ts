// A triangle mesh as cloth or as spring network: the bunny, and what readers bring.
import { defineScene, type Mesh, type SceneDefinition, type SceneGroup } from '../scene.js';
import { addBall, addGround } from './common.js';

/** What is said about a mesh scene. */
export interface MeshSceneText {
  readonly title: string;
  readonly description: string;
  readonly group?: SceneGroup;
  readonly tags: readonly string[];
  readonly order?: number;
}

const height = 1;

/** A scene around a mesh, which is fitted to a height of one meter. */
export function meshScene(meshName: string, text: MeshSceneText): SceneDefinition {
  return defineScene({
    ...text,
    camera: { position: [2.1, 1.6, 3.4], target: [0, 0.75, 0] },
    meshes: [meshName],
    controls: {
      as: { label: 'Made of', value: 'cloth', options: { cloth: 'Cloth', springs: 'Springs' } },
      hold: { label: 'Held', value: 'drop', options: { drop: 'Dropped', hang: 'By its top' } },
      stretch: {
        label: 'Cloth stretch',
        value: 1e-5,
        min: 1e-8,
        max: 1e-2,
        step: 1,
        unit: 'm/N',
        logarithmic: true,
      },
      stiffness: {
        label: 'Spring stiffness',
        value: 800,
        min: 50,
        max: 20000,
        step: 1,
        unit: 'N/m',
        logarithmic: true,
      },
      ball: { label: 'Ball to land on', value: true },
    },
    build({ world, values, meshes }) {
      addGround(world);
      if (values.ball) addBall(world, [0, 0.28, 0], 0.28, { type: 'static', friction: 0.8 });
      const { vertices, indices } = fitted(meshes[meshName] as Mesh);
      const common = {
        name: text.title,
        mesh: { vertices, indices },
        position: [0, values.ball ? 0.75 : 0.3, 0] as const,
        mass: 0.5,
        friction: 0.6,
        pins: values.hold === 'hang' ? topOf(vertices) : [],
      };
      if (values.as === 'cloth') {
        world.addCloth({
          ...common,
          stretchCompliance: values.stretch,
          bend: { model: 'dihedral', compliance: 100 },
          damping: 0.3,
          thickness: 0.015,
        });
      } else {
        world.addSpringNetwork({
          ...common,
          stiffness: values.stiffness,
          damping: 0.4,
          integrator: 'backward-euler',
          // Enough for the eye, and three times as fast as the default.
          tolerance: 1e-4,
          radius: 0.012,
        });
      }
    },
  }) as unknown as SceneDefinition;
}

/** The mesh standing on the floor, as high as said, in the middle. */
function fitted(mesh: Mesh): { vertices: number[]; indices: number[] } {
  const low = [0, 1, 2].map((axis) => extreme(mesh.vertices, axis, Math.min));
  const high = [0, 1, 2].map((axis) => extreme(mesh.vertices, axis, Math.max));
  const size = Math.max(...low.map((from, axis) => (high[axis] as number) - from));
  const scale = size > 0 ? height / size : 1;
  const middle = low.map((from, axis) => (axis === 1 ? from : (from + (high[axis] as number)) / 2));
  return {
    vertices: mesh.vertices.map((value, i) => scale * (value - (middle[i % 3] as number))),
    indices: [...mesh.indices],
  };
}

function extreme(
  vertices: readonly number[],
  axis: number,
  choose: (a: number, b: number) => number,
): number {
  let found = vertices[axis] ?? 0;
  for (let i = axis; i < vertices.length; i += 3) found = choose(found, vertices[i] as number);
  return found;
}

/** The vertices of the highest twentieth. */
function topOf(vertices: readonly number[]): number[] {
  const top = extreme(vertices, 1, Math.max);
  const from = top - 0.05 * (top - extreme(vertices, 1, Math.min));
  return Array.from({ length: vertices.length / 3 }, (_, i) => i).filter(
    (i) => (vertices[3 * i + 1] as number) > from,
  );
}
