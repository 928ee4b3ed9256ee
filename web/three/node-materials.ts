// Materials of bodies and surfaces for WebGPURenderer, made of nodes instead of GLSL, with the same look.
import type { Color, MeshStandardMaterial, MeshStandardMaterialParameters } from 'three';

/** The module imported by `import * as webgpu from 'three/webgpu'`. */
export type WebGpu = Pick<typeof import('three/webgpu'), 'MeshStandardNodeMaterial' | 'TSL'>;

/** Name of the instance attribute that {@link roundedMaterial} needs. */
export const halfExtents = 'halfExtents';

/** A node material has the properties of the material that it replaces. */
const asStandard = (material: unknown) => material as MeshStandardMaterial;

/** Rounds the edges by the same few millimeters on every box, whatever the scale of the unit box. */
export function roundedMaterial(
  { MeshStandardNodeMaterial, TSL }: WebGpu,
  parameters: MeshStandardMaterialParameters,
): MeshStandardMaterial {
  const { attribute, min, normalGeometry, normalLocal, positionGeometry, positionLocal, sign } =
    TSL;
  class RoundedMaterial extends MeshStandardNodeMaterial {
    // Before the instance's matrix is applied, as nodes of a position are after it.
    override setupPosition(builder: Parameters<MeshStandardNodeMaterial['setupPosition']>[0]) {
      const half = attribute<'vec3'>(halfExtents, 'vec3');
      const edge = min(0.03, min(half.x, min(half.y, half.z)).mul(0.16));
      const inner = sign(positionGeometry).mul(half.sub(edge));
      positionLocal.assign(inner.add(normalGeometry.mul(edge)).div(half));
      normalLocal.assign(normalGeometry.mul(half));
      return super.setupPosition(builder);
    }
  }
  return asStandard(new RoundedMaterial(parameters));
}
type MeshStandardNodeMaterial = InstanceType<WebGpu['MeshStandardNodeMaterial']>;

/** A grid of meters that fades into the background. @param line its color, as a multiple of the instances' own */
export function gridMaterial(
  { MeshStandardNodeMaterial, TSL }: WebGpu,
  parameters: MeshStandardMaterialParameters,
  line: Color,
  reach: number,
): MeshStandardMaterial {
  const { abs, float, fract, fwidth, length, max, min, mix, positionGeometry } = TSL;
  const { smoothstep, uniform, vec2, vec3 } = TSL;
  const at = positionGeometry.xz;
  const gridLine = (spacing: number, widthInPixels: number) => {
    const place = vec2(at.div(spacing));
    const span = fwidth(place);
    const away = abs(fract(place.sub(0.5)).sub(0.5)).div(span);
    // Lines closer than a few pixels would flicker.
    const calm = float(1).sub(smoothstep(0.12, 0.5, max(span.x, span.y)));
    const near = min(away.x, away.y);
    return calm.mul(float(1).sub(smoothstep(widthInPixels - 0.5, widthInPixels + 0.5, near)));
  };
  const material = new MeshStandardNodeMaterial(parameters);
  const shown = max(gridLine(1, 0.6).mul(0.45), gridLine(5, 0.8).mul(0.9));
  material.colorNode = mix(vec3(1), uniform(line), shown);
  material.opacityNode = float(1).sub(smoothstep(0.2 * reach, 0.9 * reach, length(at)));
  return asStandard(material);
}

/** Darkens the back side, which makes folds visible. */
export function shadedBackMaterial(
  { MeshStandardNodeMaterial, TSL }: WebGpu,
  parameters: MeshStandardMaterialParameters,
): MeshStandardMaterial {
  const { frontFacing, materialColor, select } = TSL;
  const material = new MeshStandardNodeMaterial(parameters);
  material.colorNode = materialColor.rgb.mul(select(frontFacing, 1, 0.78));
  return asStandard(material);
}
