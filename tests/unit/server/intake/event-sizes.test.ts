import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { batchLimits } from '../../../../shared/limits/batch-limits.ts';
import { logLimits } from '../../../../shared/limits/log-limits.ts';
import { createGzip } from '../../../../worker/events/sending/compress-body.ts';
import { createSendCompressed } from '../../../../worker/events/sending/send-compressed.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { logEventPath, postBody, summaryOf } from './post-body.ts';

test('an event that is too large is refused alone and named; no number is missing, and its neighbours are stored [attack-H2]', async () => {
  const server = await startTestServer();
  const large = 'x'.repeat(logLimits.eventMaxChars);
  const { json } = await postBody(
    server,
    logEventPath,
    gzipSync(
      JSON.stringify(logBatch([logEvent(1), logEvent(2, { payload: { large } }), logEvent(3)])),
    ),
  );
  expect(json).toMatchObject({ accepted: 2, duplicates: 0, rejected: 1 });
  expect(json.rejections).toEqual([
    { index: 1, message: expect.stringContaining('50000 characters') },
  ]);
  expect(await summaryOf(server)).toMatchObject({ events: 2, rejected: 1, missing: 0 });
});

test('an escaped or repeated key does not hide the size of an event', async () => {
  const server = await startTestServer();
  const large = JSON.stringify([
    logEvent(1, { payload: { a: 'x'.repeat(logLimits.eventMaxChars) } }),
  ]);
  const small = JSON.stringify([logEvent(2)]);
  const envelope = JSON.stringify(logBatch([])).replace('"events":[],', '');
  for (const lists of [
    `"\\u0065vents":${large}`,
    `"events":${small},"\\u0065vents":${large}`,
    `"events":${small},"events":${large}`,
    `"events":${large},"x":{"events":${small}}`,
  ])
    await postBody(server, logEventPath, envelope.replace('{', `{${lists},`));
  expect(await summaryOf(server)).toMatchObject({ events: 0 });
});

test('the longest event is accepted, and one character more is refused', async () => {
  const server = await startTestServer();
  const around = JSON.stringify(logEvent(1, { payload: { a: '' } })).length;
  const eventOf = (chars: number) => logEvent(1, { payload: { a: '€'.repeat(chars - around) } });
  const send = async (chars: number) =>
    (await postBody(server, logEventPath, JSON.stringify(logBatch([eventOf(chars)])))).json;
  expect(await send(logLimits.eventMaxChars + 1)).toMatchObject({ accepted: 0, rejected: 1 });
  expect(await send(logLimits.eventMaxChars)).toMatchObject({ accepted: 1, rejected: 0 });
});

const sendCompressed = createSendCompressed(createGzip(CompressionStream));
const eventsMaxChars = batchLimits.gzipMaxChars - batchLimits.envelopeMaxChars;

test.each([
  ['a hundred events of three-byte letters', 100, Math.floor(eventsMaxChars / 100), '€'],
  ['events of the maximum size', 9, logLimits.eventMaxChars, 'x'],
])(
  'the largest batch of a player is accepted at any compression ratio: %s',
  async (_what, count, chars, letter) => {
    const server = await startTestServer();
    const around = JSON.stringify(logEvent(1_000, { payload: { a: '' } })).length;
    const sent: boolean[] = [];
    for (const isVaried of [false, true]) {
      const events = Array.from({ length: count }, (_, index) => {
        const text = isVaried ? `${(index + 1) * 7_919}${letter}` : letter;
        const a = text.repeat(chars).slice(0, chars - around);
        return logEvent((isVaried ? 0 : count) + index + 1, { payload: { a } });
      });
      await sendCompressed(JSON.stringify(logBatch(events)), async (body, isCompressed) => {
        sent.push(isCompressed);
        const reply = await postBody(server, logEventPath, body);
        expect(reply.json).toEqual({ accepted: count, duplicates: 0, rejected: 0 });
        return reply;
      });
    }
    // Neither was sent twice.
    expect(sent).toHaveLength(2);
    expect(await summaryOf(server)).toMatchObject({ events: 2 * count, rejected: 0 });
  },
);
