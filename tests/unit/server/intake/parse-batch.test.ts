import { expect, test } from 'vitest';
import { parseBatch } from '../../../../server/intake/parse-batch.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

test.each([
  ['as players write it', '{"seq":7,"payload":', [7]],
  ['with spaces', ' { "seq" : 7 , "payload" : ', [7]],
  ['after other fields', '{"name":"x","seq":7,"payload":', []],
  ['as text', '{"seq":"7","payload":', []],
  ['with too many digits', '{"seq":12345678901,"payload":', []],
])('the number of an event that is too deep to be parsed is read %s', (_how, start, seqs) => {
  const body = JSON.stringify(logBatch([logEvent(1), 'DEEP'])).replace(
    '"DEEP"',
    `${start}${deep}}`,
  );
  const batch = parseBatch(body);
  expect(batch).toMatchObject({ ok: true, value: { events: [{ seq: 1 }], rejectedSeqs: seqs } });
});

test('the query and the password of the page around a player are not stored, whatever an old player sends [attack-M9]', () => {
  const loaderUrl = 'https://name:secret@host.example/path?opens=it#too';
  const events = [
    logEvent(1, { name: 'embed_loaded', payload: { isFramed: true, loaderUrl } }),
    logEvent(2, { name: 'note', payload: { loaderUrl } }),
  ];
  const batch = parseBatch(JSON.stringify(logBatch(events)));
  const payloads = batch.ok
    ? batch.value.events.map(({ payloadJson }) => JSON.parse(payloadJson))
    : [];
  expect(payloads).toEqual([
    { isFramed: true, loaderUrl: 'https://host.example/path' },
    { loaderUrl },
  ]);
});
