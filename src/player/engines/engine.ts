import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { MediaSourceInfo } from '../../../shared/player/player-response.ts';
import type { EngineReading } from '../../../shared/rpc/hls-playback.ts';
import type { EngineName } from '../../../shared/telemetry/playback-dimensions.ts';
import type { QualityLevel } from '../state/player-state.ts';
import type { TrackNews } from './parts/track-report.ts';

/**
 * Brings one media source to the element. Apart from the element, only plain data crosses this
 * interface, so that an engine can run in a worker. The element's own events report playback; an
 * engine reports only what the element cannot know.
 */
export interface Engine {
  readonly name: EngineName;
  /**
   * Called once. Fetches only the minimum until the element is asked to play.
   * @param startSeconds 0: the start of a film, or the live edge; negative: so far behind the
   *   newest moment of a live stream, which the browser's own HLS starts at its live edge
   */
  load(source: MediaSourceInfo, startSeconds: number): void;
  /**
   * Continues fetching after a network failure and keeps the buffer. Engines without it are
   * reloaded.
   */
  resume?(): void;
  /**
   * Sets how far ahead to buffer, in seconds; `null` is the engine's default. Engines without it
   * leave that to the browser.
   */
  setBufferGoal?(seconds: number | null): void;
  /** While frugal, automatic quality stays at the smallest level. */
  setFrugal?(isFrugal: boolean): void;
  /** `null` is automatic. Unknown ids are ignored. */
  setQuality(id: string | null): void;
  /** Unknown ids are ignored. */
  setAudioTrack(id: string): void;
  /** Readings for the statistics. Engines without it know no more than the element does. */
  read?(): EngineReading;
  /** Releases the element and all resources. Reports nothing after that. */
  dispose(): void;
}

export type EngineReport =
  /** The available quality levels have changed. */
  | { type: 'qualities'; levels: QualityLevel[] }
  /**
   * Each caption track has a `TextTrack` of the element, which the engine fills while its mode is
   * `hidden`. `changed` reports the current level and audio track, captions that failed, a changed
   * engine name, and whether a stream is live and its sender paused.
   */
  | TrackNews
  /**
   * The engine cannot continue alone. The player disposes of it, reloads it, or asks it to
   * `resume`. `detail` is for reports, not for viewers; `status` is the HTTP status if the engine
   * knows it. `isMoved`: the media is fine, and plays on another thread after a reload.
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
