// Every component and hook of `holonom/react`, given everything that may be given by mistake: what is refused goes to
// the error boundary as a HolonomError, and leaves nothing in the world.
import { act } from '@react-three/fiber';
import { type Body, type Cloth, definitions, HolonomError, type World } from 'holonom';
import * as door from 'holonom/react';
import { createElement, createRef, type ReactNode, useEffect } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { badValues } from './bad-arguments';
import { usePage } from './canvas';
import { crate, makeWorld } from './fixture';
import { Boundary, makeRoot } from './react-root';

usePage();

// React reports each error that a boundary has caught, to what it finds as it is imported.
vi.hoisted(() => Object.assign(globalThis, { reportError: () => {} }));

let root: Awaited<ReturnType<typeof makeRoot>>;
let world: World;
let visits = 0;
const body = createRef<Body>();
const cloth = createRef<Cloth>();

function Probe() {
  const found = door.useWorld();
  useEffect(() => {
    world = found;
  }, [found]);
  return null;
}

const sheet = { grid: { size: [1, 1], segments: [2, 2] }, position: [0, 5, 0] } as const;

/** A world with a body and a cloth, and guests by name. @returns what each of them threw */
async function show(guests: ReadonlyMap<string, ReactNode> = new Map()) {
  const thrown = new Map<string, unknown>();
  visits++;
  await act(async () => {
    root.render(
      createElement(
        door.Physics,
        null,
        createElement(Probe),
        createElement(door.RigidBody, { ref: body, ...crate }),
        createElement(door.Cloth, { ref: cloth, ...sheet }),
        ...[...guests].map(([name, guest]) => {
          const fail = (error: unknown) => thrown.set(name, error);
          return createElement(Boundary, { fail, key: `${visits} ${name}` }, guest);
        }),
      ),
    );
  });
  return thrown;
}

beforeAll(async () => {
  root = await makeRoot();
  await show();
});
afterAll(() => act(async () => root.unmount()));

type Props = Readonly<Record<string, unknown>>;

const fieldsOf = (kind: string) =>
  (
    definitions.kinds.find(({ name }) => name === kind)?.fields ?? definitions.structs[kind]!.fields
  ).map(({ name }) => name);

interface Row {
  readonly component: unknown;
  /** Besides the one that is wrong. */
  readonly props: () => Props;
  readonly names: readonly string[];
  /** The type of a tie, inside of which the fields are. */
  readonly type?: string;
}

const told = ['onContactBegin', 'onContactStay', 'onContactEnd', 'onHit', 'hitSpeed'];
const more = ['onSensorEnter', 'onSensorLeave', 'onSleep', 'onWake'];
const typed = (component: unknown, type: string, props: () => Props): Row => ({
  component,
  type,
  props,
  names: fieldsOf(type),
});

/** What these types can't do without. */
const needed: Readonly<Record<string, Props>> = {
  hinge: { axis: [0, 0, 1] },
  prismatic: { axis: [0, 0, 1] },
  distance: { anchorB: [0, 3, 0] },
  gear: { axisA: [0, 0, 1], anchorB: [9, 9, 9] },
  rackAndPinion: { axis: [0, 0, 1], direction: [1, 0, 0], radius: 1 },
  pulley: { anchorB: [0, 3, 0], groundA: [0, 5, 0], groundB: [1, 5, 0] },
};

const rows: Readonly<Record<string, Row>> = {
  RigidBody: {
    component: door.RigidBody,
    props: () => crate,
    names: ['ref', ...told, ...more, ...fieldsOf('body')],
  },
  Cloth: { component: door.Cloth, props: () => sheet, names: ['ref', ...fieldsOf('cloth')] },
  Rope: {
    component: door.Rope,
    props: () => ({ position: [0, 9, 0] }),
    names: ['ref', ...fieldsOf('rope')],
  },
  Grains: {
    component: door.Grains,
    props: () => ({ base: [2, 2], layers: 1, position: [0, 9, 0] }),
    names: ['ref', ...fieldsOf('grains')],
  },
  SoftBody: {
    component: door.SoftBody,
    props: () => ({ lattice: { cells: [1, 1, 1] }, position: [0, 9, 0] }),
    names: ['ref', ...fieldsOf('softBody')],
  },
  Rod: {
    component: door.Rod,
    props: () => ({ position: [0, 9, 0] }),
    names: ['ref', ...fieldsOf('rod')],
  },
  SpringNetwork: {
    component: door.SpringNetwork,
    props: () => sheet,
    names: ['ref', 'onBlowUp', ...fieldsOf('springNetwork')],
  },
  Attachment: {
    component: door.Attachment,
    props: () => ({ cloth, point: 0 }),
    names: ['ref', ...fieldsOf('attachment')],
  },
  Joint: {
    component: door.Joint,
    props: () => ({ fixed: { bodyA: body } }),
    names: ['ref', 'onBreak', ...fieldsOf('joint'), 'none'],
  },
  Force: {
    component: door.Force,
    props: () => ({ torque: { body } }),
    names: ['ref', ...fieldsOf('force'), 'none'],
  },
  ...Object.fromEntries(
    fieldsOf('joint').map((type) => [
      `Joint ${type}`,
      typed(door.Joint, type, () => ({ bodyA: body, ...needed[type] })),
    ]),
  ),
  ...Object.fromEntries(
    fieldsOf('force').map((type) => [
      `Force ${type}`,
      typed(door.Force, type, () =>
        type === 'field' ? {} : type === 'spring' ? { bodyA: body } : { body },
      ),
    ]),
  ),
  useBeforeStep: hook((value) => door.useBeforeStep(value)),
  useAfterStep: hook((value) => door.useAfterStep(value)),
};

function hook(use: (value: never) => void): Row {
  const component = ({ callback }: { callback: never }) => {
    use(callback);
    return null;
  };
  return { component, props: () => ({ callback: () => {} }), names: ['callback'] };
}

const elementOf = ({ component, props, type }: Row, name?: string, value?: unknown) => {
  const all = name === undefined ? props() : { ...props(), [name]: value };
  return createElement(component as never, (type ? { [type]: all } : all) as never);
};

const contents = () => {
  const { bodies, cloths, springNetworks, joints, forces, attachments } = world;
  return [bodies, cloths, springNetworks, joints, forces, attachments].map(({ length }) => length);
};
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

test.each(
  Object.entries(rows).flatMap(([place, row]) =>
    row.names.map((name) => [place, name, row] as const),
  ),
)('%s refuses a bad %s by name', async (place, name, row) => {
  await show();
  const before = contents();
  const bad = new Map(badValues(makeWorld()));
  // What looks like a callback is called, and what it throws is the caller's.
  if (name === 'ref') bad.delete('a class');
  const elements = new Map([...bad].map(([kind, value]) => [kind, elementOf(row, name, value)]));
  const thrown = await show(elements);
  for (const [kind, error] of thrown) {
    const what = `${place} with ${kind} for ${name}`;
    expect(error, `${what}: ${error}`).toBeInstanceOf(HolonomError);
    const { code, message } = error as HolonomError;
    expect([code, message], what).not.toContain('');
  }
  expect(thrown.size).toBeGreaterThanOrEqual(20);
  expect(sum(contents()) - sum(before)).toBeLessThanOrEqual(elements.size - thrown.size);
  expect(await show(new Map([['sound', elementOf(row)]]))).toEqual(new Map());
  await show();
  expect([world.disposed, ...contents()]).toEqual([false, ...before]);
});

test('a bad property of <Physics> goes to the boundary around it', async () => {
  for (const props of [{ paused: 'no' }, { timeStep: 0 }, { load: 3 }, { gravty: [0, 0, 0] }]) {
    let thrown: unknown;
    const fail = (error: unknown) => {
      thrown = error;
    };
    const physics = createElement(door.Physics, props as never);
    await act(async () => root.render(createElement(Boundary, { fail, key: ++visits }, physics)));
    expect(thrown).toBeInstanceOf(HolonomError);
    expect((thrown as HolonomError).path).toBe(
      Object.keys(props)[0]!.replace('load', 'options').replace('timeStep', 'dt'),
    );
  }
});

test('a component outside of <Physics> says so', async () => {
  let thrown: unknown;
  const fail = (error: unknown) => {
    thrown = error;
  };
  const lost = createElement(door.RigidBody, crate);
  await act(async () => root.render(createElement(Boundary, { fail, key: ++visits }, lost)));
  expect(thrown).toMatchObject({ code: 'missing', path: 'Physics' });
});

test('the table has every component of the door', () => {
  const components = Object.keys(door).filter((name) => !['Physics', 'useWorld'].includes(name));
  expect(Object.keys(rows).filter((name) => !name.includes(' '))).toEqual(
    expect.arrayContaining(components),
  );
});
