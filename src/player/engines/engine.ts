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
  /** `null` is automatic. An id that the engine never named is ignored. */
  setQuality(id: string | null): void;
  /** An id that the engine never named is ignored. */
  setAudioTrack(id: string): void;
  /** Lets go of the element and everything else. Reports nothing any more. */
  dispose(): void;
}

export type EngineName = 'native' | 'hls.js' | 'rx-player';

export type EngineReport =
  | { type: 'qualities'; levels: QualityLevel[] }
  | { type: 'quality_playing'; id: string }
  /** Captions have a `TextTrack` of the element each, which the engine fills while its mode is `hidden`. */
  | TrackNews
  /** The engine has given up: recovery, where there is one, was tried. `detail` is for reports, not for viewers. */
  | { type: 'failed'; name: PlayerErrorName; detail: string };

export interface EngineDeps {
  video: HTMLVideoElement;
  report: (report: EngineReport) => void;
}

export type CreateEngine = (deps: EngineDeps) => Engine;
