import { afterEach, expect, test, vi } from 'vitest';
import type { Player } from '../../../sdk/player.ts';
import { messagesArrived, openFakeEmbed } from './fake-embed.ts';
import { makePlayer, makeReadyPlayer, put, removePlayers } from './make-player.ts';

afterEach(removePlayers);

test.each<[string, (player: Player) => Promise<void> | void]>([
  ['before the frame has loaded', () => {}],
  [
    'when it is ready',
    async (player) => {
      (await openFakeEmbed(player.getIframe())).answer();
      await expect.poll(() => player.getPlayerState()).toBe(5);
    },
  ],
  ['when the frame has left the page', (player) => player.getIframe().remove()],
])('destroy works %s, also twice, and later calls do nothing', async (_when, reach) => {
  const element = put('<div id="p"><b>text</b></div>');
  const onStateChange = vi.fn();
  const player = makePlayer({ events: { onStateChange } }, element);
  const frame = player.getIframe();
  await reach(player);
  const wasInPage = frame.isConnected;
  player.destroy();
  player.destroy();
  expect(frame.isConnected).toBe(false);
  expect(element.isConnected).toBe(wasInPage);
  expect(element.innerHTML).toBe('<b>text</b>');
  expect([player.getPlayerState(), player.getCurrentTime(), player.getPlaylist()]).toEqual([
    -1,
    0,
    [],
  ]);
  expect(player.playVideo().loadVideoById('offstage002').setSize(1, 1)).toBe(player);
  expect(
    player
      .addEventListener('onStateChange', onStateChange)
      .removeEventListener('onError', onStateChange),
  ).toBe(player);
  expect(player.getIframe()).toBe(frame);
});

test('a frame that the page reuses after destroy no longer belongs to the destroyed player', () => {
  const frame = put('<iframe></iframe>') as HTMLIFrameElement;
  const first = makePlayer({}, frame);
  first.destroy();
  document.body.append(frame);
  const second = makePlayer({}, frame);
  first.destroy();
  expect(second.getIframe().isConnected).toBe(true);
});

test('a listener may destroy the player, and later listeners are not called', async () => {
  const after = vi.fn();
  const { player, embed } = await makeReadyPlayer();
  player
    .addEventListener('onStateChange', () => player.destroy())
    .addEventListener('onStateChange', after);
  embed.send('onStateChange', 0);
  await expect.poll(() => player.getIframe().isConnected).toBe(false);
  await messagesArrived();
  expect(after).not.toHaveBeenCalled();
});

test('an element can become a player again after destroy', async () => {
  const element = put('<div id="p"></div>');
  makePlayer({}, element).destroy();
  const player = makePlayer({}, element);
  expect(document.body.children).toHaveLength(1);
  (await openFakeEmbed(player.getIframe())).answer({ volume: 8 });
  await expect.poll(() => player.getVolume()).toBe(8);
});

test('the page has one message listener while there are players, and none after', () => {
  const listeners = new Set<unknown>();
  const add = vi
    .spyOn(window, 'addEventListener')
    .mockImplementation((name, listener) => void (name === 'message' && listeners.add(listener)));
  const remove = vi
    .spyOn(window, 'removeEventListener')
    .mockImplementation(
      (name, listener) => void (name === 'message' && listeners.delete(listener)),
    );
  try {
    put('<div></div><div></div>');
    const players = [...document.querySelectorAll('div')].map((element) => makePlayer({}, element));
    expect(listeners.size).toBe(1);
    players[0]?.destroy();
    expect(listeners.size).toBe(1);
    players[1]?.destroy();
    expect(listeners.size).toBe(0);
  } finally {
    add.mockRestore();
    remove.mockRestore();
  }
});
