import { expect, test } from 'vitest';
import type { PlaybackRow, ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import {
  type PlaybackOutcome,
  playbackOutcomes,
} from '../../../../shared/telemetry/playback-outcome.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { fewCounted, manyTime, rowsOf, storeManyPlaybacks } from './many-playbacks.ts';
import { fillStore, wholeTime } from './playback-events.ts';
import { outcomes } from './playback-outcomes.ts';

const listedCount = 20;

/** Written again, because the product's own conditions are tested. */
const hasOutcome: Readonly<Record<PlaybackOutcome, (row: PlaybackRow) => boolean>> = {
  failed: ({ failure, errorName }) => failure !== null && !isRule(errorName),
  refused: ({ failure, errorName }) => failure !== null && isRule(errorName),
  left: ({ isExitBeforeStart }) => isExitBeforeStart,
  rebuffered: ({ rebufferMs }) => rebufferMs !== null && rebufferMs > 0,
  blocked: ({ isAutoplayBlocked }) => isAutoplayBlocked,
};
const isRule = (errorName: string | null) =>
  errorName === 'auth.private' || errorName === 'licences.example.org';

const newestFirst = (one: PlaybackRow, other: PlaybackRow) =>
  other.receivedMs - one.receivedMs || other.row - one.row;

test.each(playbackOutcomes)(
  'a report lists the newest playbacks with the outcome “%s”, and its figures are of all [feature-listed-outcomes]',
  async (outcome) => {
    const store = await openWithoutThread();
    await fillStore(store);
    const wanted = (await rowsOf(store, wholeTime)).filter(hasOutcome[outcome]).sort(newestFirst);
    expect(wanted.length).toBeGreaterThan(listedCount);
    const { latest, countedFromMs, ...figures } = await store.reports.dashboard({
      ...wholeTime,
      outcome,
    });
    expect(latest.map(({ cpn, receivedMs }) => [cpn, receivedMs])).toEqual(
      wanted.slice(0, listedCount).map(({ cpn, receivedMs }) => [cpn, receivedMs]),
    );
    expect(countedFromMs.latest).toBeNull();
    const all = await store.reports.dashboard(wholeTime);
    expect(figures).toEqual({ ...figures, totals: all.totals, steps: all.steps });
  },
);

test('of many playbacks the latest are looked through, and the report says from when on', async () => {
  const store = await openWithoutThread(await storePlace(), fewCounted);
  await storeManyPlaybacks(store);
  const rows = (await rowsOf(store, manyTime)).sort(newestFirst);
  const filter: ReportFilter = { ...manyTime, outcome: 'blocked' };
  const { latest, countedFromMs } = await store.reports.dashboard(filter);
  // Playbacks that arrived together with the first that is left out are left out too.
  expect(countedFromMs.latest).toBe((rows[fewCounted.countedCount]?.receivedMs ?? 0) + 1);
  const searched = rows.filter(({ receivedMs }) => receivedMs >= (countedFromMs.latest ?? 0));
  expect(latest.map(({ cpn }) => cpn)).toEqual(
    searched
      .filter(hasOutcome.blocked)
      .slice(0, listedCount)
      .map(({ cpn }) => cpn),
  );
  const all = await store.reports.dashboard(manyTime);
  expect(all.countedFromMs.latest).toBeNull();
  expect(all.latest).toHaveLength(listedCount);
});

test('downloads have all playbacks with an outcome, and other reports do not know it', async () => {
  const server = await startTestServer();
  const sent = Object.values(outcomes).map((changes, n) =>
    logEvent(n + 1, {
      name: qoeEventName,
      payload: { ...goodSummary, ...changes, cpn: `p${n}`, videoId: 'video-a' },
    }),
  );
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    body: JSON.stringify(logBatch(sent)),
  });
  const read = async (path: string) => (await fetch(`${server.embed}/telemetry/${path}`)).text();
  const linesOf = async (query: string) =>
    (await read(`playbacks.ndjson${query}`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PlaybackRow);
  const all = await linesOf('');
  expect(all).toHaveLength(sent.length);
  for (const outcome of playbackOutcomes)
    expect(await linesOf(`?outcome=${outcome}`)).toEqual(all.filter(hasOutcome[outcome]));
  const csv = await read(`playbacks.csv?outcome=left`);
  expect(csv.trim().split('\r\n')).toHaveLength(1 + all.filter(hasOutcome.left).length);
  for (const path of ['qoe', 'cost', 'audience'])
    expect(JSON.parse(await read(`${path}?outcome=left`))).toMatchObject({
      error: {
        code: 'BAD_QUERY',
        message: expect.stringMatching(/^"outcome" is not a filter; use /),
      },
    });
  for (const outcome of ['', 'FAILED', 'constructor', 'x'.repeat(1_000)])
    expect(JSON.parse(await read(`report?outcome=${outcome}`))).toEqual({
      error: {
        code: 'BAD_QUERY',
        message: '"outcome" must be one of failed, refused, left, rebuffered, blocked.',
      },
    });
});
