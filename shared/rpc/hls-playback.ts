import type { DrmInfo } from '../player/drm.ts';
import type { PlayerErrorName } from '../player/player-error.ts';

/**
 * The contract of HLS playback, in the media worker or on the page
 * (`hls/playback/create-hls-playback.ts`). Plain data both ways, so that the page's part of the
 * engine is the same for both.
 */
export interface HlsPlayback {
  /** Resumes after a network failure; buffered media is kept. */
  resume(): void;
  /** Seconds; `null` leaves it to hls.js. */
  setBufferGoal(seconds: number | null): void;
  setFrugal(isFrugal: boolean): void;
  /** `null` is automatic. An unknown id is ignored. */
  setQuality(id: string | null): void;
  /** An unknown id is ignored. */
  setAudioTrack(id: string): void;
  /** Captions are fetched for the wanted track only; -1 is none. */
  wantText(index: number): void;
  /** Answered with a `reading`. */
  read(): void;
}

/** A call of one of these methods, as posted to the media worker. */
export type HlsCall = {
  [Name in keyof HlsPlayback]: { name: Name; args: Parameters<HlsPlayback[Name]> };
}[keyof HlsPlayback];

/** The media to play, and how. */
export interface HlsOrder {
  /** Absolute. */
  url: string;
  /** As for `Engine.load`. */
  startSeconds: number;
  bufferGoalSec: number | null;
  /** The chosen key system. */
  drm: DrmInfo | null;
  /** URL of the page; URLs in `drm` are relative to it. */
  baseUrl: string;
}

/** A WebVTT cue (W3C WebVTT, section 4). Workers have no `VTTCue`. */
export interface CueData {
  startTime: number;
  endTime: number;
  text: string;
  id: string;
  align: string;
  line: number | string;
  position: number | string;
  size: number;
  snapToLines: boolean;
  vertical: string;
}

/** Engine data that the element does not expose. `null`: this engine cannot tell. */
export interface EngineReading {
  /** Estimated bandwidth in bits a second. */
  bandwidthBps: number | null;
  /** As in a MIME type: `avc1.64001f, mp4a.40.2`. */
  codecs: string | null;
  /** Live streams: seconds behind the moment of filming. */
  liveLatencySec: number | null;
  /** The seconds behind that playback returns to, of engines that return. */
  liveTargetSec?: number | null;
}

export type HlsNews =
  /** Sorted by bitrate. */
  | { type: 'qualities'; levels: { id: string; height: number; bitrate: number }[] }
  /** The quality that is playing, or the state of a stream's sender. */
  | {
      type: 'changed';
      changes: { qualityId?: string; isLive?: boolean; isSenderPaused?: boolean };
    }
  | { type: 'texts'; found: { language: string | undefined; label: string; isForced: boolean }[] }
  | { type: 'cues'; index: number; cues: CueData[] }
  /** For the wanted captions. `isWhole`: the whole track failed, not one segment. */
  | { type: 'text_failed'; index: number; isWhole: boolean }
  | { type: 'audio_tracks'; audioTracks: { id: string; languageCode: string; label: string }[] }
  | { type: 'audio_playing'; id: string }
  | { type: 'reading'; reading: EngineReading }
  /**
   * hls.js cannot recover. `detail` is for reports; `status` is the server's, if there was an
   * answer. `isMoved`: the media is fine, and plays after a reload.
   */
  | {
      type: 'failed';
      name: PlayerErrorName;
      detail: string;
      status: number | null;
      isMoved?: boolean;
    }
  /** The media needs features that only the page has. */
  | { type: 'unfit'; detail: string };
