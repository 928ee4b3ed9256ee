// Ambient light as spherical harmonics: irradiance by normal, for a few multiplications per pixel.
// (With software rendering, a prefiltered environment map takes seconds to make and doubles the frame time.)
// After Ramamoorthi and Hanrahan, An Efficient Representation for Irradiance Environment Maps, 2001.
import { Color, LightProbe, SphericalHarmonics3, Vector3 } from 'three';

const zenith = new Color('#e6eefc').multiplyScalar(0.66);
const horizon = new Color('#f4f2ee').multiplyScalar(0.47);
const floor = new Color('#cdbfa8').multiplyScalar(0.46);

/** Lights around the horizon, wide enough for nine spherical harmonics. */
const places = [
  // A window behind the camera on the left, on the side of the sun.
  { at: new Vector3(-0.7, 0.35, 0.62), light: new Color('#fff0d8').multiplyScalar(0.42) },
  // The sky on the other side: cool, so that shade differs from light in hue too.
  { at: new Vector3(0.85, 0.2, 0.1), light: new Color('#b9cdf2').multiplyScalar(0.3) },
].map(({ at, light }) => ({ at: at.normalize(), light }));
const sharpness = 3;

const samples = 1000;
const golden = Math.PI * (3 - Math.sqrt(5));

/** Radiance from a direction. */
function radiance(from: Vector3, out: Color): Color {
  out.lerpColors(horizon, from.y > 0 ? zenith : floor, Math.min(1, 1.6 * Math.abs(from.y)));
  for (const { at, light } of places) {
    const share = Math.exp(sharpness * (from.dot(at) - 1));
    out.r += share * light.r;
    out.g += share * light.g;
    out.b += share * light.b;
  }
  return out;
}

/** Light of a room with a high sky and a pale floor. */
export function skyLight(): LightProbe {
  const harmonics = new SphericalHarmonics3();
  const [from, color, basis] = [new Vector3(), new Color(), new Array<number>(9).fill(0)];
  for (let i = 0; i < samples; i++) {
    // A spiral over the sphere with equidistant turns.
    const y = 1 - (2 * i + 1) / samples;
    const across = Math.sqrt(1 - y * y);
    from.set(across * Math.cos(i * golden), y, across * Math.sin(i * golden));
    radiance(from, color);
    SphericalHarmonics3.getBasisAt(from, basis);
    harmonics.coefficients.forEach((sum, k) => {
      const weight = ((4 * Math.PI) / samples) * (basis[k] as number);
      sum.x += weight * color.r;
      sum.y += weight * color.g;
      sum.z += weight * color.b;
    });
  }
  return new LightProbe(harmonics);
}
