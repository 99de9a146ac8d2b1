import { expect, test } from 'vitest';
import { parseEmbedMessage } from '../../../sdk/embed-message.ts';

const message = (fields: object) =>
  JSON.stringify({ event: 'infoDelivery', info: { volume: 5 }, id: 1, ...fields });

test('reads a message of the session', () => {
  expect(parseEmbedMessage(message({ channel: 'widget' }), 1)).toMatchObject({
    event: 'infoDelivery',
    info: { volume: 5 },
  });
});

test.each([
  ['an object', { event: 'onReady', id: 1 }],
  ['null', null],
  ['bytes', new ArrayBuffer(8)],
  ['invalid JSON', '{'],
  ['empty text', ''],
  ['JSON null', 'null'],
  ['a JSON number', '5'],
  ['a list', '[1]'],
  ['another session', message({ id: 2 })],
  ['the session as text', message({ id: '1' })],
  ['no session', message({ id: undefined })],
  ['no event', message({ event: undefined })],
  ['an event that is not text', message({ event: { toString: 1 } })],
  ['player.js', '{"context":"player.js","event":"ready","version":"0.0.11"}'],
  ['a message longer than a player’s', message({ info: 'x'.repeat(1_000_000) })],
])('%s is dropped', (_what, data) => {
  expect(parseEmbedMessage(data, 1)).toBeNull();
});
