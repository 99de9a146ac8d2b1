import { onTestFinished, vi } from 'vitest';
import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import { ok, type Result } from '../../../../shared/tools/result.ts';
import type { Engine } from '../../../../src/player/engines/engine.ts';
import { createRecovery } from '../../../../src/player/recovery/create-recovery.ts';
import type { Recoverable } from '../../../../src/player/recovery/recoverable.ts';
import type { MediaReading } from '../../../../src/player/state/player-event.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { createFakeClock } from '../../fake-clock.ts';
import { makeVideo } from '../make-video.ts';

export const source = {
  packaging: 'hls',
  url: '/a.m3u8',
  mimeType: 'application/vnd.apple.mpegurl',
} as const;
const fresh = { ...source, url: '/a.m3u8?token=2' };

export const media: MediaReading = {
  currentTime: 30,
  duration: 64,
  buffered: [{ start: 20, end: 40 }],
  seekable: { start: 0, end: 64 },
  isPaused: false,
  isEnded: false,
  canGoOn: true,
};

/** A video that plays at 30 s, and the actions of recovery. */
export function startRecovery({
  canResume = false,
  onLine = true,
  wayCount = 1,
  isLive = false,
  answer = ok(makeVideo({}, { sources: [fresh] })) as Result<PlayerResponse>,
  probe = () => Promise.reject(new TypeError('no network')) as Promise<Response>,
} = {}) {
  vi.stubGlobal('document', { baseURI: 'https://player.example/' });
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
  vi.stubGlobal('MediaError', { MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });
  const network = Object.assign(new EventTarget(), { navigator: { onLine } });
  const clock = createFakeClock();
  const store = createPlayerStore();
  const did: string[] = [];
  const life = new AbortController();
  const empty = { length: 0 };
  const video = {
    error: null as { code: number } | null,
    buffered: empty,
    seekable: empty,
    canPlayType: () => '',
    playbackRate: 1,
    readyState: 1,
  };
  vi.stubGlobal('navigator', { vendor: '' });
  vi.stubGlobal('MediaSource', class {});
  store.dispatch({
    type: 'video_changed',
    video: makeVideo({ isLive }),
    isCued: false,
    startSeconds: 0,
  });
  store.dispatch({ type: 'starting' });
  store.dispatch({ type: 'playing', media });
  const on: Recoverable = {
    video: video as unknown as HTMLVideoElement,
    store,
    sources: [source],
    choices: Array.from({ length: wayCount }, () => ({ engine: 'hls.js', source })),
    index: 0,
    engine: { ...(canResume && { resume: () => did.push('resume') }) } as unknown as Engine,
    bufferGoalSec: null,
    setBufferGoal(seconds) {
      on.bufferGoalSec = seconds;
    },
    restartFrom(index, seconds, isPlayed) {
      on.index = index;
      const { url } = on.choices[index]?.source ?? source;
      did.push(`${isPlayed ? 'play' : 'show'} way ${index} (${url}) from ${seconds}`);
    },
    fail(name, message = null) {
      did.push(`fail ${name}${message === null ? '' : `: ${message}`}`);
      store.dispatch({ type: 'failed', error: { name, message } });
    },
    signal: life.signal,
    askVideo() {
      did.push('ask');
      return Promise.resolve(answer);
    },
  };
  const recovery = createRecovery(on, {
    clock,
    random: () => 0.999,
    fetch: () => probe(),
    network,
  });
  onTestFinished(() => {
    life.abort();
    vi.unstubAllGlobals();
  });
  return { recovery, did, clock, network, store, video, on, life };
}

export const damaged = { name: 'fmt.decode' } as const;
