// Geometry and material of each shape. The matrices of the core scale a unit shape.
import {
  type BufferAttribute,
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DataTexture,
  MeshStandardMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SphereGeometry,
  SRGBColorSpace,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { gridMaterial, roundedMaterial, type WebGpu } from './node-materials.js';
import { colorsOf, type Theme } from './palette.js';

/** Geometry and material of a shape. */
export interface ShapeLook {
  /** Geometry for a number of instances: coarser for more. */
  geometryFor(count: number): BufferGeometry;
  readonly material: MeshStandardMaterial;
  setTheme(theme: Theme): void;
  dispose(): void;
}

// From this number on, each instance is small on the screen.
const many = 100;

function look(
  geometries: { readonly fine: BufferGeometry; readonly coarse?: BufferGeometry },
  material: MeshStandardMaterial,
  setTheme: (theme: Theme) => void,
): ShapeLook {
  const { fine, coarse = fine } = geometries;
  const dispose = () => {
    fine.dispose();
    coarse.dispose();
    material.map?.dispose();
    material.dispose();
  };
  return { geometryFor: (count) => (count > many ? coarse : fine), material, setTheme, dispose };
}

/** Wedges of two tones, which make the rolling of a ball visible. */
function wedges(): DataTexture {
  const [width, height] = [96, 48];
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    const y = Math.floor(i / width);
    const cap = y < height * 0.08 || y >= height * 0.92;
    const tone = cap ? 205 : x % 32 < 16 ? 255 : 222;
    data.set([tone, tone, tone, 255], i * 4);
  }
  const texture = new DataTexture(data, width, height);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.anisotropy = 4;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

function sphere(): ShapeLook {
  const material = new MeshStandardMaterial({ roughness: 0.45, map: wedges() });
  const geometries = { fine: new SphereGeometry(1, 32, 20), coarse: new SphereGeometry(1, 16, 10) };
  return look(geometries, material, () => {});
}

/** Number of segments about an axis: several for each wedge. */
const around = { fine: 48, coarse: 24 } as const;

/** Makes the rolling of a shape about y visible: as the wedges of a ball, each face in one tone. */
function wedged(indexed: BufferGeometry): BufferGeometry {
  const geometry = indexed.toNonIndexed();
  indexed.dispose();
  const { position, uv } = geometry.attributes as Record<'position' | 'uv', BufferAttribute>;
  for (let face = 0; face < position.count; face += 3) {
    const corners = [face, face + 1, face + 2];
    const middle = (axis: 'getX' | 'getZ') =>
      corners.reduce((sum, corner) => sum + position[axis](corner), 0);
    const turns = Math.atan2(middle('getX'), middle('getZ')) / (2 * Math.PI);
    for (const corner of corners) uv.setXY(corner, turns, 0.5);
  }
  return geometry;
}

/** A shape of revolution about y by its geometry for a number of segments. */
function turned(geometryOf: (segments: number) => BufferGeometry): ShapeLook {
  const material = new MeshStandardMaterial({ roughness: 0.5, map: wedges() });
  const geometries = {
    fine: wedged(geometryOf(around.fine)),
    coarse: wedged(geometryOf(around.coarse)),
  };
  return look(geometries, material, () => {});
}

/** Rounds the edges by the same few millimeters on every box, whatever the scale of the unit box. */
function roundEdges(shader: WebGLProgramParametersWithUniforms): void {
  const half =
    'vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz))';
  shader.vertexShader = shader.vertexShader
    .replace(
      '#include <beginnormal_vertex>',
      `vec3 halfExtents = ${half};\nvec3 objectNormal = normal * halfExtents;`,
    )
    .replace(
      '#include <begin_vertex>',
      `float edge = min(0.03, 0.16 * min(halfExtents.x, min(halfExtents.y, halfExtents.z)));
      vec3 transformed = (sign(position) * (halfExtents - edge) + normal * edge) / halfExtents;`,
    );
}

function box(webgpu?: WebGpu): ShapeLook {
  const parameters = { roughness: 0.62 };
  const material = webgpu
    ? roundedMaterial(webgpu, parameters)
    : new MeshStandardMaterial(parameters);
  if (!webgpu) material.onBeforeCompile = roundEdges;
  // A small radius here keeps the geometry that rays are cast at close to the true box.
  return look({ fine: new RoundedBoxGeometry(2, 2, 2, 1, 0.02) }, material, () => {});
}

/** Half extent of a drawn plane. Unit: m. */
const planeReach = 45;

/** A grid with one-meter cells that fades into the background. */
function plane(webgpu?: WebGpu): ShapeLook {
  const geometry = new PlaneGeometry(2 * planeReach, 2 * planeReach).rotateX(-Math.PI / 2);
  const parameters = { roughness: 0.95, transparent: true };
  if (webgpu) {
    const line = new Color();
    const material = gridMaterial(webgpu, parameters, line, planeReach);
    return look({ fine: geometry }, material, (theme) => {
      const { gridLine, ground } = colorsOf(theme);
      line.setRGB(gridLine.r / ground.r, gridLine.g / ground.g, gridLine.b / ground.b);
    });
  }
  const material = new MeshStandardMaterial(parameters);
  const uniforms = {
    gridColor: { value: colorsOf('light').gridLine.clone() },
    reach: { value: planeReach },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlane;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlane = position.xz;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
        varying vec2 vPlane;
        uniform vec3 gridColor;
        uniform float reach;
        float gridLine(vec2 at, float widthInPixels) {
          vec2 span = fwidth(at);
          vec2 away = abs(fract(at - 0.5) - 0.5) / span;
          // Lines closer than a few pixels would flicker.
          float calm = 1.0 - smoothstep(0.12, 0.5, max(span.x, span.y));
          return calm * (1.0 - smoothstep(widthInPixels - 0.5, widthInPixels + 0.5, min(away.x, away.y)));
        }`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float line = max(0.45 * gridLine(vPlane, 0.6), 0.9 * gridLine(vPlane / 5.0, 0.8));
        diffuseColor.rgb = mix(diffuseColor.rgb, gridColor, line);
        diffuseColor.a *= 1.0 - smoothstep(0.2 * reach, 0.9 * reach, length(vPlane));`,
      );
  };
  return look({ fine: geometry }, material, (theme) => {
    uniforms.gridColor.value.copy(colorsOf(theme).gridLine);
  });
}

/** A cone of radius and height 1 that stands on its base at the origin. */
const unitCone = (segments: number) => new ConeGeometry(1, 1, segments).translate(0, 0.5, 0);

/** Factories by shape. A new shape is one line here. */
export const shapeLooks = {
  plane,
  box,
  sphere,
  ellipsoid: sphere,
  cylinder: () => turned((segments) => new CylinderGeometry(1, 1, 2, segments)),
  cone: () => turned(unitCone),
} as const;

/** Name of a shape that can be drawn. */
export type ShapeName = keyof typeof shapeLooks;
