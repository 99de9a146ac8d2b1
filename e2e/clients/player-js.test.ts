import type { Page } from '@playwright/test';
import { type Client, openClient } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

/** The values of an event, in order. */
async function values(client: Client, event: string): Promise<unknown[]> {
  return (await client.received())
    .filter((line) => line.startsWith(`${event} `))
    .map((line) => JSON.parse(line.slice(event.length + 1)));
}

async function openReady(page: Page): Promise<Client> {
  const client = await openClient(page, 'player-js');
  await client.untilReceived('ready');
  return client;
}

test('player.js receives ready from a frame without API parameters in its address, and learns its methods', async ({
  page,
}) => {
  const client = await openReady(page);
  const methods = [
    'play',
    'pause',
    'getPaused',
    'mute',
    'unmute',
    'getMuted',
    'setVolume',
    'getVolume',
  ];
  const more = ['getDuration', 'setCurrentTime', 'getCurrentTime', 'setLoop', 'getLoop'];
  const listening = ['addEventListener', 'removeEventListener'];
  expect(await client.callExtra('supports', 'method', [...methods, ...more, ...listening])).toBe(
    true,
  );
  const events = ['ready', 'progress', 'timeupdate', 'play', 'pause', 'ended', 'error'];
  expect(await client.callExtra('supports', 'event', events)).toBe(true);
  expect(await client.callExtra('supports', 'method', 'next')).toBe(false);
  expect(await client.callExtra('supports', 'event', 'seeked')).toBe(false);
  await client.callExtra('listenForReady');
  await client.untilReceived('ready again');
});

test('player.js plays, pauses, seeks while paused, and receives the time', async ({ page }) => {
  const client = await openReady(page);
  await expect.poll(() => client.call('duration')).toBe(64);
  expect(await client.call('isPaused')).toBe(true);

  await client.call('play');
  await client.untilReceived('play');
  await client.untilPlayed(1);
  expect(await client.call('isPaused')).toBe(false);
  const times = (await values(client, 'timeupdate')) as { seconds: number; duration: number }[];
  expect(times.length).toBeGreaterThan(1);
  for (const time of times) expect(time).toEqual({ seconds: expect.any(Number), duration: 64 });
  expect(times.map(({ seconds }) => seconds)).toEqual(
    times.map(({ seconds }) => seconds).sort((a, b) => a - b),
  );
  expect(await values(client, 'progress')).toContainEqual(
    expect.objectContaining({ seconds: expect.any(Number), duration: 64 }),
  );

  await client.call('pause');
  await client.untilReceived('pause');
  await expect.poll(() => client.call('isPaused')).toBe(true);
  await client.call('seek', 40);
  await expect.poll(() => client.call('time')).toBe(40);
  expect(await client.call('isPaused')).toBe(true);

  await client.callExtra('stopListening', 'play');
  await client.forgetReceived();
  await client.call('play');
  await client.untilPlayed(0.5);
  expect(await client.received()).not.toContain('play');
});

test('player.js sets volume, mute and loop, and reads them back', async ({ page }) => {
  const client = await openReady(page);
  await client.call('setVolume', 30);
  await expect.poll(() => client.call('volume')).toBe(30);
  await client.call('mute');
  await expect.poll(() => client.call('isMuted')).toBe(true);
  expect(await client.call('volume')).toBe(30);
  await client.call('unmute');
  await expect.poll(() => client.call('isMuted')).toBe(false);
  expect(await client.callExtra('loop')).toBe(false);
  await client.callExtra('setLoop', true);
  await expect.poll(() => client.callExtra('loop')).toBe(true);
  await client.callExtra('setLoop', false);
  await expect.poll(() => client.callExtra('loop')).toBe(false);
});

test('player.js receives the end of the video', async ({ page }) => {
  const client = await openReady(page);
  await client.call('play');
  await client.untilPlayed(0.5);
  await client.call('seek', 63);
  await client.untilReceived('ended');
});

test('player.js is informed that a method is not supported', async ({ page }) => {
  const client = await openReady(page);
  await client.callExtra('call', 'fly');
  await expect
    .poll(() => values(client, 'error'))
    .toContainEqual({ code: 2, msg: expect.any(String) });
});
