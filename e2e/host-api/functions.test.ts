import { onlyChromium } from '../support/only-chromium.ts';
import { expect, test } from '../support/raw-host.ts';
import { thorough } from '../support/thorough.ts';
import { expectReported, play } from './call-functions.ts';
import { rows } from './function-rows.ts';
import { settings } from './setting-rows.ts';

for (const [
  name,
  {
    does,
    path = '/embed/offstage001?mute=0&enablejsapi=1',
    calls,
    reported,
    whilePlaying,
    first = {},
  },
] of Object.entries(rows)) {
  test(`${name} ${does}`, async ({ openRawHost }) => {
    const host = await openRawHost(path);
    if (whilePlaying) await play(host);
    await expect.poll(() => host.info()).toMatchObject(first);
    await expectReported(host, { calls, reported });
  });
}

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

test('sound, rate and captions are set by one function after another', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?mute=0&enablejsapi=1');
  for (const [name, { does, calls, reported }] of Object.entries(settings))
    await test.step(`${name} ${does}`, async () => {
      await expectReported(host, { calls, reported });
    });
});
