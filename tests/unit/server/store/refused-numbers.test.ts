import { expect, test } from 'vitest';
import { batchLimits } from '../../../../shared/limits/batch-limits.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storePlace } from '../support/store-place.ts';
import { addToTotals, gapsOf, postEvents, summaryOf } from './gaps-feed.ts';

test('refused events are separated from missing ones when their number is readable', async () => {
  const server = await startTestServer();
  const deep = JSON.stringify(
    logBatch([logEvent(6), logEvent(5, { payload: { deep: 'DEEP' } })]),
  ).replace('"DEEP"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  await fetch(`${server.embed}/youtubei/v1/log_event`, { method: 'POST', body: deep });
  await postEvents(server, [
    logEvent(2, { name: '!' }),
    { seq: 3 },
    { seq: 3 },
    { seq: '4' },
    { seq: batchLimits.seqMax + 1 },
    { seq: -1 },
    { seq: 1.5 },
    null,
    [7],
    'junk',
  ]);
  expect(await gapsOf(server)).toMatchObject([
    {
      highestSeq: 6,
      stored: 1,
      rejected: 3,
      missing: 2,
      ranges: [
        [1, 1],
        [4, 4],
      ],
    },
  ]);
});

test('a number that was refused and stored counts as stored, in any order and also within one batch', async () => {
  const server = await startTestServer();
  await postEvents(server, [{ seq: 1 }, { seq: 2 }]);
  await postEvents(server, [logEvent(1), logEvent(4)]);
  await postEvents(server, [{ seq: 4 }, { seq: 5 }, logEvent(5), logEvent(6), { seq: 6 }]);
  expect(await gapsOf(server)).toMatchObject([
    { highestSeq: 6, stored: 4, rejected: 1, missing: 1, ranges: [[3, 3]] },
  ]);
});

test('a document with only refused events is listed, and one without any readable number is not', async () => {
  const server = await startTestServer();
  await postEvents(server, [{ seq: 2 }]);
  await postEvents(server, ['junk'], 'junk-0123456789abcd');
  expect(await gapsOf(server)).toMatchObject([
    { sid: testSid, stored: 0, rejected: 1, missing: 1 },
  ]);
  expect(await summaryOf(server)).toMatchObject({ clients: 1, missing: 1 });
});

test('the refused numbers of a document are stored up to a limit, however many are sent', async () => {
  const server = await startTestServer();
  const limit = intakeLimits.rejectedPerClientCount;
  for (let first = 1; first <= limit + 200; first += 90)
    await postEvents(
      server,
      Array.from({ length: 90 }, (_, index) => ({ seq: first + index })),
    );
  await postEvents(server, [logEvent(limit + 2)]);
  // Numbers beyond the limit count as missing.
  expect(await gapsOf(server)).toMatchObject([
    {
      highestSeq: limit + 2,
      stored: 1,
      rejected: limit,
      missing: 1,
      ranges: [[limit + 1, limit + 1]],
    },
  ]);
  // A number that is stored later makes room again.
  await postEvents(server, [logEvent(1)]);
  await postEvents(server, [{ seq: limit + 1 }]);
  expect(await summaryOf(server)).toMatchObject({ events: 2, missing: 0 });
});

test('the refused numbers of all documents are stored up to a limit', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await place.sql(addToTotals('noted_rejections', intakeLimits.rejectedCount - 1));
  await postEvents(server, [{ seq: 1 }, { seq: 2 }]);
  await postEvents(server, [{ seq: 1 }], 'another-sid-0123456');
  expect(await summaryOf(server)).toMatchObject({ rejected: 3, clients: 1, missing: 0 });
  expect(await place.sql('SELECT * FROM rejections')).toEqual([{ sid: testSid, seq: 1 }]);
});
