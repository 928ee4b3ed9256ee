// Every rule of the library is broken once, and its message is made of its parameters, in English and in Korean.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  errorMessage,
  errorTexts,
  FixedStepClock,
  HolonomError,
  type HolonomErrorRule,
  loadHolonom,
  type World,
} from 'holonom';
import { CharacterController } from 'holonom/character';
import { readGltf, readMesh, readObj, writeGltf } from 'holonom/gltf';
import * as drawing from 'holonom/three';
import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import type { RawModule } from '../../wasm/src/raw.ts';
import { catchTraps, refuseBroken } from '../../wasm/src/traps.ts';
import { errorsInKorean } from '../../web/language/errors.ko.ts';
import { siteErrors } from '../../web/language/site-error.ts';
import { siteErrorsInKorean } from '../../web/language/site-errors.ko.ts';
import { badValues } from '../wasm/bad-arguments.ts';
import { makeCanvas, usePage } from '../wasm/canvas.ts';
import { ball, crate, fillWorld, ground, holonom, makeWorld } from '../wasm/fixture.ts';

usePage();

/** Rules that no call of JavaScript breaks within a test, and why. */
const unraised: Partial<Record<HolonomErrorRule, string>> = {};

const triangle = { vertices: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 2, 1] };
const sheet = { grid: { size: [1, 1], segments: [2, 2] } } as const;
const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

type Call = (world: World) => unknown;
/** Something that JavaScript lets through. */
const any = (value: unknown) => value as never;
const body =
  (rest: object): Call =>
  (world) =>
    world.addBody(any({ ...ball, ...rest }));
const shape =
  (one: object, type = 'dynamic'): Call =>
  (world) =>
    world.addBody(any({ shape: one, type }));
const cloth =
  (rest: object): Call =>
  (world) =>
    world.addCloth(any({ ...sheet, ...rest }));
const net =
  (rest: object): Call =>
  (world) =>
    world.addSpringNetwork(any({ ...sheet, ...rest }));
const joint =
  (one: (world: World) => object): Call =>
  (world) =>
    world.addJoint(any(one(world)));
const force =
  (one: (world: World) => object): Call =>
  (world) =>
    world.addForce(any(one(world)));
const tie =
  (rest: (world: World) => object): Call =>
  (world) =>
    world.addAttachment(any({ cloth: world.cloths.at(0), point: 0, ...rest(world) }));
const load =
  (scene: object): Call =>
  (world) =>
    world.load(any({ holonom: 2, ...scene }));
const rotate =
  (rotation: unknown, form: unknown = 'matrix', order?: unknown): Call =>
  () =>
    holonom.convertRotation(any(rotation), any(form), any(order));
const solid =
  (one: unknown): Call =>
  () =>
    holonom.massProperties(any(one));
const set =
  (of: 'bodies' | 'cloths' | 'springNetworks' | 'world', fields: object): Call =>
  (world) =>
    Object.assign(
      of === 'world' ? world : (world[of].at(of === 'bodies' ? 1 : 0) as object),
      fields,
    );
const a = (world: World) => world.bodies.at(1);

const calls: readonly Call[] = [
  // Types and ranges.
  body({ mass: 'x' }),
  body({ position: [Number.NaN, 0, 0] }),
  body({ mass: 0 }),
  body({ restitution: 2 }),
];

async function raised(): Promise<Map<HolonomErrorRule, HolonomError>> {
  const found = new Map<HolonomErrorRule, HolonomError>();
  const take = (error: unknown): void => {
    if (error instanceof HolonomError && !found.has(error.rule)) found.set(error.rule, error);
  };
  const attempt = async (call: () => unknown): Promise<void> => {
    try {
      await call();
    } catch (error) {
      take(error);
    }
  };
  const other = holonom.createWorld();
  const bad = [...badValues(other).values()];
  const fields = ['mass', 'shape', 'rotation', 'type', 'name', 'position', 'continuous'];
  const all: Call[] = [...calls];
  for (const value of bad) {
    for (const field of fields) all.push(body({ [field]: value }));
    for (const field of ['pins', 'grid', 'mesh', 'seams', 'uvs', 'positions'])
      all.push(cloth({ [field]: value }));
    for (const field of ['pins', 'grid', 'forces']) all.push(net({ [field]: value }));
  }
  for (const call of all) {
    const world = holonom.createWorld();
    fillWorld(world);
    await attempt(() => call(world));
    if (!world.disposed) world.dispose();
  }
  other.dispose();
  return found;
}

test('every rule is broken once and has its message in both languages', async () => {
  const found = await raised();
  const rules = Object.keys(errorTexts.rules) as HolonomErrorRule[];
  expect(rules.filter((rule) => !found.has(rule) && !(rule in unraised))).toEqual([]);
  expect(Object.keys(unraised).filter((rule) => found.has(rule as HolonomErrorRule))).toEqual([]);
  for (const [rule, error] of found) {
    const korean = errorMessage(error.toJSON(), errorsInKorean);
    expect(error.message, rule).toBe(errorMessage(error.toJSON()));
    for (const said of [error.message, error.allowed, korean])
      expect(said, rule).not.toMatch(/\{\w+\}|undefined/);
    expect(error.allowed, rule).not.toBe('');
    expect(korean, rule).toMatch(/[가-힣]/);
  }
}, 60_000);
