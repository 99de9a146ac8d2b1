import type { DrmInfo } from './drm.ts';
import type { PlayerErrorName } from './player-error.ts';

/**
 * The contract of whatever plays HLS, be it in the media worker or on the page (`hls/create-hls-playback.ts`): plain data both ways, so
 * that the page's part of the engine is the same for both.
 */
export interface HlsPlayback {
  /** After a network that failed: with what is buffered kept. */
  resume(): void;
  /** Seconds; `null` is as far as hls.js thinks right. */
  setBufferGoal(seconds: number | null): void;
  setFrugal(isFrugal: boolean): void;
  /** `null` is automatic. An id that was never named is ignored. */
  setQuality(id: string | null): void;
  /** An id that was never named is ignored. */
  setAudioTrack(id: string): void;
  /** Captions are fetched for the one that is wanted only; -1 is none. */
  wantText(index: number): void;
  /** Answered by a `reading`. */
  read(): void;
}

/** A call of one of its methods, as it goes to the media worker. */
export type HlsCall = {
  [Name in keyof HlsPlayback]: { name: Name; args: Parameters<HlsPlayback[Name]> };
}[keyof HlsPlayback];

/** What is played, and how. */
export interface HlsOrder {
  /** Absolute. */
  url: string;
  /** 0: where hls.js thinks right, which in a live stream is near its edge. */
  startSeconds: number;
  bufferGoalSec: number | null;
  /** The key system that was chosen. */
  drm: DrmInfo | null;
  /** Of the page: what the addresses in `drm` are relative to. */
  baseUrl: string;
}

/** A WebVTT cue (W3C WebVTT, section 4): of workers' own there are none. */
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

/** What an engine knows of its work and the element does not. `null`: this engine cannot tell. */
export interface EngineReading {
  /** How fast media comes, in bits a second, as the engine estimates it. */
  bandwidthBps: number | null;
  /** As in a MIME type: `avc1.64001f, mp4a.40.2`. */
  codecs: string | null;
  /** Seconds behind what is filmed; of live streams. */
  liveLatencySec: number | null;
}

export type HlsNews =
  /** In the order of their bitrates. */
  | { type: 'qualities'; levels: { id: string; height: number; bitrate: number }[] }
  /** That which plays. */
  | { type: 'changed'; changes: { qualityId: string } }
  | { type: 'texts'; found: { language: string | undefined; label: string; isForced: boolean }[] }
  | { type: 'cues'; index: number; cues: CueData[] }
  /** Of the captions that are wanted. `isWhole`: not only one of their segments. */
  | { type: 'text_failed'; index: number; isWhole: boolean }
  | { type: 'audio_tracks'; audioTracks: { id: string; languageCode: string; label: string }[] }
  | { type: 'audio_playing'; id: string }
  | { type: 'reading'; reading: EngineReading }
  /** hls.js does not get on by itself. `detail` is for reports; `status` is the server's, where there is one. */
  | { type: 'failed'; name: PlayerErrorName; detail: string; status: number | null }
  /** What is in the media can be read on the page only. */
  | { type: 'unfit'; detail: string };
