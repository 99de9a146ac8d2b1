import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPlaybackDownloads } from '../../../../../server/operator/telemetry/playback-downloads.ts';
import { telemetryLimits } from '../../../../../server/operator/telemetry/telemetry-limits.ts';
import type { PlaybackRow } from '../../../../../server/store/reports/report-figures.ts';

const played: PlaybackRow = {
  row: 1,
  sid: 'document',
  cpn: 'playback',
  videoId: 'video000001',
  host: 'direct',
  browser: 'Firefox',
  device: 'desktop',
  country: '',
  version: '1.0.0',
  custom1: 'sports',
  custom2: '',
  engine: 'hls.js in a worker',
  startedBy: 'viewer',
  custom3: '',
  receivedMs: 1_000,
  hasPlayed: true,
  hasSummary: false,
  end: null,
  isLive: false,
  startMs: null,
  isAutoplayBlocked: false,
  isExitBeforeStart: false,
  watchedMs: null,
  rebufferCount: null,
  rebufferMs: null,
  rebufferPercent: null,
  failure: null,
  isRefusal: false,
  errorName: null,
  averageHeight: null,
  averageBitrate: null,
};

/** A store without end, which answers each question once the test wants it. */
function endlessFeed() {
  const asked: PromiseWithResolvers<PlaybackRow[]>[] = [];
  return {
    asked,
    answer: () => asked.at(-1)?.resolve(Array(telemetryLimits.playbacksChunkCount).fill(played)),
    playbackRows: () => {
      const question = Promise.withResolvers<PlaybackRow[]>();
      asked.push(question);
      return question.promise;
    },
  };
}

test.each(['', '?outcome=failed'])(
  'a download%s ends with its client, also while no playback matches',
  async (query) => {
    const feed = endlessFeed();
    const routes = createPlaybackDownloads({
      feeds: () => [feed],
      titleOf: () => '',
      experiments: { armNumbers: async () => [] },
      dimensionNames: () => ({}),
      now: () => 2_000,
      reportError: (error) => expect.fail(String(error)),
    });
    const reply = routes.request(`/telemetry/playbacks.ndjson${query}`);
    await expect.poll(() => feed.asked.length).toBe(1);
    feed.answer();
    const { body, status } = await reply;
    expect(status).toBe(200);
    // The answer reads ahead.
    await expect.poll(() => feed.asked.length).toBe(2);
    await body?.cancel();
    feed.answer();
    await setImmediate();
    expect(feed.asked).toHaveLength(2);
  },
);
