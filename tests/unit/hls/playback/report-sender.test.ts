import type Hls from 'hls.js';
import { Events } from 'hls.js';
import { expect, test } from 'vitest';
import { reportSender } from '../../../../hls/playback/report-sender.ts';
import type { HlsNews } from '../../../../shared/rpc/hls-playback.ts';

/** A stream of two-second segments, and what was reported of it. */
function openStream() {
  const emitter = new Map<string, (event: string, data: object) => void>();
  const hls = {
    on: (event: string, listener: (event: string, data: object) => void) =>
      emitter.set(event, listener),
  };
  const news: HlsNews[] = [];
  reportSender(hls as unknown as Hls, (one) => news.push(one));
  return {
    news,
    /** A playlist arrives. `age`: seconds since it had a new segment. */
    load(details: object, level = 0) {
      const all = { live: true, type: null, startSN: 0, endSN: 5, age: 0, targetduration: 2 };
      emitter.get(Events.LEVEL_UPDATED)?.('', { level, details: { ...all, ...details } });
    },
  };
}

const changed = (isLive: boolean, isSenderPaused = false) => ({
  type: 'changed',
  changes: { isLive, isSenderPaused },
});

test('a stream is live until its playlist has an end', () => {
  const { news, load } = openStream();
  load({});
  load({ endSN: 6 });
  load({ endSN: 7, live: false });
  expect(news).toEqual([changed(true), changed(false)]);
});

test('a playlist of a whole video is not live, with or without an end', () => {
  const { news, load } = openStream();
  load({ type: 'VOD' });
  expect(news).toEqual([changed(false)]);
});

test('a sender without a new segment for more than two target durations is paused, until the next', () => {
  const { news, load } = openStream();
  load({});
  load({ age: 4 });
  expect(news).toEqual([changed(true)]);
  load({ age: 4.1 });
  load({ age: 5 });
  load({ endSN: 6 });
  expect(news).toEqual([changed(true), changed(true, true), changed(true)]);
});

test('an old playlist with an end is no paused sender', () => {
  const { news, load } = openStream();
  load({ live: false, age: 60 });
  expect(news).toEqual([changed(false)]);
});

test('a sender that starts again before the known segments makes the media load again', () => {
  const { news, load } = openStream();
  load({ startSN: 10, endSN: 15 });
  load({ startSN: 0, endSN: 1 });
  expect(news.at(-1)).toMatchObject({ type: 'failed', isMoved: true });
});

test('a half written playlist, and levels that count differently, are no new start', () => {
  const { news, load } = openStream();
  load({ startSN: 10, endSN: 15 });
  load({ startSN: 10, endSN: 10 });
  load({ startSN: 0, endSN: 5 }, 1);
  expect(news).toEqual([changed(true)]);
});
