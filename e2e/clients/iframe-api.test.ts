import { type Client, openClient } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

// A page written against `@types/youtube`, following YouTube's documentation.

async function states(client: Client): Promise<number[]> {
  return (await client.received())
    .filter((event) => event.startsWith('onStateChange '))
    .map((event) => Number(event.split(' ')[1]));
}

test('a page written for YouTube reads the player’s state', async ({ page }) => {
  const client = await openClient(page, 'iframe-api');
  await client.untilReceived('onReady 5');
  expect(await client.callExtra('data')).toMatchObject({
    video_id: 'offstage001',
    title: 'Four Lights',
    author: 'Offstage',
  });
  expect(await client.callExtra('url')).toContain('/watch?v=offstage001');
  expect(await client.callExtra('embedCode')).toMatch(
    /^<iframe .*\/embed\/offstage001.*<\/iframe>$/,
  );
  expect(await client.callExtra('rates')).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]);
  expect(await client.callExtra('frame')).toContain('id="player"');
  await client.call('play');
  await expect.poll(() => client.callExtra('loadedFraction')).toBeGreaterThan(0);
  await client.call('loadPlaylist', 'PLoffstageplaylist');
  await expect
    .poll(() => client.callExtra('playlist'))
    .toEqual(['offstage001', 'offstage002', 'offstage003']);
});

test('a page written for YouTube sees a video play from unstarted to playing to ended', async ({
  page,
}) => {
  const client = await openClient(page, 'iframe-api', { videoId: 'offstage002' });
  await client.untilReceived('onReady 5');
  await client.call('play');
  await client.untilPlayed(0.5);
  // Later states come from stalls on a busy machine.
  expect((await states(client)).slice(0, 3)).toEqual([-1, 3, 1]);
  await client.call('seek', 31);
  await client.untilReceived('onStateChange 0');
});

test('a page written for YouTube plays the live stream', async ({ page }) => {
  const client = await openClient(page, 'iframe-api', { videoId: 'offstage004' });
  await client.untilReceived('onReady 5');
  await client.call('play');
  await client.untilPlayed(1);
});

test('a page written for YouTube cues a video', async ({ page }) => {
  const client = await openClient(page, 'iframe-api');
  await client.untilReceived('onReady 5');
  await client.callExtra('cue', 'offstage003');
  await client.untilReceived('onStateChange 5');
  await expect.poll(() => client.call('duration')).toBe(40);
  expect(await states(client)).not.toContain(1);
  await client.call('play');
  await client.untilPlayed(0.5);
});

test('a page written for YouTube plays a video that it has just cued', async ({ page }) => {
  const client = await openClient(page, 'iframe-api');
  await client.untilReceived('onReady 5');
  await client.callExtra('cueAndPlay', 'offstage003');
  await expect.poll(() => client.call('duration')).toBe(40);
  await client.untilPlayed(0.5);
});

test('a page written for YouTube receives an error, loads another video and plays it', async ({
  page,
}) => {
  const client = await openClient(page, 'iframe-api');
  await client.untilReceived('onReady 5');
  for (const [videoId, code] of [
    ['nobodyknows', 100],
    ['offstage005', 150],
    ['not_an_id', 2],
  ] as const) {
    await client.call('load', videoId);
    await client.untilReceived(`onError ${code}`);
  }
  await client.call('load', 'offstage002');
  await expect.poll(() => client.call('duration')).toBe(32);
  await client.untilPlayed(0.5);
});
