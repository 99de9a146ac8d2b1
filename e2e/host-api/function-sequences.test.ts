import { expect, test } from '../support/raw-host.ts';
import { playerFrame } from '../support/sequences.ts';
import { thorough } from '../support/thorough.ts';
import { expectReported, play } from './call-functions.ts';
import { inList, list } from './function-rows.ts';

test('shuffling a list keeps the present video, plays everything once, and continues in the new order; unshuffling restores its owner’s', async ({
  openRawHost,
}) => {
  const host = await openRawHost(inList);
  await host.command('playVideoAt', 1);
  await host.untilInfo('playerState', 1);
  await host.command('setShuffle', true);
  await host.untilInfo('playlistIndex', 0);
  const { playlist } = await host.info();
  expect((playlist as string[])[0]).toBe('offstage002');
  expect((playlist as string[]).toSorted()).toEqual(list);
  await host.command('nextVideo');
  await expect
    .poll(async () => (await host.info()).videoData)
    .toMatchObject({ video_id: (playlist as string[])[1] });
  await host.command('setShuffle', false);
  await expect.poll(async () => (await host.info()).playlist).toEqual(list);
  await host.untilInfo('playlistIndex', list.indexOf((playlist as string[])[1] ?? ''));
});

test('preloadVideoById requests a video once, and changes nothing on the stage', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  let asked = 0;
  host.page.on('request', (request) => {
    if (request.url().includes('/youtubei/v1/player')) asked += 1;
  });
  const answered = host.page.waitForResponse(/youtubei\/v1\/player/);
  await host.command('preloadVideoById', 'offstage002');
  await answered;
  expect(await host.info()).toMatchObject({
    playerState: 5,
    videoData: { video_id: 'offstage001' },
  });
  await host.command('cueVideoById', 'offstage002');
  await host.untilInfo(
    'videoData',
    expect.objectContaining({ video_id: 'offstage002', title: 'Lanterns' }),
  );
  expect(asked).toBe(1);
});

test('playVideo right after a cue plays the cued video, and reports never mix two videos', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await play(host);
  await host.forget();
  await host.command('cuePlaylist', ['offstage003', 'offstage002'], 1, 2);
  await host.command('playVideo');
  // The first video's last reports were under way when the cue was sent; the cue's answer has all
  // values.
  const isAnswer = (info: unknown) => Object.hasOwn(info as object, 'apiInterface');
  await expect.poll(async () => (await host.values('infoDelivery')).some(isAnswer)).toBe(true);
  await host.untilInfo('playerState', 1);
  const reported = await host.values('infoDelivery');
  const answered = reported.findIndex(isAnswer);
  expect(answered).toBeGreaterThan(-1);
  for (const info of reported.slice(answered)) {
    const { videoData, playlist, currentTime, apiInterface } = info as {
      videoData?: { video_id: string };
      playlist?: string[];
      currentTime?: number;
      apiInterface?: string[];
    };
    if (videoData !== undefined) expect(videoData.video_id).toBe('offstage002');
    if (playlist !== undefined) expect(playlist).toEqual(['offstage003', 'offstage002']);
    if (currentTime !== undefined) expect(currentTime).toBeGreaterThanOrEqual(2);
    if (apiInterface !== undefined)
      expect(info).toMatchObject({ playerState: -1, playlistIndex: 1 });
  }
});

test('seeking does not start playback after a pause before the start', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await host.command('loadVideoById', 'offstage003');
  await host.command('pauseVideo');
  await host.command('seekTo', 7, true);
  await host.untilInfo('playerState', 2);
  await host.untilInfo('currentTime', 7);
  await host.command('cueVideoById', 'offstage001');
  await host.untilInfo('playerState', 5);
  await host.command('pauseVideo');
  await host.command('seekTo', 30, true);
  await host.untilInfo('currentTime', 30);
  expect((await host.info()).playerState).toBe(5);
});

test('chosen captions return after a video without any', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await host.command('setOption', 'captions', 'track', { languageCode: 'es' });
  await host.command('cueVideoById', 'offstage002');
  await host.untilInfo('option', {});
  await host.command('cueVideoById', 'offstage001');
  await expect
    .poll(async () => (await host.info()).option)
    .toMatchObject({ captions: { track: { languageCode: 'es' } } });
});

test('only rates that were set are reported, even if an engine changes the rate while it waits', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage003?mute=1&enablejsapi=1');
  await host.subscribe('onPlaybackRateChange');
  await host.command('setPlaybackRate', 1.5);
  await play(host);
  await host.command('seekTo', 10, true);
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(10.5);
  expect(await host.values('onPlaybackRateChange')).toEqual([1.5]);
});

test('a live stream reports its seekable range, and seeks within it', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage004?mute=1&enablejsapi=1');
  await play(host);
  const progress = async () =>
    (await host.info()).progressState as { seekableStart: number; current: number };
  await expect.poll(async () => (await progress()).seekableStart).toBeGreaterThan(0);
  // The start moves on with the clock, also while the seek fetches its media.
  const fromStartSec = async () => {
    const { seekableStart, current } = await progress();
    return current - seekableStart;
  };
  await expect.poll(fromStartSec).toBeGreaterThan(20);
  await host.command('seekTo', 0, true);
  await expect.poll(fromStartSec).toBeLessThan(15);
});

test(
  'cue ranges fire when playback enters and leaves them, and end with their video',
  thorough,
  async ({ openRawHost }) => {
    const host = await openRawHost('/embed/offstage002?mute=1&enablejsapi=1');
    await host.subscribe('onCueRangeEnter', 'onCueRangeExit');
    await host.command('addCueRange', 'gone', 1, 2);
    await host.command('removeCueRange', 'gone');
    await host.command('addCueRange', 'opening', 0.5, 2.5);
    // A page that stands still for a while must not miss the range.
    await host.command('setPlaybackRate', 0.25);
    await host.command('playVideo');
    await expect.poll(() => host.values('onCueRangeExit')).toEqual(['opening']);
    expect(await host.values('onCueRangeEnter')).toEqual(['opening']);
    await host.forget();
    await host.command('setPlaybackRate', 1);
    await host.command('addCueRange', 'of this video', 0.5, 1.5);
    await host.command('loadVideoById', 'offstage003');
    // The time reported with this state, or after it, belongs to this video.
    await host.untilInfo('videoData', expect.objectContaining({ video_id: 'offstage003' }));
    await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(1);
    expect(await host.values('onCueRangeEnter')).toEqual([]);
  },
);

test('diagnose answers with the player’s condition', async ({ browserName, page, openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  await host.command('nonsense');
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  // A film plays before the services run.
  await playerFrame(page).evaluate(() => window.offstage.flush());
  await host.command('diagnose');
  await expect.poll(() => host.values('onDiagnose')).toHaveLength(1);
  // Firefox has no `MediaSource` in workers.
  const engine = browserName === 'chromium' ? 'hls.js in a worker' : 'hls.js';
  expect((await host.values('onDiagnose'))[0]).toMatchObject({
    host: { refusals: { UNKNOWN_FUNCTION: 1 } },
    player: { videoId: 'offstage001', engine, isFramed: true },
    services: { place: 'worker', queue: expect.any(String) },
    loss: { created: expect.any(Number) },
  });
});

test('destroy stops the player and lets another window become its host', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  await play(host);
  await host.command('destroy');
  await host.listen(2);
  await expect.poll(() => host.values('onReady')).toHaveLength(2);
  expect(await host.info()).toMatchObject({ playerState: 5 });
});

test('every cue and load is answered at once with all values', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  for (const [func, ...args] of [
    ['cueVideoById', 'offstage002'],
    ['loadVideoById', { videoId: 'offstage002' }],
    ['cueVideoByUrl', '/v/offstage002'],
    ['loadVideoByUrl', '/e/offstage002'],
    ['cuePlaylist', 'PLoffstageplaylist'],
    ['loadPlaylist', ['offstage002']],
  ] as [string, ...unknown[]][]) {
    await host.forget();
    await host.command(func, ...args);
    await expect
      .poll(async () =>
        (await host.values('infoDelivery')).some((info) =>
          Object.hasOwn(info as object, 'apiInterface'),
        ),
      )
      .toBe(true);
  }
});

test('a clip stops at its end, also on a page too busy to follow the video', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?mute=0&enablejsapi=1');
  await host.player.locator('video').evaluate(() => {
    // Delays this event and later ones by two seconds. Meanwhile the video plays past the end of
    // its clip.
    const keepBusy = () => {
      const endMs = performance.now() + 2_000;
      while (performance.now() < endMs);
    };
    window.addEventListener('seeked', keepBusy, { capture: true, once: true });
  });
  const part = { videoId: 'offstage002', startSeconds: 2, endSeconds: 3 };
  await expectReported(host, { calls: [['loadVideoById', part]], reported: { playerState: 0 } });
});
