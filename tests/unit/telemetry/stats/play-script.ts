import { expect } from 'vitest';
import * as z from 'zod';
import { qoeSummarySchema } from '../../../../shared/telemetry/qoe-summary.ts';
import type { PlayerEvent } from '../../../../src/player/state/player-event.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import {
  type FrameCounts,
  nextQuality,
  startQuality,
  summarizeQuality,
} from '../../../../src/telemetry/stats/playback-quality.ts';
import { makeReading, makeVideo } from '../../player/make-video.ts';

export const playing: PlayerEvent = { type: 'playing', media: makeReading() };
export const waiting: PlayerEvent = { type: 'waiting', media: makeReading({ canGoOn: false }) };
export const paused: PlayerEvent = { type: 'paused', media: makeReading({ isPaused: true }) };
export const seeking: PlayerEvent = { type: 'seeking', media: makeReading({ currentTime: 30 }) };

export const seeked: PlayerEvent = {
  type: 'seeked',
  media: makeReading({ currentTime: 30, canGoOn: false }),
};
export const ended: PlayerEvent = {
  type: 'ended',
  media: makeReading({ isPaused: true, isEnded: true }),
};
export const starting: PlayerEvent = { type: 'starting' };

export const failed: PlayerEvent = {
  type: 'failed',
  error: { name: 'net.retryexhausted', message: null },
};

export const load = (isCued = false, isLive = false): PlayerEvent => ({
  type: 'video_changed',
  video: makeVideo({ isLive }),
  isCued,
  startSeconds: 0,
});

export const rate = (playbackRate: number): PlayerEvent => ({
  type: 'changed',
  changes: { playbackRate },
});

export const levels: PlayerEvent = {
  type: 'qualities',
  levels: [
    { id: 'low', height: 240, bitrate: 400_000 },
    { id: 'high', height: 720, bitrate: 2_000_000 },
  ],
};
export const level = (id: string): PlayerEvent => ({ type: 'changed', changes: { qualityId: id } });
export const hide = 'hide';
export const show = 'show';
export const look = 'look';

/** A playback by hand: its events and their times in milliseconds. */
export type Script = [
  atMs: number,
  what: PlayerEvent | 'hide' | 'show' | 'look',
  frames?: FrameCounts,
][];

export function play(script: Script) {
  const store = createPlayerStore();
  let isVisible = true;
  let frames: FrameCounts | null = null;
  let atMs = 0;
  let quality = startQuality({ isVisible, frames: { dropped: 0, total: 0 }, atMs });
  const read = (state = store.getState(), previous = state) => {
    quality = nextQuality(quality, { state, previous, isVisible, frames, atMs });
  };
  store.subscribe(read);
  for (const [at, what, counted] of script) {
    atMs = at;
    frames = counted ?? null;
    if (typeof what !== 'string') {
      store.dispatch(what);
      continue;
    }
    isVisible = what === 'look' ? isVisible : what === 'show';
    read();
  }
  const summary = summarizeQuality(quality, store.getState(), 'left');
  expect(z.safeParse(qoeSummarySchema, summary)).toMatchObject({ success: true });
  return { summary, quality };
}
