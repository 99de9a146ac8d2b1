import { expect, test } from 'vitest';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { rawRequest } from '../support/raw-request.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storePlace } from '../support/store-place.ts';
import { postBatch, postBatchBody, summaryOf } from './post-batch.ts';

async function storedSeqs(server: TestServer): Promise<number[]> {
  return (await readNdjson(`${server.embed}/telemetry/events`)).map(({ seq }) => seq);
}

test('the good events beside a bad one are stored, and the answer names the bad one and the reason', async () => {
  const server = await startTestServer();
  const reply = await postBatch(
    server,
    logBatch([logEvent(1), logEvent(2, { name: '!' }), logEvent(3), 'junk', logEvent(0)]),
  );
  expect(reply.json).toMatchObject({ accepted: 2, duplicates: 0, rejected: 3 });
  expect(reply.json.rejections).toMatchObject([
    { index: 1, message: expect.stringMatching(/^name: /) },
    { index: 3, message: expect.any(String) },
    { index: 4, message: expect.stringMatching(/^seq: /) },
  ]);
  expect(await storedSeqs(server)).toEqual([1, 3]);
  expect(await summaryOf(server)).toMatchObject({ events: 2, batches: 1, rejected: 3 });
});

test('every refused event is named, so that its sender can account for it', async () => {
  const server = await startTestServer();
  const { json } = await postBatch(server, logBatch(Array.from({ length: 30 }, () => 'junk')));
  expect(json).toMatchObject({ accepted: 0, rejected: 30 });
  expect(json.rejections).toHaveLength(30);
});

test('an event that is nested too deeply is refused, and its neighbours are stored [threat-bombs]', async () => {
  const server = await startTestServer();
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const body = JSON.stringify(
    logBatch([logEvent(1), logEvent(2, { payload: { deep: 'DEEP' } })]),
  ).replace('"DEEP"', deep);
  expect((await postBatchBody(server, body)).json).toMatchObject({
    accepted: 1,
    rejected: 1,
    rejections: [{ index: 1 }],
  });
});

test('an event is stored once, however often it arrives: in one batch, in two, or in two at a time [threat-other-embeds]', async () => {
  const server = await startTestServer();
  expect((await postBatch(server, logBatch([logEvent(1), logEvent(1), logEvent(2)]))).json).toEqual(
    {
      accepted: 2,
      duplicates: 1,
      rejected: 0,
    },
  );
  expect((await postBatch(server, logBatch([logEvent(2), logEvent(3)]))).json).toEqual({
    accepted: 1,
    duplicates: 1,
    rejected: 0,
  });
  const batch = logBatch([logEvent(4), logEvent(5)]);
  const replies = await Promise.all(Array.from({ length: 10 }, () => postBatch(server, batch)));
  expect(replies.reduce((sum, { json }) => sum + json.accepted, 0)).toBe(2);
  expect(replies.reduce((sum, { json }) => sum + json.duplicates, 0)).toBe(18);
  expect(await storedSeqs(server)).toEqual([1, 2, 3, 4, 5]);
});

test('events of two documents with the same numbers are separate', async () => {
  const server = await startTestServer();
  await postBatch(server, logBatch([logEvent(1)]));
  expect(
    (await postBatch(server, logBatch([logEvent(1)], { sid: 'another-sid-0123456' }))).json
      .accepted,
  ).toBe(1);
});

test('the intake stores the fields of the event and its batch, with the endpoint and the time [spec-7.12]', async () => {
  const server = await startTestServer({}, () => 1_700_000_001_000);
  const event = logEvent(7, {
    eventTimeMs: 1.5,
    payload: { text: 'ä\u0000\u{1f600}', list: [1, null] },
  });
  const reply = await rawRequest(server.embed, '/youtubei/v1/video_stats', {
    method: 'POST',
    body: JSON.stringify(logBatch([event])),
  });
  expect(reply).toMatchObject({ status: 200 });
  const [stored] = await readNdjson(`${server.embed}/telemetry/events`);
  expect(stored).toEqual({
    row: expect.any(Number),
    sid: testSid,
    seq: 7,
    name: 'playerStateChanged',
    endpoint: 'video_stats',
    eventTimeMs: 1.5,
    receivedMs: 1_700_000_001_000,
    context: {
      client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en' },
      lastActivityMs: 12,
      sequence: { index: 7, groupKey: 'playback' },
    },
    payload: { text: 'ä\u0000\u{1f600}', list: [1, null] },
  });
});

test('events and counters survive a restart', async () => {
  const { options } = await storePlace();
  const first = await startTestServer(options);
  await postBatch(first, logBatch([logEvent(1), logEvent(1), 'junk']));
  await postBatchBody(first, 'junk');
  const before = await summaryOf(first);
  await first.stop(0);

  const second = await startTestServer(options);
  expect(await summaryOf(second)).toEqual(before);
  expect(before).toMatchObject({ events: 1, batches: 1, duplicates: 1, rejected: 2 });
  expect((await postBatch(second, logBatch([logEvent(1)]))).json.duplicates).toBe(1);
});
