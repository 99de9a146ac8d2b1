import { afterEach, expect, test, vi } from 'vitest';
import type { PlayerOptions } from '../../../sdk/player-options.ts';
import { messagesArrived, openFakeEmbed } from './fake-embed.ts';
import { makePlayer, makeReadyPlayer, removePlayers } from './make-player.ts';

afterEach(removePlayers);

test('getters work from the start, and are current inside the listener', async () => {
  const seen: unknown[] = [];
  const player = makePlayer({
    events: { onVolumeChange: ({ target }) => seen.push(target.getVolume()) },
  });
  const first = [
    player.getPlayerState(),
    player.getVolume(),
    player.getPlaylist(),
    player.getCurrentTime(),
  ];
  expect(first).toEqual([-1, 100, [], 0]);
  const embed = await openFakeEmbed(player.getIframe());
  embed.answer({ volume: 30 });
  embed.send('infoDelivery', { volume: 40, muted: false });
  embed.send('onVolumeChange', { volume: 40, muted: false });
  await expect.poll(() => seen).toEqual([40]);
});

test.each([
  ['not a string', { event: 'onReady', info: null, id: 1 }],
  ['not JSON', '{'],
  ['JSON without an object', 'null'],
  ['a dangerous key', '{"event":"infoDelivery","id":1,"info":{"__proto__":{"volume":1}}}'],
])('a hostile frame changes nothing: %s', async (_what, data) => {
  const { player, embed } = await makeReadyPlayer();
  embed.sendRaw(data);
  embed.send('infoDelivery', { volume: 9 });
  await expect.poll(() => player.getVolume()).toBe(9);
  expect(Reflect.get({}, 'volume')).toBeUndefined();
});

test.each([null, 5, 'text'])('the information %j changes nothing', async (info) => {
  const { player, embed } = await makeReadyPlayer();
  embed.send('infoDelivery', info);
  embed.send('infoDelivery', { volume: 9 });
  await expect.poll(() => player.getVolume()).toBe(9);
});

test('messages from other windows of the same origin are ignored', async () => {
  const { player, embed } = await makeReadyPlayer();
  const { id } = JSON.parse(
    JSON.stringify({ id: Number(/widgetid=(\d+)/.exec(player.getIframe().src)?.[1]) }),
  );
  postMessage(
    JSON.stringify({ event: 'infoDelivery', info: { volume: 1 }, id, channel: 'widget' }),
    '*',
  );
  await messagesArrived();
  expect(player.getVolume()).toBe(100);
  embed.send('infoDelivery', { volume: 2 });
  await expect.poll(() => player.getVolume()).toBe(2);
});

test('a listener that throws does not stop other listeners, and the page gets the error', async () => {
  const failures: unknown[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    failures.push(event.error);
  };
  addEventListener('error', onError);
  const failure = new Error('on purpose');
  const after = vi.fn();
  const { player, embed } = await makeReadyPlayer();
  player.addEventListener('onStateChange', () => {
    throw failure;
  });
  player.addEventListener('onStateChange', after);
  embed.send('onStateChange', 1);
  await expect.poll(() => after.mock.calls.length).toBe(1);
  await expect.poll(() => failures).toEqual([failure]);
  removeEventListener('error', onError);
});

test('an error has its number as data, as with YouTube, and its name and fix beside it', async () => {
  const error = { name: 'auth.expired', fix: 'Make a new token.' };
  const onError = vi.fn();
  const { embed } = await makeReadyPlayer({ events: { onError } });
  embed.send('onError', 150, { error });
  await expect.poll(() => onError.mock.calls.length).toBe(1);
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ data: 150, error });
});

test('listeners may be names of global functions, and can be removed', async () => {
  const received = vi.fn();
  Object.assign(globalThis, { receivedByName: received });
  const removed = vi.fn();
  const { player, embed } = await makeReadyPlayer();
  player
    .addEventListener('onStateChange', 'receivedByName')
    .addEventListener('onStateChange', removed);
  player.addEventListener('onStateChange', 'nobodyHasThisName');
  player.removeEventListener('onStateChange', removed).removeEventListener('onNothing', removed);
  embed.send('onStateChange', 2);
  await expect.poll(() => received.mock.calls).toEqual([[{ target: player, data: 2 }]]);
  expect(removed).not.toHaveBeenCalled();
  Reflect.deleteProperty(globalThis, 'receivedByName');
});

test('events without a callable listener are not an error', async () => {
  const events = {
    onReady: undefined,
    onStateChange: null,
    onError: 5,
  } as unknown as PlayerOptions['events'];
  const { embed } = await makeReadyPlayer({ events });
  embed.send('onStateChange', 2);
  embed.send('onError', 2);
  await messagesArrived();
  expect(embed.commands()).toEqual(['addEventListener("onError")']);
});
