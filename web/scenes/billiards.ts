import type { Body, Vec3, World } from 'holonom';
import { addBall, addBox, addGround } from './parts/common.js';
import { defineScene } from './scene.js';

// A table of nine feet, and its balls.
const [length, width, height] = [2.54, 1.27, 0.76];
const [radius, mass] = [0.02858, 0.17];
const [cushion, rail, pocket] = [0.05, 0.037, 0.13];
/** Where the cue ball and the first ball of the rack lie, from the middle. */
const [head, foot] = [-length / 4, length / 4];
const ball = { mass, friction: 0.05, restitution: 0.95, restitutionCombine: 'min' } as const;

export default defineScene({
  title: 'Billiards',
  description:
    'The cue hits off center: follow, draw and side spin turn the ball, friction with the cloth turns that into motion, and cushions and other balls change both. Rolling friction brings the balls to rest. Aim, add spin, and try again without it.',
  group: 'rigid',
  tags: ['rigid', 'friction', 'rolling', 'restitution'],
  order: 26,
  camera: { position: [-1.7, 2.25, 2.2], target: [0.02, 0.62, 0] },
  settings: { substeps: 8, restitutionThreshold: 0.02 },
  controls: {
    balls: {
      label: 'Balls',
      value: 'rack',
      options: { rack: 'Fifteen', one: 'One', none: 'None' },
    },
    speed: { label: 'Speed', value: 7, min: 0.5, max: 12, step: 0.5, unit: 'm/s' },
    angle: { label: 'Angle', value: 1, min: -60, max: 60, step: 0.5, unit: '°' },
    follow: {
      label: 'Follow and draw',
      value: 0,
      min: -0.6,
      max: 0.6,
      step: 0.05,
      help: 'How high above the center the cue hits, by the radius. Below, the ball spins back.',
    },
    side: {
      label: 'Side spin',
      value: 0,
      min: -0.6,
      max: 0.6,
      step: 0.05,
      help: 'How far beside the center the cue hits, by the radius.',
    },
    rolling: {
      label: 'Rolling friction',
      value: 0.3,
      min: 0,
      max: 1,
      step: 0.05,
      unit: 'mm',
      live: true,
    },
  },
  build({ world, values }) {
    addGround(world);
    const cloth = addTable(world);
    const cue = addBall(world, at(head, 0), radius, { ...ball, name: 'cue ball' });
    const count = { rack: 15, one: 1, none: 0 }[values.balls] ?? 0;
    for (let row = 0, i = 0; i < count; row++)
      for (let k = 0; k <= row && i < count; k++, i++) {
        // Racked with a hair between them.
        const pitch = 2.002 * radius;
        const place = at(foot + (row * pitch * Math.sqrt(3)) / 2, (k - row / 2) * pitch);
        addBall(world, place, radius, { ...ball, name: `ball ${i + 1}` });
      }
    shoot(cue, values);
    const apply = (changed: typeof values) => {
      // As far from the center as a ball's weight moves on cloth.
      cloth.rollingFriction = changed.rolling / 1000;
    };
    apply(values);
    return { apply };
  },
});

const at = (x: number, z: number): Vec3 => [x, height + radius, z];

/** A cue that hits at an offset b along an angle leaves ω = 5 v b / (2 r²). */
function shoot(
  cue: Body,
  shot: { readonly speed: number; angle: number; follow: number; side: number },
): void {
  const angle = (shot.angle * Math.PI) / 180;
  const spin = (2.5 * shot.speed) / radius;
  const [x, z] = [Math.cos(angle), -Math.sin(angle)];
  cue.linearVelocity = [shot.speed * x, 0, shot.speed * z];
  cue.angularVelocity = [spin * shot.follow * z, spin * shot.side, -spin * shot.follow * x];
}

/** A bed of slate with cushions, whose gaps are the pockets: what passes one falls off the bed. */
function addTable(world: World): Body {
  const cloth = addBox(world, [0, height - 0.025, 0], [length + 0.04, 0.05, width + 0.04], {
    type: 'static',
    name: 'cloth',
    // With the balls' own the geometric mean is 0.2.
    friction: 0.8,
    torsionalFriction: 3e-4,
  });
  const rubber = {
    type: 'static',
    name: 'cushion',
    friction: 0.8,
    restitution: 0.75,
    restitutionCombine: 'min',
  } as const;
  const y = height + rail / 2;
  const half = (length - 3 * pocket) / 2;
  for (const side of [-1, 1]) {
    for (const end of [-1, 1])
      addBox(
        world,
        [(end * (half + pocket)) / 2, y, side * ((width + cushion) / 2)],
        [half, rail, cushion],
        rubber,
      );
    addBox(
      world,
      [side * ((length + cushion) / 2), y, 0],
      [cushion, rail, width - 2 * pocket],
      rubber,
    );
    for (const end of [-1, 0, 1])
      addBox(world, [end * 1.1, (height - 0.05) / 2, side * 0.5], [0.1, height - 0.05, 0.1], {
        type: 'static',
        name: 'leg',
      });
  }
  return cloth;
}
