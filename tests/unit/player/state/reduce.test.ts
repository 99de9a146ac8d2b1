import { describe, expect, test } from 'vitest';
import { playbackState as states } from '../../../../shared/player/playback-state.ts';
import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import type { PlayerEvent } from '../../../../src/player/state/player-event.ts';
import { initialPlayerState } from '../../../../src/player/state/player-state.ts';
import { reduce } from '../../../../src/player/state/reduce.ts';
import { english, makeReading, makeVideo } from '../make-video.ts';

const video = makeVideo({}, { captionTracks: [english] });
const still = makeReading({ isPaused: true });
const moving = makeReading({ currentTime: 3 });

const cued: PlayerEvent = { type: 'video_changed', video, isCued: true, startSeconds: 0 };

function statesThrough(...events: PlayerEvent[]): number[] {
  const seen: number[] = [];
  let state = initialPlayerState;
  for (const event of events) {
    state = reduce(state, event);
    if (seen.at(-1) !== state.playback) seen.push(state.playback);
  }
  return seen;
}

function stateAfter(...events: PlayerEvent[]) {
  return events.reduce(reduce, initialPlayerState);
}

describe('playback states', () => {
  test('a cued video that plays goes through unstarted, buffering and playing', () => {
    const seen = statesThrough(
      cued,
      { type: 'starting' },
      { type: 'waiting', media: moving },
      { type: 'playing', media: moving },
    );
    expect(seen).toEqual([states.cued, states.unstarted, states.buffering, states.playing]);
  });

  test('the pause that browsers fire just before the end is not reported', () => {
    const atEnd = { ...still, currentTime: 64, isEnded: true };
    const seen = statesThrough(
      cued,
      { type: 'playing', media: moving },
      { type: 'paused', media: atEnd },
      { type: 'ended', media: atEnd },
    );
    expect(seen).toEqual([states.cued, states.playing, states.ended]);
  });

  test('waiting while paused is no buffering', () => {
    const state = stateAfter(
      cued,
      { type: 'playing', media: moving },
      { type: 'paused', media: still },
      { type: 'waiting', media: still },
    );
    expect(state.playback).toBe(states.paused);
  });

  test('a seek within the buffer while playing ends in playing, without a playing event of the element', () => {
    const state = stateAfter(
      cued,
      { type: 'playing', media: moving },
      { type: 'waiting', media: moving },
      { type: 'seeking', media: moving },
      { type: 'seeked', media: moving },
    );
    expect(state).toMatchObject({ playback: states.playing, isSeeking: false });
  });

  test('a seek back from the end leaves it paused, like the element', () => {
    const state = stateAfter(
      cued,
      { type: 'playing', media: moving },
      { type: 'ended', media: { ...still, isEnded: true } },
      { type: 'seeking', media: still },
      { type: 'seeked', media: still },
    );
    expect(state.playback).toBe(states.paused);
  });

  // The player ends a part at once; earlier events of the element are still pending.
  test.each(['seeked', 'playing', 'waiting', 'paused'] as const)(
    'a part that ended during a seek stays ended when `%s` comes late',
    (type) => {
      const state = stateAfter(
        cued,
        { type: 'playing', media: moving },
        { type: 'seeking', media: moving },
        { type: 'ended', media: still },
        { type, media: still },
        { type: 'paused', media: still },
      );
      expect(state).toMatchObject({ playback: states.ended, isPlayRequested: false });
    },
  );

  test('a refused autoplay stays unstarted and asks for a gesture', () => {
    const state = stateAfter(
      { ...cued, isCued: false },
      { type: 'starting' },
      { type: 'autoplay_blocked' },
    );
    expect(state).toMatchObject({
      playback: states.unstarted,
      isAutoplayBlocked: true,
      isPlayRequested: false,
    });
  });

  test('an unplayable video is never cued and carries its error', () => {
    const blocked: PlayerResponse = {
      ...video,
      playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth', reason: 'No.' },
    };
    expect(
      stateAfter({ type: 'video_changed', video: blocked, isCued: true, startSeconds: 0 }),
    ).toMatchObject({
      playback: states.unstarted,
      error: { name: 'auth', message: 'No.' },
    });
  });
});

describe('kept and dropped state', () => {
  test('the next video keeps the viewer’s volume and rate and drops the last one’s error and qualities', () => {
    const state = stateAfter(
      cued,
      { type: 'volume', volume: 30, isMuted: true },
      { type: 'changed', changes: { playbackRate: 1.5 } },
      { type: 'qualities', levels: [{ id: '0', height: 720, bitrate: 1 }] },
      { type: 'failed', error: { name: 'fmt.decode', message: null } },
      cued,
    );
    expect(state).toMatchObject({
      volume: 30,
      isMuted: true,
      playbackRate: 1.5,
      qualities: [],
      error: null,
    });
  });

  test('captions stay on in a language that the next video has, and go off otherwise', () => {
    const on: PlayerEvent = { type: 'captions', language: 'en' };
    const other = { ...cued, video: { ...video, captionTracks: [] } } as PlayerEvent;
    expect(stateAfter(cued, on, cued).captionsLanguage).toBe('en');
    expect(stateAfter(cued, on, other).captionsLanguage).toBeNull();
  });

  test('the API’s duration stays until the element knows better', () => {
    expect(stateAfter(cued, { type: 'time', media: { ...still, duration: 0 } }).duration).toBe(64);
    expect(stateAfter(cued, { type: 'time', media: { ...still, duration: 63.9 } }).duration).toBe(
      63.9,
    );
  });

  test('an event that changes nothing returns the same object, so that nothing renders', () => {
    const state = stateAfter(cued, { type: 'time', media: moving });
    expect(
      reduce(state, {
        type: 'time',
        media: { ...moving, buffered: [], seekable: { start: 0, end: 64 } },
      }),
    ).toBe(state);
  });
});

test('reloaded media begins at 0, and the viewer’s position is kept, even during a seek', () => {
  const at = (currentTime: number) => makeReading({ currentTime });
  let state = reduce(initialPlayerState, { type: 'playing', media: at(30) });
  state = reduce(state, { type: 'seeking', media: at(34) });
  state = reduce(state, { type: 'start_moved', startSeconds: 34 });
  state = reduce(state, { type: 'time', media: at(0) });
  expect(state.currentTime).toBe(34);
});

test('an engine that knows the window of a live stream better than the element decides', () => {
  const seekable = { start: 0, end: 2 ** 32 };
  const media = makeReading({ currentTime: 7, duration: 2 ** 32, seekable });
  const liveWindow = { start: 2, end: 9 };
  const state = stateAfter(cued, { type: 'changed', changes: { liveWindow } });
  const inWindow = reduce(state, { type: 'time', media });
  expect(inWindow).toMatchObject({ currentTime: 7, duration: 9, seekable: liveWindow });
  const ended = reduce(inWindow, { type: 'changed', changes: { liveWindow: null } });
  const recording = makeReading({ currentTime: 7, duration: 12, seekable: { start: 0, end: 12 } });
  expect(reduce(ended, { type: 'time', media: recording })).toMatchObject({
    duration: 12,
    seekable: { start: 0, end: 12 },
  });
  const next = reduce(inWindow, { ...cued, isCued: false });
  expect(next.liveWindow).toBeNull();
});
