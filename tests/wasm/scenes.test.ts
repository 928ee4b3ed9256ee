import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import { type Scene, sceneVersion } from 'holonom';
import { describe, expect, test } from 'vitest';
import { ball, crate, fillWorld, ground, makeWorld, run } from './fixture';

const schema = JSON.parse(
  readFileSync(new URL('../../build/scene.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ allErrors: true, strictRequired: false }).compile(schema);

describe('save and load', () => {
  test('give the same state, as an object and as text', () => {
    const world = makeWorld({ gravity: [0.1, -9.7, 0.3], substeps: 5, contactSlop: 0.007 });
    fillWorld(world);
    run(world, 0.7);
    const scene = world.save();
    const text = JSON.stringify(scene);
    // Contacts are found anew after loading: the worlds that are compared were both loaded.
    const [fromObject, fromText] = [makeWorld(), makeWorld()];
    fromObject.load(scene);
    fromText.load(text);
    expect(fromText.hash()).toBe(fromObject.hash());
    expect(fromObject.hash()).toBe(world.hash());
    expect(fromObject.save()).toEqual(scene);
    run(fromObject, 0.5);
    run(fromText, 0.5);
    expect(fromText.hash()).toBe(fromObject.hash());
  });

  test('keep a world that was never stepped exactly', () => {
    const world = makeWorld();
    fillWorld(world);
    const copy = makeWorld();
    copy.load(JSON.stringify(world.save()));
    expect(copy.hash()).toBe(world.hash());
    run(world, 0.5);
    run(copy, 0.5);
    expect(copy.hash()).toBe(world.hash());
  });

  test('write short numbers', () => {
    const world = makeWorld();
    world.addBody({ ...ball, position: [0.1, -2.3, 1e-7], friction: 0.3, mass: 1 / 3 });
    const saved = world.save().bodies?.[0];
    expect(saved?.position).toEqual([0.1, -2.3, 1e-7]);
    expect(saved?.friction).toBe(0.3);
    expect(saved?.mass).toBe(0.33333334);
    expect(JSON.stringify(world.save())).not.toMatch(/\d{12}/);
  });

  test('keep the full precision of spring networks', () => {
    const world = makeWorld();
    const network = world.addSpringNetwork({
      grid: { size: [1, 1], segments: [3, 3] },
      stiffness: 123.456789012345,
    });
    run(world, 0.3);
    const saved = world.save().springNetworks?.[0];
    expect(saved?.stiffness).toBe(123.456789012345);
    expect(saved?.positions).toEqual([...network.positions64]);
    expect(saved?.velocities).toEqual([...network.velocities]);
  });

  test('name objects by their place in the file', () => {
    const world = makeWorld();
    world.addBody(ground).remove();
    world.addBody(ball);
    const cloth = world.addCloth({ grid: { size: [1, 1], segments: [2, 2] } });
    world.addAttachment({
      cloth,
      point: 4,
      body: world.addBody({ ...crate, position: [0, -2, 0] }),
    });
    expect(world.save().attachments?.[0]).toMatchObject({ cloth: 0, body: 1, point: 4 });
  });

  test('a loaded scene replaces what was there', () => {
    const world = makeWorld({ substeps: 9 });
    fillWorld(world);
    world.load({
      holonom: 3,
      title: 'One ball',
      settings: { gravity: [0, 0, 0] },
      bodies: [{ ...ball, name: 'only' }],
    });
    expect([...world.bodies].map((body) => body.name)).toEqual(['only']);
    expect(world.cloths.length).toBe(0);
    expect(world.gravity).toEqual([0, 0, 0]);
    expect(world.substeps).toBe(4);
  });

  test('a scene may name its schema', () => {
    const world = makeWorld();
    world.load({ $schema: './scene.schema.json', holonom: 3 });
    expect(world.bodies.length).toBe(0);
  });
});

describe('the schema', () => {
  const accepts = (scene: unknown) => {
    const valid = validate(scene);
    return valid ? [] : (validate.errors ?? []);
  };

  test('accepts what save() writes', () => {
    const world = makeWorld();
    fillWorld(world);
    run(world, 0.2);
    expect(accepts(JSON.parse(JSON.stringify(world.save())))).toEqual([]);
  });

  const wrong: [string, unknown][] = [
    ['no version', {}],
    ['another version', { holonom: sceneVersion + 1 }],
    ['an unknown list', { holonom: 3, boddies: [] }],
    ['an unknown field', { holonom: 3, bodies: [{ ...ball, positon: [0, 0, 0] }] }],
    ['two shapes', { holonom: 3, bodies: [{ shape: { ...ball.shape, ...crate.shape } }] }],
    ['a vector of two', { holonom: 3, bodies: [{ ...ball, position: [0, 0] }] }],
    ['a negative mass', { holonom: 3, bodies: [{ ...ball, mass: -1 }] }],
    ['an unknown type', { holonom: 3, bodies: [{ ...ball, type: 'soft' }] }],
    ['a cloth from nothing', { holonom: 3, cloths: [{}] }],
    ['an attachment of nothing', { holonom: 3, attachments: [{ point: 0 }] }],
    [
      'an unknown pin',
      { holonom: 3, cloths: [{ grid: { size: [1, 1], segments: [1, 1] }, pins: ['middle'] }] },
    ],
  ];
  test.each(wrong)('refuses %s, and so does load()', (_, scene) => {
    expect(accepts(scene)).not.toEqual([]);
    expect(() => makeWorld().load(scene as Scene)).toThrow();
  });
});
