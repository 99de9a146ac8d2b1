import type { EmeNews } from './eme-calls.ts';
import type { HlsCall, HlsNews, HlsOrder } from './hls-playback.ts';

/**
 * Messages between the page and the media worker (`media-worker/`), by `postMessage`. Calls that
 * need an answer have a port of their own (`shared/rpc/eme-calls.ts`).
 */

/** The media element's state, read at one of its events. */
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
  /**
   * How many of the worker's seeks the element has executed. A state from before one of them has an
   * outdated time.
   */
  seekCount: number;
  /** How many other seeks the element has executed: the viewer's, the host's. */
  othersSeekCount: number;
}

/** In CSS pixels. */
export interface MediaSize {
  width: number;
  height: number;
  pixelRatio: number;
}

/** The event `encrypted` (W3C EME, section 7.4.1). */
export interface EncryptedNews {
  initDataType: string;
  initData: ArrayBuffer | null;
}

/** Events of the media element that hls.js listens to, or that change its state; each is sent. */
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
  'ratechange',
  'ended',
  'error',
] as const;
/** `timeupdate` is sent at intervals. */
export type MirroredEvent = (typeof mirroredEvents)[number] | 'timeupdate';

/**
 * The film to begin with, as JSON in the worker's name. In Chromium a worker receives no message
 * until the page's busy thread has processed its start. Written by the markup, which expects the
 * same order from the player (`index.html`), or by the player itself. URLs are absolute.
 */
export interface EarlyMedia {
  url: string;
  baseUrl: string;
  size: MediaSize;
  /** Milliseconds that the page's own request took, with the server's time. */
  roundTripMs: number;
  /** `hlsOpeningSchema`, unchecked. */
  opening?: unknown;
}

export type ToMediaWorker =
  /**
   * Sent once, before everything else. `lockName`: the Web Lock that the worker holds while it
   * lives. `eme`: the `MessagePort` of `EmeCalls`.
   */
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
  /**
   * A `MediaSourceHandle`, transferred, for the element's `srcObject`. Before `start` the page's
   * markup receives only this and `detach`.
   */
  | { type: 'attach'; handle: unknown }
  | { type: 'detach' }
  /**
   * Seconds: hls.js sets the element's time. `othersSeekCount`: the last count that the worker
   * received.
   */
  | { type: 'seek'; to: number; othersSeekCount: number }
  /** Only if the rate is still `from`: one that the viewer has just chosen wins. */
  | { type: 'rate'; from: number; to: number }
  /** The lock is held. When the page gets it, the worker has died. */
  | { type: 'alive' };
