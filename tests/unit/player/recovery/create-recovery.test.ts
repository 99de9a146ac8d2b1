import { expect, onTestFinished, test, vi } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import { playbackState } from '../../../../shared/player/playback-state.ts';
import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import { err, ok, type Result } from '../../../../shared/tools/result.ts';
import type { Engine } from '../../../../src/player/engines/engine.ts';
import { createRecovery } from '../../../../src/player/recovery/create-recovery.ts';
import type { Recoverable } from '../../../../src/player/recovery/recoverable.ts';
import type { MediaReading } from '../../../../src/player/state/player-event.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { createFakeClock } from '../../fake-clock.ts';
import { makeVideo } from '../make-video.ts';

const source = {
  packaging: 'hls',
  url: '/a.m3u8',
  mimeType: 'application/vnd.apple.mpegurl',
} as const;
const fresh = { ...source, url: '/a.m3u8?token=2' };
const media: MediaReading = {
  currentTime: 30,
  duration: 64,
  buffered: [{ start: 20, end: 40 }],
  seekable: { start: 0, end: 64 },
  isPaused: false,
  isEnded: false,
  canGoOn: true,
};

/** A video that plays at 30 s, and the actions of recovery. */
function startRecovery({
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
    restartFrom(index, seconds, isPlayed) {
      on.index = index;
      const { url } = on.choices[index]?.source ?? source;
      did.push(`${isPlayed ? 'play' : 'show'} way ${index} (${url}) from ${seconds}`);
    },
    setQuality: (id) => void did.push(`quality ${id}`),
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

const down = { name: 'net.retryexhausted', status: 503 } as const;
const expired = { name: 'net.retryexhausted', status: 403 } as const;
const damaged = { name: 'fmt.decode' } as const;

test('an engine that can continue does, while its buffer plays: no spinner, no error', async () => {
  const { recovery, did, clock, store } = startRecovery({ canResume: true });
  recovery.failed(down);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['resume']);
  expect(store.getState()).toMatchObject({ playback: playbackState.playing, error: null });
});

test('reloaded media shows the spinner, and plays from the same position', async () => {
  const { recovery, did, clock, store } = startRecovery();
  recovery.failed(down);
  await clock.advanceAsync(0);
  expect(store.getState().playback).toBe(playbackState.buffering);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['play way 0 (/a.m3u8) from 30']);
});

test('a video that was paused stays paused', async () => {
  const { recovery, did, clock, store } = startRecovery();
  store.dispatch({ type: 'paused', media: { ...media, isPaused: true } });
  recovery.failed(down);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['show way 0 (/a.m3u8) from 30']);
  expect(store.getState().playback).toBe(playbackState.paused);
});

test('failures during a step belong to it', async () => {
  const { recovery, did, clock } = startRecovery();
  for (let i = 0; i < 5; i += 1) recovery.failed(down);
  await clock.advanceAsync(recoveryLimits.backOffMaxMs);
  expect(did).toHaveLength(1);
});

test('offline nothing is tried until the network is back, and then at once', async () => {
  const { recovery, did, clock, network } = startRecovery({ onLine: false });
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(recoveryLimits.patienceMs - 1);
  expect(did).toEqual([]);
  network.dispatchEvent(new Event('online'));
  await clock.advanceAsync(0);
  expect(did).toEqual(['play way 0 (/a.m3u8) from 30']);
});

test('a network that does not come back is an error once patience has ended', async () => {
  const { recovery, did, clock } = startRecovery({ onLine: false });
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(recoveryLimits.patienceMs);
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(0);
  expect(did.at(-1)).toBe('fail net.retryexhausted');
});

test('an expired address is requested again, and the video continues with the fresh one', async () => {
  const { recovery, did, clock } = startRecovery();
  recovery.failed(expired);
  await clock.advanceAsync(0);
  expect(did).toEqual(['ask', 'play way 0 (/a.m3u8?token=2) from 30']);
});

test('the element alone does not know why it failed, so the server is asked', async () => {
  const { recovery, did, clock } = startRecovery({
    probe: async () => new Response(null, { status: 410 }),
  });
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(0);
  expect(did[0]).toBe('ask');
});

test('the same address again is refused media, and another way to play takes over', async () => {
  const { recovery, did, clock } = startRecovery({
    wayCount: 2,
    answer: ok(makeVideo({}, { sources: [source] })),
  });
  recovery.failed(expired);
  await clock.advanceAsync(0);
  expect(did).toEqual(['ask', 'play way 1 (/a.m3u8) from 30']);
});

test('a live stream is not left to the browser’s own HLS, which knows no edge', async () => {
  const { recovery, did, clock } = startRecovery({ wayCount: 2, isLive: true });
  recovery.failed({ name: 'fmt.noneavailable', status: 404 });
  await clock.advanceAsync(0);
  expect(did).toEqual(['fail fmt.noneavailable']);
});

test('a video that may no longer be played shows the server’s reason', async () => {
  const status = { status: 'UNPLAYABLE', errorCode: 'auth', reason: 'Not any more.' } as const;
  const { recovery, did, clock } = startRecovery({
    answer: ok(makeVideo({}, { playabilityStatus: status, sources: [] })),
  });
  recovery.failed(expired);
  await clock.advanceAsync(0);
  expect(did).toEqual(['ask', 'fail auth: Not any more.']);
});

test('an API that does not answer is a network failure', async () => {
  const { recovery, did, clock } = startRecovery({ answer: err('NETWORK', 'down') as never });
  recovery.failed(expired);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['ask', 'play way 0 (/a.m3u8) from 30']);
});

test('an existing file without media is damaged, whatever the element calls it', async () => {
  const { recovery, did, clock, video, on } = startRecovery({
    probe: async () => new Response('text', { status: 206 }),
  });
  video.error = { code: 4 };
  for (let i = 0; i < 6; i += 1) {
    recovery.failed({ name: 'net.retryexhausted' });
    await clock.advanceAsync(0);
  }
  expect(did.at(-1)).toBe('fail fmt.decode');
  expect(on.bufferGoalSec).toBe(recoveryLimits.carefulSec);
});

test('lasting damage is skipped, to the position behind it', async () => {
  const { recovery, did, clock } = startRecovery();
  for (let i = 0; i < 3; i += 1) {
    recovery.failed(damaged);
    await clock.advanceAsync(0);
  }
  expect(did.at(-1)).toBe(`play way 0 (/a.m3u8) from ${40 + recoveryLimits.skipSec}`);
});

test('near damage little is fetched ahead, and after a while the usual amount', async () => {
  const { recovery, clock, store, on } = startRecovery();
  store.dispatch({ type: 'paused', media: { ...media, isPaused: true } });
  recovery.failed(damaged);
  await clock.advanceAsync(0);
  expect(on.bufferGoalSec).toBe(recoveryLimits.carefulSec);
  await clock.advanceAsync(recoveryLimits.carefulMs);
  expect(on.bufferGoalSec).toBeNull();
});

test('the chosen quality is selected again by its height in the next engine', async () => {
  const { recovery, did, clock, store } = startRecovery({ wayCount: 2 });
  store.dispatch({ type: 'qualities', levels: [{ id: '0', height: 360, bitrate: 1 }] });
  store.dispatch({ type: 'changed', changes: { fixedQualityId: '0' } });
  recovery.failed({ name: 'net.retryexhausted', status: 404 });
  await clock.advanceAsync(0);
  const levels = [
    { id: 'a', height: 720, bitrate: 2 },
    { id: 'b', height: 360, bitrate: 1 },
  ];
  store.dispatch({ type: 'qualities', levels });
  expect(did.at(-1)).toBe('quality b');
});

test('a retry after the error begins with the best way to play, at the same position', async () => {
  const { recovery, did, clock, store } = startRecovery({ wayCount: 2 });
  for (let i = 0; i < 2; i += 1) {
    recovery.failed({ name: 'net.retryexhausted', status: 404 });
    await clock.advanceAsync(0);
  }
  expect(store.getState().error?.name).toBe('net.retryexhausted');
  recovery.retry();
  expect(did.at(-1)).toBe('play way 0 (/a.m3u8) from 30');
  expect(store.getState()).toMatchObject({ error: null, playback: playbackState.buffering });
});

test('nothing happens once another video is on stage', async () => {
  const { recovery, did, clock, life } = startRecovery();
  recovery.failed(down);
  await clock.advanceAsync(0);
  life.abort();
  await clock.advanceAsync(recoveryLimits.patienceMs);
  expect(did).toEqual([]);
  expect(clock.timerCount).toBe(0);
});
