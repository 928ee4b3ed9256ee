// What the playground shows, and what it tells the page around it.
import type { Picked } from 'holonom/three';
import type { SceneContext, SceneDefinition, Values } from '../scenes/scene.js';

/** What a scene on the stage does while it runs. What comes from code of the reader takes its time. */
export interface StageRun {
  beforeStep?(time: number): void | Promise<void>;
  apply?(values: Values): void | Promise<void>;
}

/** A scene of the gallery, or one whose code runs elsewhere. */
export interface StageScene extends Omit<SceneDefinition, 'build'> {
  build(context: SceneContext): StageRun | undefined | Promise<StageRun>;
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
  /** A step was made. Unit: ms. */
  stepped(milliseconds: number): void;
  /** A picture was drawn. Unit: ms since the one before. */
  drawn(now: number, frameTime: number): void;
  /** Words for those who do not see the stage. */
  said(text: string): void;
}
