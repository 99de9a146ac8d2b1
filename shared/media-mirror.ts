import type { EmeNews } from './eme-calls.ts';
import type { HlsCall, HlsNews, HlsOrder } from './hls-playback.ts';

/** What the page and the media worker (`media-worker/`) say to each other, by `postMessage`; calls that answer have a port of their own (`shared/eme-calls.ts`). */

/** What the media element says of itself, read at one of its events. */
export interface MediaState {
  currentTime: number;
  duration: number;
  playbackRate: number;
  readyState: number;
  isPaused: boolean;
  isSeeking: boolean;
  isEnded: boolean;
  isLooping: boolean;
  error: { code: number; message: string } | null;
  /** How many of the worker's own seeks it has had: a state from before one of them says nothing of the time. */
  seekCount: number;
  /** How many seeks of others it has had: the viewer's, the host's. */
  othersSeekCount: number;
}

/** In CSS pixels. */
export interface MediaSize {
  width: number;
  height: number;
  pixelRatio: number;
}

/** `encrypted` (W3C EME, section 7.4.1). */
export interface EncryptedNews {
  initDataType: string;
  initData: ArrayBuffer | null;
}

/** The media element's events that hls.js listens to, and those after which its state is another. */
export const mirroredEvents = [
  'emptied',
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'durationchange',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'ratechange',
  'ended',
  'error',
] as const;
export type MirroredEvent = (typeof mirroredEvents)[number];

/**
 * What the page's markup expects the player to ask for, as JSON in the worker's name (`index.html`): a worker hears no message before the
 * page's thread, which is busy, has been told of its start (Chromium). Addresses are absolute.
 */
export interface EarlyMedia {
  url: string;
  baseUrl: string;
  size: MediaSize;
}

export type ToMediaWorker =
  /** Once; nothing else comes before. `lockName`: of the Web Lock that the worker holds for as long as it lives; `eme`: the `MessagePort` of `EmeCalls`. */
  | {
      type: 'start';
      order: HlsOrder;
      state: MediaState;
      size: MediaSize;
      lockName: string;
      eme: unknown;
    }
  | { type: 'call'; call: HlsCall }
  | { type: 'media'; event: MirroredEvent; state: MediaState }
  | { type: 'size'; size: MediaSize }
  | { type: 'encrypted'; news: EncryptedNews }
  | { type: 'waitingforkey' }
  | { type: 'eme'; news: EmeNews };

export type FromMediaWorker =
  | { type: 'news'; news: HlsNews }
  /** A `MediaSourceHandle`, transferred, for the element's `srcObject`. Before `start` the page's markup hears of it, and of `detach`; of nothing else. */
  | { type: 'attach'; handle: unknown }
  | { type: 'detach' }
  /** Seconds: hls.js sets the element's time. `othersSeekCount`: of those that the worker had heard of. */
  | { type: 'seek'; to: number; othersSeekCount: number }
  | { type: 'rate'; playbackRate: number }
  /** The lock is held: whoever is given it next knows that the worker has died. */
  | { type: 'alive' };
