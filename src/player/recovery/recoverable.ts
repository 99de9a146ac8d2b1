import type { MediaSourceInfo, PlayerResponse } from '../../../shared/player/player-response.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineChoice } from '../engines/select-engines.ts';
import type { PlayerStore } from '../state/player-store.ts';

/** The current video, as far as recovery acts on it. */
export interface Recoverable {
  readonly video: HTMLVideoElement;
  readonly store: PlayerStore;
  sources: readonly MediaSourceInfo[];
  /** All ways to play, and the index of the current one. */
  choices: readonly EngineChoice[];
  index: number;
  engine: Engine | null;
  /** Seconds to load ahead; `null` is the engine's own choice, within `aheadSec`. */
  bufferGoalSec: number | null;
  /** Sets `bufferGoalSec` of this engine, and of those created later. */
  setBufferGoal(seconds: number | null): void;
  /**
   * Reloads the media with one of the choices, from `startSeconds` of `Engine.load`. A chosen
   * quality is kept.
   */
  restartFrom(index: number, startSeconds: number, isPlayed: boolean): void;
  fail(name: string, message?: string | null): void;
  /** The API's `player` interface, without cached replies. */
  askVideo(videoId: string): Promise<Result<PlayerResponse>>;
  /** Aborted when another video replaces this one. */
  readonly signal: AbortSignal;
}
