import { onlyChromium } from '../support/only-chromium.ts';
import { expect, test } from '../support/raw-host.ts';
import { thorough } from '../support/thorough.ts';
import { expectReported, play } from './call-functions.ts';
import { controls, inList, inTheList, videos } from './function-rows.ts';
import { settings } from './setting-rows.ts';

const hls = '/embed/offstage001?mute=0&enablejsapi=1';

for (const { what, path, rows, bringsVideo } of [
  { what: 'playback', path: hls, rows: controls, bringsVideo: false },
  { what: 'the video', path: hls, rows: videos, bringsVideo: true },
  { what: 'the place in a list', path: inList, rows: inTheList, bringsVideo: true },
  { what: 'sound, rate and captions', path: hls, rows: settings, bringsVideo: false },
])
  test(`${what}: set by one function after another`, async ({ openRawHost }) => {
    const host = await openRawHost(path);
    for (const [name, { does, calls, reported, whilePlaying }] of Object.entries(rows))
      await test.step(`${name} ${does}`, async () => {
        if (whilePlaying) await play(host);
        // A new video is answered with all values, so those of an earlier one do not count.
        if (bringsVideo) await host.forget();
        await expectReported(host, { calls, reported });
      });
  });

test('unloadModule hides captions', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1&cc_load_policy=1');
  await expect
    .poll(() => host.info())
    .toMatchObject({ option: { captions: { track: { languageCode: 'en' } } } });
  await expectReported(host, {
    calls: [['unloadModule', 'captions']],
    reported: { option: { captions: expect.objectContaining({ track: {} }) } },
  });
});

test('setPlaybackQuality fixes the quality of a film that plays before its qualities are known', {
  tag: [thorough.tag, onlyChromium.tag],
}, async ({ page, openRawHost }) => {
  const asked = Promise.withResolvers<void>();
  // The film begins without hls.js, which tells the qualities.
  await page.context().route('**/serve-playback-*.js', async (route) => {
    await asked.promise;
    await route.continue();
  });
  const host = await openRawHost('/embed/offstage001?mute=0&enablejsapi=1');
  await play(host);
  expect(await host.info()).toMatchObject({ availableQualityLevels: [] });
  await host.command('setPlaybackQuality', 'small');
  await host.command('diagnose');
  await expect.poll(() => host.values('onDiagnose')).toHaveLength(1);
  asked.resolve();
  await expect.poll(() => host.info()).toMatchObject({ playbackQuality: 'small' });
});

test(
  'setPlaybackQuality right after loadVideoById fixes the quality of that video',
  thorough,
  async ({ openRawHost }) => {
    const host = await openRawHost('/embed/offstage002?mute=1&enablejsapi=1');
    // In one task, so that the video's description is still awaited.
    await host.page.evaluate(() => {
      for (const [func, ...args] of [
        ['loadVideoById', 'offstage001'],
        ['setPlaybackQuality', 'small'],
      ])
        document
          .querySelector('iframe')
          ?.contentWindow?.postMessage(JSON.stringify({ event: 'command', func, args }), '*');
    });
    await expect
      .poll(() => host.info())
      .toMatchObject({ videoData: { video_id: 'offstage001' }, playbackQuality: 'small' });
  },
);
