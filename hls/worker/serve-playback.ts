import type { HlsConfig } from 'hls.js';
import type { HlsOrder } from '../../shared/rpc/hls-playback.ts';
import type {
  EarlyMedia,
  FromMediaWorker,
  MediaSize,
  MediaState,
  ToMediaWorker,
} from '../../shared/rpc/media-mirror.ts';
import { createHlsPlayback } from '../playback/create-hls-playback.ts';
import type { OpenedFilm } from '../playback/opened-film.ts';
import type { WorkerMediaSource } from './media-source.ts';
import { openRemoteEme, type RemoteEme } from './remote-eme.ts';
import { restWhenPaused } from './rest-when-paused.ts';
import { createRestingIntervals } from './resting-intervals.ts';
import { installStandIns, setPixelRatio, sourceOf } from './stand-in-globals.ts';
import { WorkerMediaElement } from './worker-media-element.ts';

declare const self: DedicatedWorkerGlobalScope;

const { setInterval: nativeSetInterval, clearInterval: nativeClearInterval } = self;

type Start = Extract<ToMediaWorker, { type: 'start' }>;
type Later = Exclude<ToMediaWorker, Start>;

/** The element's state before the page sends one. */
const stateBefore: MediaState = {
  currentTime: 0,
  duration: Number.NaN,
  playbackRate: 1,
  readyState: 0,
  isPaused: true,
  isSeeking: false,
  isEnded: false,
  isLooping: false,
  error: null,
  seekCount: 0,
  othersSeekCount: 0,
};

interface Running {
  order: HlsOrder;
  mirror: WorkerMediaElement;
  playback: ReturnType<typeof createHlsPlayback>;
}

/** Playback that began before the page's `start` message. */
let early: Running | null = null;
/** Messages that wait for `start`; `null`: messages are posted at once. */
let untold: [FromMediaWorker, Transferable[]][] | null = null;

installStandIns(() =>
  post({ type: 'news', news: { type: 'unfit', detail: 'XML, which DOMParser reads' } }),
);
const intervals = createRestingIntervals({
  setInterval: (callback, ms) => nativeSetInterval(callback, ms),
  clearInterval: (id) => nativeClearInterval(id),
});
Object.assign(self, { setInterval: intervals.setInterval, clearInterval: intervals.clearInterval });

/**
 * Plays with hls.js, through a mirror of the page's media element.
 * @param media the film to begin with; `null`: wait for `start`
 * @param opened that film, if it plays already
 * @returns receives the page's messages
 */
export function servePlayback(
  media: EarlyMedia | null,
  opened: OpenedFilm | null,
): (message: ToMediaWorker) => void {
  if (media !== null) beginEarly(media, opened);
  let receive: (message: Later) => void = () => {};
  return (message) => {
    if (message.type === 'start') receive = start(message);
    else receive(message);
  };
}

function post(message: FromMediaWorker, transfer: Transferable[] = []): void {
  // The markup attaches the media to the element; other messages are for the player.
  const isForMarkup = message.type === 'attach' || message.type === 'detach';
  if (untold !== null && !isForMarkup) untold.push([message, transfer]);
  else self.postMessage(message, transfer);
}

/** Fetches what the page will request: the playlists, and the first segment. */
function beginEarly({ url, baseUrl, size }: EarlyMedia, opened: OpenedFilm | null): void {
  untold = [];
  const order: HlsOrder = { url, startSeconds: 0, bufferGoalSec: null, drm: null, baseUrl };
  early = run(order, stateBefore, size, null, opened, { startFragPrefetch: true });
}

/**
 * @returns the early playback if it matches the order; otherwise disposes of it, discards its
 * messages and returns `null`
 */
function adoptEarly({ order, state, size }: Start): Running | null {
  const begun = early;
  const isWanted = begun !== null && JSON.stringify(begun.order) === JSON.stringify(order);
  if (!isWanted) begun?.playback.dispose();
  const undelivered = untold ?? [];
  early = untold = null;
  if (!isWanted) return null;
  begun.mirror.update(state);
  for (const [message, transfer] of undelivered) post(message, transfer);
  begun.mirror.resize(size);
  return begun;
}

function run(
  order: HlsOrder,
  state: MediaState,
  size: MediaSize,
  eme: RemoteEme | null,
  opened: OpenedFilm | null = null,
  settings: Partial<HlsConfig> = {},
): Running {
  setPixelRatio(size.pixelRatio);
  const mirror = new WorkerMediaElement({
    state,
    size,
    post,
    now: () => performance.now(),
    sourceOf,
    handleOf: (source) => (source as WorkerMediaSource).handle,
    setMediaKeys: async (mediaKeys) => eme?.setMediaKeys(mediaKeys),
    source: opened && (opened.mediaSource as EventTarget & WorkerMediaSource),
  });
  const play = (startSeconds: number, continued: OpenedFilm | null) =>
    createHlsPlayback({
      order: { ...order, startSeconds },
      media: mirror,
      opened: continued,
      // After the work of hls.js that gave it up.
      onGivenUp: () => queueMicrotask(startAgain),
      // No worker for transmuxing: this is already one.
      platform: {
        enableWorker: false,
        ...(eme !== null && { requestMediaKeySystemAccessFunc: eme.requestAccess }),
        ...settings,
      },
      notify: (news) => post({ type: 'news', news }),
    });
  function startAgain(): void {
    running.playback.dispose();
    running.playback = play(mirror.currentTime, null);
  }
  const running: Running = { order, mirror, playback: play(order.startSeconds, opened) };
  return running;
}

function start(message: Start): (message: Later) => void {
  const { order, state, size, lockName, eme: port } = message;
  const eme = port === null ? null : openRemoteEme(port as MessagePort);
  const running = adoptEarly(message) ?? run(order, state, size, eme);
  const { mirror } = running;
  holdLock(lockName);
  const resting = restWhenPaused({
    intervals,
    media: mirror,
    setTimer(callback, ms) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });

  return (message) => {
    switch (message.type) {
      case 'call':
        Reflect.apply(running.playback[message.call.name], running.playback, message.call.args);
        break;
      case 'media':
        mirror.receive(message.event, message.state);
        break;
      case 'size':
        setPixelRatio(message.size.pixelRatio);
        mirror.resize(message.size);
        break;
      case 'encrypted':
        mirror.receiveEncrypted(message.news);
        break;
      case 'eme':
        eme?.receive(message.news);
        break;
      case 'waitingforkey':
        mirror.dispatchEvent(new Event('waitingforkey'));
        break;
    }
    resting();
  };
}

/**
 * Holds the lock until the worker ends, in any way. Frames without storage have no locks: then the
 * page detects a dead worker only by its silence.
 */
function holdLock(name: string): void {
  try {
    navigator.locks
      .request(name, () => {
        post({ type: 'alive' });
        return new Promise<never>(() => {});
      })
      .catch(() => undefined);
  } catch {
    // Opaque origins: `locks` is undefined, or throws.
  }
}
