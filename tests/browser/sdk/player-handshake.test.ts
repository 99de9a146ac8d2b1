import { afterEach, expect, test, vi } from 'vitest';
import { fakeHost, messagesArrived, openFakeEmbed } from './fake-embed.ts';
import { makePlayer, makeReadyPlayer, put, removePlayers } from './make-player.ts';

afterEach(removePlayers);

/**
 * Stops the next `load` event of a frame from reaching listeners.
 * @returns a promise for when it was fired
 */
function holdLoadEvent(): Promise<void> {
  return new Promise((resolve) => {
    const hold = (event: Event) => {
      event.stopPropagation();
      resolve();
    };
    document.addEventListener('load', hold, { capture: true, once: true });
  });
}

/**
 * Reloads the frame’s document, like one that lost its session.
 * @returns the test's control of the next one
 */
async function reload(frame: HTMLIFrameElement) {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.contentWindow?.location.reload();
  await loaded;
  return openFakeEmbed(frame);
}

test('the frame is greeted until it answers, and then no more', async () => {
  const player = makePlayer();
  const embed = await openFakeEmbed(player.getIframe());
  await expect.poll(embed.listeningCount).toBeGreaterThan(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    embed.answer();
    await messagesArrived();
    // One that was sent right before the answer was handled.
    await messagesArrived();
    const count = embed.listeningCount();
    await vi.advanceTimersByTimeAsync(60_000);
    await messagesArrived();
    expect(embed.listeningCount()).toBe(count);
  } finally {
    vi.useRealTimers();
  }
});

test('a player that answers twice is ready once', async () => {
  const onReady = vi.fn();
  const { player, embed } = await makeReadyPlayer({ events: { onReady } });
  embed.answer({ volume: 7 });
  await expect.poll(() => player.getVolume()).toBe(7);
  await messagesArrived();
  expect(onReady).toHaveBeenCalledTimes(1);
  expect(onReady).toHaveBeenCalledWith({ target: player, data: null });
});

test.each([
  ['of its own', '<div></div>', 0],
  // It may already have loaded, in which case this load would be a new document.
  ['from the page', `<iframe src="${fakeHost}/embed/offstage001?enablejsapi=1"></iframe>`, 1],
])(
  'a frame %s that answers before it has finished loading is ready once',
  async (_which, html, askedAgain) => {
    const onReady = vi.fn();
    const held = holdLoadEvent();
    const player = makePlayer({ events: { onReady } }, put(html));
    await held;
    const embed = await openFakeEmbed(player.getIframe());
    embed.answer();
    await expect.poll(() => onReady.mock.calls.length).toBe(1);
    const askedCount = embed.listeningCount();
    player.getIframe().dispatchEvent(new Event('load'));
    await messagesArrived();
    expect(embed.listeningCount()).toBe(askedCount + askedAgain);
    embed.answer({ volume: 3 });
    await expect.poll(() => player.getVolume()).toBe(3);
    await messagesArrived();
    expect(onReady).toHaveBeenCalledTimes(1);
  },
);

test('a frame that is moved in the page gets a new handshake, and loses no call made meanwhile', async () => {
  const onReady = vi.fn();
  const { player, embed } = await makeReadyPlayer({ events: { onReady, onStateChange: () => {} } });
  await expect.poll(embed.commands).toEqual(['addEventListener("onStateChange")']);
  const shelf = document.createElement('section');
  document.body.append(shelf);
  shelf.append(player.getIframe());
  player.playVideo();
  const again = await openFakeEmbed(player.getIframe());
  again.answer();
  await expect.poll(again.commands).toEqual(['addEventListener("onStateChange")', 'playVideo()']);
  await expect.poll(() => onReady.mock.calls.length).toBe(2);
});

test('a frame that navigates to another page gets a new handshake', async () => {
  const onReady = vi.fn();
  const { player } = await makeReadyPlayer({ events: { onReady } });
  const frame = player.getIframe();
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = `${fakeHost}/embed/offstage002?enablejsapi=1`;
  await loaded;
  (await openFakeEmbed(frame)).answer();
  await expect.poll(() => onReady.mock.calls.length).toBe(2);
});

test('a frame that is reloaded in place gets a new handshake, every time', async () => {
  const onReady = vi.fn();
  const { player } = await makeReadyPlayer({ events: { onReady, onStateChange: () => {} } });
  for (let times = 2; times < 5; times += 1) {
    const again = await reload(player.getIframe());
    again.answer();
    await expect.poll(again.commands).toEqual(['addEventListener("onStateChange")']);
    expect(onReady).toHaveBeenCalledTimes(times);
  }
});

test('a frame that had loaded before it became a player’s gets a new handshake when it is reloaded', async () => {
  const frame = put(
    `<iframe src="${fakeHost}/embed/offstage001?enablejsapi=1"></iframe>`,
  ) as HTMLIFrameElement;
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const player = makePlayer({ events: { onStateChange: () => {} } }, frame);
  (await openFakeEmbed(frame)).answer({ volume: 8 });
  await expect.poll(() => player.getVolume()).toBe(8);
  for (const volume of [9, 10]) {
    const again = await reload(frame);
    again.answer({ volume });
    await expect.poll(again.commands).toEqual(['addEventListener("onStateChange")']);
    expect(player.getVolume()).toBe(volume);
  }
});

test('a frame that never answers is not greeted forever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    makePlayer({}, put('<iframe src="about:blank#x"></iframe>'));
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a frame that left the page is no longer greeted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const player = makePlayer();
    player.getIframe().remove();
    await vi.advanceTimersByTimeAsync(250);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
