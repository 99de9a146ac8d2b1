import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Controller } from '../../../../src/player/session/controller.ts';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { startMediaSession } from '../../../../src/player/while-playing/start-media-session.ts';
import { makeReading, makeVideo } from '../make-video.ts';

/** The state of a browser's media session, and the positions it was given. */
class FakeSession {
  metadata: MediaMetadata | null = null;
  playbackState = 'none';
  positions: (MediaPositionState | undefined)[] = [];
  handlers = new Map<string, (details: object) => void>();
  setActionHandler(action: string, handler: ((details: object) => void) | null) {
    // As in browsers without this action.
    if (action === 'stop') throw new TypeError('not a valid enum value');
    if (handler === null) this.handlers.delete(action);
    else this.handlers.set(action, handler);
  }
  setPositionState(state?: MediaPositionState) {
    this.positions.push(state);
  }
  press(action: string, details: object = {}) {
    this.handlers.get(action)?.(details);
  }
}

let store: PlayerStore;
let session: FakeSession;
let calls: unknown[][];
let leave: () => void;
const controller = new Proxy({} as Controller, {
  get:
    (_, name) =>
    (...args: unknown[]) =>
      calls.push([name, ...args]),
});

beforeEach(() => {
  store = createPlayerStore();
  session = new FakeSession();
  calls = [];
  const life = new AbortController();
  onTestFinished(() => life.abort());
  ({ leave } = startMediaSession(
    {
      store,
      controller,
      session: session as unknown as MediaSession,
      makeMetadata: (init) => init as MediaMetadata,
      baseUrl: 'https://player.example/embed/x',
    },
    life.signal,
  ));
});

function show(details = {}): void {
  const video = makeVideo(details, { posterUrl: '/media/poster.jpg' });
  store.dispatch({ type: 'video_changed', video, isCued: true, startSeconds: 0 });
}
const play = (currentTime = 0) =>
  store.dispatch({ type: 'playing', media: makeReading({ currentTime }) });
const last = () => session.positions.at(-1);

test('nothing is set for a video before it plays', () => {
  show();
  expect(session).toMatchObject({ metadata: null, playbackState: 'none', positions: [] });
  expect(session.handlers.size).toBe(0);
});

test('title, author and picture of the playing video are set, and of the next video its own', () => {
  show();
  play();
  expect(session.metadata).toEqual({
    title: 'Four Lights',
    artist: 'Offstage',
    artwork: [{ src: 'https://player.example/media/poster.jpg' }],
  });
  show({ title: 'Lanterns', videoId: 'offstage002' });
  expect(session.metadata).toMatchObject({ title: 'Lanterns' });
});

test('the position is set when it jumps, and not each second', () => {
  show();
  play();
  for (let at = 0; at < 20; at += 0.25)
    store.dispatch({ type: 'time', media: makeReading({ currentTime: at }) });
  const reported = session.positions.length;
  expect(last()).toEqual({ duration: 64, playbackRate: 1, position: 0 });
  expect(reported).toBeLessThan(4);
  store.dispatch({ type: 'changed', changes: { playbackRate: 2 } });
  expect(last()).toEqual({ duration: 64, playbackRate: 2, position: 19.75 });
  store.dispatch({ type: 'seeking', media: makeReading({ currentTime: 40 }) });
  expect(last()).toMatchObject({ position: 40 });
  store.dispatch({ type: 'paused', media: makeReading({ currentTime: 41, isPaused: true }) });
  expect(session.playbackState).toBe('paused');
  expect(last()).toMatchObject({ position: 41 });
  // A browser refuses a position beyond the end.
  store.dispatch({ type: 'ended', media: makeReading({ currentTime: 64.02 }) });
  expect(last()).toMatchObject({ position: 64 });
});

test('media keys command the player [feature-media-session]', () => {
  show();
  play(30);
  session.press('pause');
  session.press('play');
  session.press('seekto', { seekTime: 12, fastSeek: true });
  session.press('seekto', { seekTime: 13 });
  session.press('seekto');
  session.press('seekforward');
  session.press('seekbackward', { seekOffset: 60 });
  expect(calls).toEqual([
    ['pause'],
    ['play'],
    ['seekTo', 12, false],
    ['seekTo', 13, true],
    ['seekTo', 40],
    ['seekTo', 0],
  ]);
});

test('next and previous are available where a list has them', () => {
  const playlist = { listId: 'PL1', videoIds: ['a', 'b'], index: 0, places: [0, 1] };
  show();
  play();
  expect(session.handlers.has('nexttrack')).toBe(false);
  store.dispatch({ type: 'changed', changes: { playlist } });
  expect(['nexttrack', 'previoustrack'].map((action) => session.handlers.has(action))).toEqual([
    true,
    false,
  ]);
  session.press('nexttrack');
  expect(calls).toEqual([['nextVideo']]);
  store.dispatch({ type: 'changed', changes: { playlist: { ...playlist, index: 1 } } });
  expect(['nexttrack', 'previoustrack'].map((action) => session.handlers.has(action))).toEqual([
    false,
    true,
  ]);
});

test('a live stream has no position, and seeks only when it has a window', () => {
  show({ isLive: true, lengthSeconds: 0 });
  store.dispatch({ type: 'playing', media: makeReading({ seekable: { start: 0, end: 4 } }) });
  expect(last()).toBeUndefined();
  expect(session.handlers.has('seekbackward')).toBe(false);
  store.dispatch({ type: 'time', media: makeReading({ seekable: { start: 0, end: 90 } }) });
  expect(session.handlers.has('seekbackward')).toBe(true);
});

test('a player that is replaced or fails clears the session, and sets it again when it plays', () => {
  show();
  play();
  leave();
  expect(session).toMatchObject({ metadata: null, playbackState: 'none' });
  expect(session.handlers.size).toBe(0);
  store.dispatch({ type: 'time', media: makeReading({ currentTime: 1 }) });
  expect(session.metadata).toBeNull();
  store.dispatch({ type: 'paused', media: makeReading({ isPaused: true }) });
  expect(session.metadata).toBeNull();
  play();
  expect(session.metadata).not.toBeNull();
  store.dispatch({ type: 'failed', error: { name: 'fmt.decode', message: null } });
  expect(session.metadata).toBeNull();
});
