// What the playground shows, and what it tells the page around it.
import type { World } from 'holonom';
import type { Picked } from 'holonom/three';
import type { SceneContext, SceneDefinition, Values } from '../scenes/scene.js';
import type { Past } from './past.js';

/** What a scene on the stage does while it runs. */
export interface StageRun {
  beforeStep?(time: number): void;
  apply?(values: Values): void | Promise<void>;
}

/** The last steps of a world and the way back into them; see `Past`. */
export type StagePast = Pick<
  Past,
  'moment' | 'isBack' | 'asked' | 'ask' | 'askWithin' | 'seek' | 'visit'
>;

/** A scene whose code and world are elsewhere; the world on the page follows them. */
export interface FarRun extends StageRun {
  /** The world on the page, through which what is done to it reaches the other. */
  readonly world: World;
  readonly past: StagePast;
  /** Why it was ended, after which it can only be built again. */
  readonly ended: Error | undefined;
  /** Has a step made. @param landing called just before the world on the page is moved. @returns what it took. Unit: ms. */
  step(dt: number, landing?: () => void): Promise<number>;
  /** Ends it for a reason. */
  end(reason: Error): void;
  /** Gives back what it holds; another takes its place. */
  dispose(): void;
}

/** Whether the world of a run is elsewhere. */
export const isFar = (run: StageRun | undefined): run is FarRun =>
  run !== undefined && 'step' in run;

/** A scene of the gallery, or one whose code runs elsewhere. */
export interface StageScene extends Omit<SceneDefinition, 'build'> {
  build(context: SceneContext): StageRun | undefined | Promise<FarRun>;
}

/** What the page around the playground does when something happens. */
export interface PlaygroundEvents {
  /** Another scene is on the stage. */
  opened(scene: StageScene): void;
  /** Something can't be done; what ran before goes on. */
  failed(title: string, error: unknown): void;
  /** Paused, or going on. */
  paused(paused: boolean): void;
  /** The world was brought to another moment of its past. */
  sought(): void;
  /** Another world stands on the stage: of another scene, or of the same one built again. */
  built(sameScene: boolean): void;
  /** The reader took hold of something. */
  picked(picked: Picked): void;
  /** A step was made, on the page or elsewhere. Unit: ms. */
  stepped(milliseconds: number, elsewhere: boolean): void;
  /** A frame is over. Unit: ms since the one before. @param isNew whether a picture was drawn: where nothing changed, the last one stays. */
  drawn(now: number, frameTime: number, isNew: boolean): void;
  /** Words for those who do not see the stage. */
  said(text: string): void;
}
