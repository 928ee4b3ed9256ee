// Everything numeric that a chosen thing tells, for plots: its fields, and what follows from them.
import type {
  Attachment,
  Body,
  Cloth,
  Grains,
  Joint,
  Rod,
  Rope,
  SoftBody,
  SpringNetwork,
  World,
} from 'holonom';
import { heldPoint } from 'holonom/three';
import { fieldText } from '../../language/field-text.js';
import { t } from '../../language/language.js';
import type { Quantity } from '../plots/quantities.js';
import { type Chosen, fieldValue, pointOf, type Thing, tableOf } from './selection.js';

type Particles = Cloth | Rope | Grains | SoftBody | Rod;

/** Of the sweeps over particles, how many are plotted: there are no more colors. */
const mostSweeps = 9;
const axes = ['x', 'y', 'z'];
const size = (v: readonly number[]): number => Math.hypot(...v);

/** What can be plotted of a thing. Where it is gone there is nothing. */
export function quantitiesOf(chosen: Chosen): Quantity[] {
  const { thing } = chosen;
  const nothing = (lines: readonly string[]) => lines.map(() => Number.NaN);
  const quantity = <Kind extends Thing>(
    name: string,
    label: string,
    lines: readonly string[],
    read: (thing: Kind, world: World) => readonly number[],
    costly = false,
  ): Quantity => ({
    name,
    label,
    lines,
    costly,
    read: (world) => (thing.alive ? read(thing as Kind, world) : nothing(lines)),
  });
  const point = (read: (thing: Particles | SpringNetwork) => ArrayLike<number>) => (it: Thing) =>
    pointOf(read(it as Particles | SpringNetwork), chosen.point);
  const ofPoint = (): Quantity[] => [
    quantity(
      'point',
      t('object.point'),
      axes,
      point(({ positions }) => positions),
    ),
    quantity(
      'pointVelocity',
      t('object.pointVelocity'),
      axes,
      point((it) => it.velocities),
    ),
  ];

  const ofParticles = (): Quantity[] => {
    const { particleIterations } = (thing as Particles).world;
    const sweeps = Array.from({ length: Math.min(particleIterations, mostSweeps) }, (_, i) =>
      t('object.sweep', { number: i + 1 }),
    );
    const seams = quantity<Particles>(
      'seamForce',
      t('object.seamForce'),
      [t('object.seamLargest')],
      (object) => [largestSeamForce(object)],
      true,
    );
    return [
      ...ofPoint(),
      ...('seams' in thing && thing.seams.length > 0 ? [seams] : []),
      quantity<Particles>('sweepResiduals', t('object.sweepResiduals'), sweeps, ({ residuals }) =>
        sweeps.map((_, i) => residuals[i] ?? Number.NaN),
      ),
    ];
  };

  const derived: Record<Chosen['kind'], () => Quantity[]> = {
    body: () => [
      quantity<Body>('speed', t('object.speed'), [t('plot.speed')], (body) => [
        size(body.linearVelocity),
      ]),
      quantity<Body>('spin', t('object.spin'), [t('plot.spin')], (body) => [
        size(body.angularVelocity),
      ]),
      quantity<Body>(
        'contactForce',
        t('object.contactForce'),
        [t('object.contactForce')],
        (body, world) => [contactForceOn(body, world)],
        true,
      ),
    ],
    joint: () => {
      const joint = thing as Joint;
      const coordinates = coordinatesOf(joint).length;
      const names = coordinateNames(joint).map((name) => t(name));
      const rows = joint.rows.map((_, i) => t('object.row', { number: i + 1 }));
      const moving =
        coordinates > 0
          ? [
              quantity<Joint>('coordinate', t('object.coordinate'), names, coordinatesOf),
              quantity<Joint>('rate', t('object.rate'), names, ratesOf),
            ]
          : [];
      return [
        quantity<Joint>('force', t('object.force'), axes, ({ reaction }) => reaction.force),
        quantity<Joint>('torque', t('object.torque'), axes, ({ reaction }) => reaction.torque),
        ...moving,
        quantity<Joint>('rowForces', t('object.rowForces'), rows, (it) =>
          rows.map((_, i) => it.rows[i]?.force ?? Number.NaN),
        ),
        quantity<Joint>('rowErrors', t('object.rowErrors'), rows, (it) =>
          rows.map((_, i) => it.rows[i]?.error ?? Number.NaN),
        ),
      ];
    },
    cloth: ofParticles,
    rope: ofParticles,
    grains: ofParticles,
    softBody: () => [
      ...ofParticles(),
      quantity<SoftBody>(
        'volume',
        t('object.volume'),
        [t('object.volume')],
        ({ volume }) => [volume],
        true,
      ),
    ],
    rod: ofParticles,
    springNetwork: () => [
      ...ofPoint(),
      quantity<SpringNetwork>(
        'energy',
        t('plot.energy'),
        [t('numbers.kinetic'), t('numbers.potential'), t('numbers.elastic'), t('numbers.total')],
        ({ diagnostics: { energy } }) => [
          energy.kinetic,
          energy.potential,
          energy.elastic,
          energy.total,
        ],
      ),
      quantity<SpringNetwork>('strain', t('object.strain'), [t('object.strain')], (net) => [
        net.diagnostics.largestStrain,
      ]),
      quantity<SpringNetwork>(
        'iterations',
        t('object.iterations'),
        [t('object.iterations')],
        (net) => [net.diagnostics.iterations],
      ),
      quantity<SpringNetwork>('residual', t('object.residual'), [t('object.residual')], (net) => [
        net.diagnostics.residual,
      ]),
      quantity<SpringNetwork>(
        'timeRatio',
        t('object.timeRatio'),
        [t('object.timeRatio')],
        (net) => [net.diagnostics.timeRatio],
      ),
    ],
    attachment: () => [
      quantity<Attachment>('force', t('object.tieForce'), axes, ({ force }) => force),
      quantity<Attachment>('point', t('object.point'), axes, heldPoint),
    ],
    force: () => [],
  };
  return [...derived[chosen.kind](), ...fieldQuantities(chosen, quantity)];
}

type Make = (
  name: string,
  label: string,
  lines: readonly string[],
  read: (thing: Thing, world: World) => readonly number[],
) => Quantity;

/** The fields that hold a number or a vector now. */
function fieldQuantities(chosen: Chosen, make: Make): Quantity[] {
  const { thing } = chosen;
  const table = tableOf(chosen);
  return table.fields.flatMap((field) => {
    const value = fieldValue(thing, field);
    const { label } = fieldText(table.name, field);
    const text = field.unit ? `${label}, ${field.unit}` : label;
    if (field.type === 'number')
      return [make(field.name, text, [label], (now) => [Number(fieldValue(now, field))])];
    if (field.type === 'vec3' && value)
      return [make(field.name, text, axes, (now) => (fieldValue(now, field) ?? []) as number[])];
    return [];
  });
}

function coordinatesOf(joint: Joint): readonly number[] {
  if ('coordinates' in joint) return joint.coordinates;
  return joint.type === 'fixed' ? [] : [joint.coordinate];
}

function ratesOf(joint: Joint): readonly number[] {
  if ('rates' in joint) return joint.rates;
  return joint.type === 'fixed' ? [] : [joint.rate];
}

function coordinateNames({ type }: Joint): readonly Parameters<typeof t>[0][] {
  if (type === 'fixed') return [];
  if (type === 'ball') return ['object.swing', 'object.twist'];
  if (type === 'gear' || type === 'pulley') return ['object.sideA', 'object.sideB'];
  return type === 'rackAndPinion' ? ['object.turn', 'object.slide'] : ['object.coordinate'];
}

/** Of all normal forces on a body, how large they are together. */
function contactForceOn(body: Body, world: World): number {
  let sum = 0;
  for (const { bodyA, bodyB, sensor, points } of world.contacts)
    if (!sensor && (bodyA === body || bodyB === body))
      for (const { normalForce } of points) sum += normalForce;
  return sum;
}

/** What the pair bears that is pulled at most; the table holds x of all pairs, then y, then z. */
function largestSeamForce(object: Particles): number {
  const { forces } = object.constraints('seam');
  const pairs = forces.length / 3;
  let most = 0;
  for (let i = 0; i < pairs; i++)
    most = Math.max(most, size([i, pairs + i, 2 * pairs + i].map((at) => forces[at] as number)));
  return most;
}
