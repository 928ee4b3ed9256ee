import { addBall, addBox, addGround, turn } from './parts/common.js';
import { defineScene } from './scene.js';

const size = [0.09, 0.5, 0.25] as [number, number, number];

export default defineScene({
  title: 'Dominoes',
  description:
    'A spiral of dominoes and one ball. The wave runs at its own speed, whatever the push.',
  group: 'rigid',
  tags: ['rigid'],
  order: 9,
  camera: { position: [2.5, 5.2, 6.4], target: [0, 0, 0.1] },
  controls: {
    count: { label: 'Dominoes', value: 110, min: 10, max: 240, step: 5 },
    gap: { label: 'Distance', value: 0.24, min: 0.16, max: 0.4, step: 0.01, unit: 'm' },
    push: { label: 'Speed of the ball', value: 2.5, min: 0.5, max: 8, step: 0.5, unit: 'm/s' },
  },
  build({ world, values }) {
    addGround(world);
    // Along an Archimedean spiral, from outside in; steps of equal length.
    const pitch = 0.62 / (2 * Math.PI);
    let angle = outerAngle(values.count * values.gap, pitch);
    for (let i = 0; i < values.count; i++) {
      const radius = 0.45 + pitch * angle;
      const [x, z] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      // The way of travel: falling angle, slightly inwards.
      const heading = Math.atan2(
        -(pitch * Math.sin(angle) + radius * Math.cos(angle)),
        -(pitch * Math.cos(angle) - radius * Math.sin(angle)),
      );
      const degrees = (-heading * 180) / Math.PI;
      addBox(world, [x, size[1] / 2, z], size, {
        rotation: turn([0, 1, 0], degrees),
        density: 600,
        friction: 0.35,
        name: 'domino',
      });
      if (i === 0) {
        const [dx, dz] = [Math.cos(heading), Math.sin(heading)];
        addBall(world, [x - 0.7 * dx, 0.36, z - 0.7 * dz], 0.16, {
          density: 900,
          linearVelocity: [values.push * dx, 0, values.push * dz],
        });
      }
      angle -= values.gap / Math.hypot(radius, pitch);
    }
  },
});

/** Where a spiral of this length begins, if it ends at angle 0. */
function outerAngle(length: number, pitch: number): number {
  let angle = 0;
  for (let walked = 0; walked < length; ) {
    const step = 0.01;
    walked += step * Math.hypot(0.45 + pitch * angle, pitch);
    angle += step;
  }
  return angle;
}
