import { openClient } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

// Features that only one client relies on. A player that gets them wrong may work with all other
// clients.

test('Vidstack is ready without playing, and knows that the whole video is seekable', async ({
  page,
}) => {
  const client = await openClient(page, 'vidstack');
  await client.untilReceived('can-play');
  await client.untilReceived('title-change "Four Lights"');
  await client.untilReceived('duration-change 64');
  // It first seeks to 0, which plays a cued video, so it waits until it is asked to play.
  expect(await client.call('isPaused')).toBe(true);
  expect(await client.received()).not.toContain('play');
  await expect.poll(() => client.callExtra('seekable')).toEqual([0, 64]);
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/offstage001\?/,
  );
});

test('Vidstack knows the buffer from the progress, and receives the end of the video', async ({
  page,
}) => {
  const client = await openClient(page, 'vidstack', { videoId: 'offstage002' });
  await client.untilReceived('can-play');
  await client.call('play');
  await client.untilPlayed(0.5);
  await expect.poll(() => client.callExtra('bufferedEnd')).toBeGreaterThan(1);
  await client.call('seek', 31);
  await client.untilReceived('ended');
  expect(await client.call('isPaused')).toBe(true);
});

test('Angular’s component removes its listener inside onReady, cues a video, and does not receive ready twice', async ({
  page,
}) => {
  const client = await openClient(page, 'angular');
  await client.untilReceived('ready');
  await client.untilReceived('stateChange 5');
  await client.call('play');
  // Not the clock, which may already have advanced.
  await client.untilReceived('stateChange 1');
  const received = await client.received();
  expect(received.filter((event) => event === 'ready')).toHaveLength(1);
  // Later states come from stalls on a busy machine.
  expect(received.filter((event) => event.startsWith('stateChange')).slice(0, 5)).toEqual([
    'stateChange -1',
    'stateChange 5',
    'stateChange -1',
    'stateChange 3',
    'stateChange 1',
  ]);
});

test('youtube-video-element resolves its play promise, reports the time, and shows the requested captions', async ({
  page,
}) => {
  const client = await openClient(page, 'youtube-video-element');
  await client.untilReceived('loadcomplete');
  // It wraps its own frame, which names no origin.
  const address = await page.locator('iframe').getAttribute('src');
  expect(new URL(address ?? '').pathname).toBe('/embed/offstage001');

  await client.callExtra('playAndTell');
  await client.untilReceived('play kept');
  await expect
    .poll(async () => (await client.received()).filter((event) => event === 'timeupdate').length)
    .toBeGreaterThan(2);

  await expect
    .poll(() => client.callExtra('textTracks'))
    .toEqual([
      [expect.any(String), 'ar'],
      [expect.any(String), 'en'],
      [expect.any(String), 'es'],
    ]);
  await client.callExtra('showTextTrack', 'es');
  await expect.poll(() => client.callExtra('captionsShown')).toMatchObject({ languageCode: 'es' });
});

test('video-worker moves the frame, which reloads and is ready there', async ({ page }) => {
  const client = await openClient(page, 'video-worker');
  await client.untilReceived('ready');
  const received = await client.received();
  expect(received.indexOf('moved')).toBeLessThan(received.indexOf('ready'));
  await expect(page.locator('main > iframe')).toHaveCount(1);
  await client.call('play');
  await client.untilReceived('started');
  await client.untilPlayed(0.5);
  expect((await client.received()).filter((event) => event === 'started')).toHaveLength(1);
});

test('Plyr learns the playback rates when it is ready', async ({ page }) => {
  const client = await openClient(page, 'plyr');
  await client.untilReceived('ready');
  // Those of its own rates that the player also has.
  expect(await client.callExtra('speeds')).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]);
});

test('Plyr on a page without TLS loads a player without TLS, and drives it', async ({ page }) => {
  // The browser requires TLS for YouTube's name, so the player that answers has another origin than
  // requested.
  const client = await openClient(page, 'plyr', { protocol: 'http' });
  await client.untilReceived('ready');
  // The frame's `allow` names the requested origin, so this one may not play sound without its own
  // gesture.
  await client.call('mute');
  await client.call('play');
  await client.untilPlayed(0.5);
  await client.call('pause');
  await client.untilReceived('pause');
});

test.describe('video.js', () => {
  // Its YouTube plugin calls methods that video.js's core warns about.
  test.use({ expectedNoise: /VIDEOJS: WARN: videojs\.createTimeRange is deprecated/ });

  test('receives the metadata before it plays, and every state once', async ({ page }) => {
    const client = await openClient(page, 'video-js');
    await client.untilReceived('ready');
    await client.call('play');
    await client.untilReceived('playing');
    await client.untilPlayed(0.5);
    await client.call('pause');
    await client.untilReceived('pause');
    const received = await client.received();
    expect(received.indexOf('loadedmetadata')).toBeGreaterThan(-1);
    expect(received.indexOf('loadedmetadata')).toBeLessThan(received.indexOf('playing'));
    // A stall on a busy machine causes another `waiting` and then `playing`.
    const states = received.filter((event) => ['waiting', 'playing', 'pause'].includes(event));
    const isTwice = (event: string, index: number) => event === states[index - 1];
    expect(states.filter((event, index) => event !== 'waiting' && isTwice(event, index))).toEqual(
      [],
    );
    expect(states.filter((event) => event === 'pause')).toHaveLength(1);
  });
});

test('react-youtube creates a new player for a new video, and the page never has more than one frame', async ({
  page,
}) => {
  const client = await openClient(page, 'react-youtube');
  await client.untilReceived('onReady "offstage001"');
  await expect(page.locator('iframe.frame')).toHaveCount(1);
  for (const videoId of ['offstage002', 'offstage003', 'offstage001']) {
    await client.forgetReceived();
    await client.call('load', videoId);
    await client.untilReceived(`onReady "${videoId}"`);
    await expect(page.locator('iframe.frame')).toHaveAttribute(
      'src',
      new RegExp(`/embed/${videoId}\\?`),
    );
    await expect(page.locator('iframe')).toHaveCount(1);
  }
});

test('youtube-player in strict mode resolves its promises to play, to seek and to pause', async ({
  page,
}) => {
  const client = await openClient(page, 'youtube-player-strict');
  await client.untilReceived('ready');
  await client.call('play');
  await client.untilPlayed(0.5);
  // Seeking back fetches nothing, but the states still report the seek.
  await client.call('seek', 0.2);
  await client.untilPlayed(0.5);
  await client.call('pause');
  expect((await client.received()).filter((event) => event.endsWith('kept'))).toEqual([
    'play kept',
    'seek kept',
    'pause kept',
  ]);
});
