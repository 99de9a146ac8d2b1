import type { EngineReading } from '../../../shared/hls-playback.ts';
import type { PlayerErrorName } from '../../../shared/player-error.ts';
import type { MediaSourceInfo } from '../../../shared/player-response.ts';
import type { QualityLevel } from '../player-state.ts';
import type { TrackNews } from './track-report.ts';

/**
 * Brings one media source to the element. Everything that crosses this interface is plain data besides the element itself,
 * so that an engine may do its work in a worker of its own. The element's own events say what plays; an engine says only
 * what the element cannot know.
 */
export interface Engine {
  readonly name: EngineName;
  /** Fetches no more than it needs until the element is asked to play. Called once. */
  load(source: MediaSourceInfo, startSeconds: number): void;
  /** Goes on fetching after a network that failed, with what is buffered kept; engines without it are loaded anew. */
  resume?(): void;
  /** How far ahead it shall fetch, in seconds; `null` is as far as it thinks right. Engines without it leave that to the browser. */
  setBufferGoal?(seconds: number | null): void;
  /** Where the quality is automatic: the smallest, until told otherwise. */
  setFrugal?(isFrugal: boolean): void;
  /** `null` is automatic. An id that the engine never named is ignored. */
  setQuality(id: string | null): void;
  /** An id that the engine never named is ignored. */
  setAudioTrack(id: string): void;
  /** For the statistics. Engines without it know nothing that the element does not. */
  read?(): EngineReading;
  /** Lets go of the element and everything else. Reports nothing any more. */
  dispose(): void;
}

export type EngineName = 'native' | 'hls.js' | 'hls.js in a worker' | 'rx-player';

export type EngineReport =
  /** It has turned out to be another. */
  | { type: 'qualities'; levels: QualityLevel[] }
  /**
   * Captions have a `TextTrack` of the element each, which the engine fills while its mode is `hidden`. `changed` tells the level and the
   * sound that play, captions that failed, and that the engine has turned out to be another.
   */
  | TrackNews
  /**
   * The engine does not get on by itself. It is let go of, loaded anew, or asked to `resume`.
   * `detail` is for reports, not for viewers; `status` is the server's, where the engine knows it. `isMoved`: nothing is wrong with the
   * media, which plays on another thread the next time it is loaded.
   */
  | {
      type: 'failed';
      name: PlayerErrorName;
      detail?: string;
      status?: number | null;
      isMoved?: boolean;
    };

export interface EngineDeps {
  video: HTMLVideoElement;
  report: (report: EngineReport) => void;
  /** As for `setBufferGoal`. */
  bufferGoalSec: number | null;
}

export type CreateEngine = (deps: EngineDeps) => Engine;
