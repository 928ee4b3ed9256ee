// What a scene file gives: data and a world, never pixels. Pages, tests and benchmarks run the same scenes.
import type { Scene as SceneFile, World, WorldSettings } from 'holonom';

type Point = readonly [x: number, y: number, z: number];

interface ControlText {
  /** Words beside the control. */
  readonly label: string;
  /** One sentence on the effect, where the label does not say it. */
  readonly help?: string;
  /** Changes at once through {@link SceneRun.apply}; otherwise the scene is built again. */
  readonly live?: boolean;
  /** The setting of the world that it stands for: the world's own panel leaves that one out. */
  readonly setting?: keyof WorldSettings;
}

/** A number that can be moved between two ends. */
export interface NumberControl extends ControlText {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: string;
  /** Moves by factors instead of steps. */
  readonly logarithmic?: boolean;
}

/** One of a few names. */
export interface ChoiceControl extends ControlText {
  readonly value: string;
  /** Words for each name. */
  readonly options: Readonly<Record<string, string>>;
}

/** On or off. */
export interface SwitchControl extends ControlText {
  readonly value: boolean;
}

/** Something of a scene that the reader can change. */
export type Control = NumberControl | ChoiceControl | SwitchControl;
/** The controls of a scene, by name. */
export type Controls = Readonly<Record<string, Control>>;

type Widened<Value> = Value extends number ? number : Value extends boolean ? boolean : string;
/** The values of controls, by name. */
export type Values<C extends Controls = Controls> = {
  readonly [Name in keyof C]: Widened<C[Name]['value']>;
};

/** A triangle mesh as plain lists. */
export interface Mesh {
  /** x y z per vertex. Unit: m. */
  readonly vertices: readonly number[];
  /** Three per triangle. */
  readonly indices: readonly number[];
}

/** What a scene is built from. */
export interface SceneContext<C extends Controls = Controls> {
  /** An empty world with the settings of the scene. */
  readonly world: World;
  readonly values: Values<C>;
  /** The meshes the scene asked for, by name. */
  readonly meshes: Readonly<Record<string, Mesh>>;
}

/** What a scene does while it runs. */
export interface SceneRun<C extends Controls = Controls> {
  /** Called before each step with the time of the world. Unit: s. */
  beforeStep?(time: number): void;
  /** Called when a live control has changed. */
  apply?(values: Values<C>): void;
  /** Numbers to plot, by name, read after each step at the time of the world. Unit: s. */
  measure?(time: number): Readonly<Record<string, number>>;
}

/** The parts of the gallery, in their order. */
export const sceneGroups = [
  'rigid',
  'joints',
  'cloth',
  'springs',
  'mixed',
  'lab',
  'stress',
] as const;
export type SceneGroup = (typeof sceneGroups)[number];

/** A scene: what it is about, where to look from, what can be changed and how it is built. */
export interface SceneDefinition<C extends Controls = Controls> {
  readonly title: string;
  /** One or two sentences: what happens, and what to try. */
  readonly description: string;
  /** Its part of the gallery; scenes outside it have none. */
  readonly group?: SceneGroup;
  readonly tags: readonly string[];
  /** Where the camera stands and looks. Unit: m. */
  readonly camera: { readonly position: Point; readonly target: Point };
  /** Settings of the world; the defaults of the core for the rest. */
  readonly settings?: WorldSettings;
  readonly controls: C;
  /** Names of meshes that must be loaded first. */
  readonly meshes?: readonly string[];
  /** Whether its description invites to make a net fly apart, which is then no mistake. */
  readonly fliesApart?: boolean;
  /** Place in lists; smaller comes first. */
  readonly order?: number;
  // Declared as a method, so that scenes with other controls fit in one list.
  build(context: SceneContext<C>): SceneRun<C> | undefined;
}

/** Gives a scene its types. */
export function defineScene<const C extends Controls>(
  definition: SceneDefinition<C>,
): SceneDefinition<C> {
  return definition;
}

/** The values controls have at first. */
export function initialValues(controls: Controls): Record<string, number | boolean | string> {
  return Object.fromEntries(
    Object.entries(controls).map(([name, control]) => [name, control.value]),
  );
}

/** The range of typed numbers: beyond the slider's, but not so far that a scene could never be built. */
export function offeredRange({ min, max }: NumberControl): [min: number, max: number] {
  const room = 4 * (max - min);
  return [min - room, max + room];
}

/** Whether a control can be set to a value. */
export function isOffered(control: Control, value: unknown): boolean {
  if (typeof value !== typeof control.value) return false;
  if ('min' in control) {
    const [min, max] = offeredRange(control);
    return Number(value) >= min && Number(value) <= max;
  }
  return !('options' in control) || Object.hasOwn(control.options, String(value));
}

/** A scene that shows a scene file. */
export function sceneOfFile(
  title: string,
  file: SceneFile,
  camera: SceneDefinition['camera'],
): SceneDefinition {
  return defineScene({
    title: file.title || title,
    description: 'A scene file of yours.',
    tags: ['imported'],
    camera,
    controls: {},
    build({ world }) {
      world.load(file);
      return undefined;
    },
  });
}
