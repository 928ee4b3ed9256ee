import type { Body } from 'holonom';
import { addBox, addGround, seeded, turn } from './parts/common.js';
import { defineScene } from './scene.js';

// Four belts around a square: three fall a little to the next one, the last climbs back.
const [reach, width, thickness] = [3, 1.2, 0.16];
const [top, drop] = [1.5, 0.22];

export default defineScene({
  title: 'Conveyor belts',
  description:
    'Belts that stand still, whose surfaces move: friction takes the crates along, around the corners and up the slope. Run the belts backwards, or make them too slippery to climb.',
  group: 'rigid',
  tags: ['rigid', 'friction', 'conveyor'],
  order: 27,
  camera: { position: [5.6, 7.6, 9.8], target: [0, 0.5, 0.3] },
  controls: {
    crates: { label: 'Crates', value: 24, min: 1, max: 60, step: 1 },
    speed: { label: 'Belt speed', value: 1.2, min: -2, max: 3, step: 0.1, unit: 'm/s', live: true },
    friction: { label: 'Friction', value: 0.6, min: 0, max: 1, step: 0.05, live: true },
  },
  build({ world, values }) {
    addGround(world);
    const belts: Body[] = [];
    for (let side = 0; side < 4; side++) {
      // Each begins on the width of the one before and ends where the next one begins.
      const heading = 90 * side;
      const [from, to] = [top - side * drop, side === 3 ? top + drop : top - side * drop];
      const run = 2 * reach;
      const slope = Math.atan2(to - from, run);
      const rotation = turned(heading, (slope * 180) / Math.PI);
      const [x, z] = around(heading, -width / 2, reach);
      belts.push(
        addBox(
          world,
          [x, (from + to - thickness) / 2, z],
          [run / Math.cos(slope), thickness, width],
          {
            type: 'static',
            name: 'belt',
            rotation,
          },
        ),
      );
      // The outer rail reaches around the corner; the inner one leaves room for what arrives.
      for (const [middle, away, length] of [
        [0, reach + width / 2 + 0.04, run + width],
        [0, reach - width / 2 - 0.04, run - width],
      ] as const) {
        const [railX, railZ] = around(heading, middle, away);
        const y = (from + to) / 2 + (middle + width / 2) * Math.tan(slope) + 0.06;
        addBox(world, [railX, y, railZ], [length / Math.cos(slope), 0.32, 0.08], {
          type: 'static',
          name: 'rail',
          rotation,
          friction: 0,
          frictionCombine: 'multiply',
        });
      }
      for (const along of [-reach, reach - width]) {
        const [legX, legZ] = around(heading, along, reach);
        const size = (from + to) / 2 + (along + width / 2) * Math.tan(slope) - thickness - 0.1;
        addBox(world, [legX, size / 2, legZ], [0.2, size, 0.2], { type: 'static', name: 'leg' });
      }
    }
    const random = seeded(7);
    for (let i = 0; i < values.crates; i++) {
      const side = i % 3;
      const layer = Math.floor(i / 12);
      const [x, z] = around(
        90 * side,
        -2.6 + 1.25 * (Math.floor(i / 3) % 4) + 0.1 * random(),
        reach + 0.4 * (random() - 0.5),
      );
      const size = 0.26 + 0.16 * random();
      addBox(
        world,
        [x, top - side * drop + 0.3 + 0.5 * layer, z],
        [size, size * (0.7 + 0.5 * random()), size],
        { density: 300, friction: 0.6, name: 'crate', rotation: turn([0, 1, 0], 90 * random()) },
      );
    }
    const apply = (changed: typeof values) => {
      for (const belt of belts) {
        belt.surfaceVelocity = [changed.speed, 0, 0];
        belt.friction = changed.friction;
      }
    };
    apply(values);
    return { apply };
  },
});

/** A point this far along a side and from the middle, of the side whose belt runs towards `heading`. */
function around(heading: number, along: number, away: number): [x: number, z: number] {
  const angle = (heading * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [along * c + away * s, -along * s + away * c];
}

/** First climbs along x, then turns about the vertical. */
function turned(heading: number, climb: number): [number, number, number, number] {
  const [, y, , w] = turn([0, 1, 0], heading);
  const [, , z, v] = turn([0, 0, 1], climb);
  return [y * z, y * v, w * z, w * v];
}
