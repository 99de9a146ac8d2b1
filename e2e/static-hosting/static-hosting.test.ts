import { expectComplete } from '../support/complete-events.ts';
import { serveHostPage } from '../support/host-page.ts';
import { type StoredEvent, storedEvents } from '../support/intake.ts';
import { reachFor } from '../support/reach-for.ts';
import { reportedErrors } from '../support/telemetry.ts';
import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { frameOf } from './support/frame-of.ts';
import { test } from './support/static-host.ts';

const seqOf = ({ seq }: StoredEvent) => seq;

for (const [videoId, packaging, mark] of [
  ['offstage002', 'MP4', thorough],
  ['offstage001', 'HLS', {}],
  ['offstage003', 'DASH', thorough],
] as const) {
  test(
    `a published page plays ${packaging}, obeys its host, and delivers every event once, including the last`,
    mark,
    async ({ page, server, pages, openRawHost }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const host = await openRawHost(`/embed/${videoId}?enablejsapi=1&mute=1`);
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await host.command('seekTo', 10, true);
      await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(10);
      await host.command('pauseVideo');
      await host.untilInfo('playerState', 2);

      // Everything of the page comes from its host, and everything of the video from the server.
      const origins = new Set(
        asked
          .filter((url) => /^http/.test(url) && !url.startsWith('http://127.0.0.1'))
          .map((url) => new URL(url).origin),
      );
      expect([...origins].toSorted()).toEqual([server.embedOrigin, pages.origin].toSorted());
      const paths = (origin: string) =>
        asked
          .filter((url) => url.startsWith(`${origin}/`))
          .map((url) => new URL(url).pathname.split('/')[1]);
      expect(new Set(paths(pages.origin))).toEqual(new Set(['embed', 'assets']));
      expect(paths(server.embedOrigin)).toContain('media');

      const frame = frameOf(page);
      await frame.evaluate(() => window.offstage.flush());
      await frame.evaluate((id) => window.offstage.log('the_last_one', { id }), videoId);
      const { created } = await frame.evaluate(() => window.offstage.accounting());
      await page.goto('about:blank');
      const lastOnes = async () =>
        (await storedEvents(server)).filter(
          ({ name, payload }) => name === 'the_last_one' && payload.id === videoId,
        );
      await expect.poll(lastOnes).toHaveLength(1);
      const [last] = await lastOnes();
      const seqs = async () =>
        (await storedEvents(server)).filter(({ sid }) => sid === last?.sid).map(seqOf);
      await expectComplete(seqs, created);
    },
  );
}

test('captions, the storyboard and the next video come from the server, and the console stays clean', async ({
  page,
  server,
  pages,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(
    `${pages.origin}/embed/offstage001?mute=1&cc_load_policy=1&cc_lang_pref=en&hl=en`,
  );
  await page.locator('.big-play').click();
  await expect(page.locator('.captions p').first()).not.toBeEmpty();
  await reachFor(page);
  await page.locator('.seek').hover();
  await expect(page.locator('.preview')).toBeVisible();
  await expect
    .poll(() => asked)
    .toContain(`${server.embedOrigin}/media/offstage001.storyboard.jpg`);
});

test('a video loaded by the host is requested from the API, and its addresses are the server’s', async ({
  page,
  server,
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1&mute=1');
  await host.command('loadVideoById', 'offstage002');
  await host.untilInfo('playerState', 1);
  await host.untilInfo('duration', expect.closeTo(32, 0));
  const source = await frameOf(page).evaluate(() => document.querySelector('video')?.currentSrc);
  expect(source).toBe(`${server.embedOrigin}/media/offstage002.mp4`);
});

for (const runtime of ['worker', 'main'] as const)
  test(
    `a published page’s calls send the cookies of the API that it names, which allows no other page (runtime=${runtime}) [spec-7.4]`,
    runtime === 'main' ? thorough : {},
    async ({ page, server, pages }) => {
      const cookie = {
        name: 'session',
        value: 'ann',
        domain: new URL(server.embedOrigin).hostname,
        path: '/',
      };
      await page.context().addCookies([{ ...cookie, secure: true, sameSite: 'None' }]);
      const list = 'playlist=offstage002,offstage001&autoplay=1&mute=1';
      await page.goto(`${pages.origin}/embed/offstage001?${list}&runtime=${runtime}`);
      // The key is heard once the page's script has run.
      await page.evaluate(() => window.offstage.ready);
      const [call] = await Promise.all([
        page.context().waitForEvent('request', (one) => one.url().endsWith('/v1/player?alt=json')),
        page.keyboard.press('Shift+N'),
      ]);
      expect((await call.allHeaders()).cookie).toContain('session=ann');
      const headers = await (await call.response())?.allHeaders();
      expect(headers).toMatchObject({
        'access-control-allow-origin': pages.origin,
        'access-control-allow-credentials': 'true',
      });
      await expect(page).toHaveTitle('Lanterns - Offstage');
      await page.context().clearCookies();
    },
  );

test.describe('an error of the page', () => {
  test.use({ expectedNoise: /a mistake on a published page/ });

  test('is reported to the server', async ({ page, server, pages }) => {
    await page.goto(`${pages.origin}/embed/offstage002`);
    await page.evaluate(() => window.offstage.ready);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('a mistake on a published page');
      });
    });
    await expect
      .poll(async () => (await reportedErrors(server)).map(({ message }) => message))
      .toContainEqual(expect.stringContaining('a mistake on a published page'));
  });
});

test('in a sandboxed frame without an origin a published page plays, and its events arrive', async ({
  page,
  server,
  pages,
}) => {
  const hostPage = await serveHostPage(
    `<iframe sandbox="allow-scripts" allow="autoplay" src="${pages.origin}/embed/offstage002?autoplay=1&mute=1"></iframe>`,
  );
  await page.goto(hostPage.url);
  const video = page.frameLocator('iframe').locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await frameOf(page).evaluate(() =>
    window.offstage.log('from_a_sandbox', {}, { tier: 'immediate' }),
  );
  await expect
    .poll(async () => (await storedEvents(server)).map(({ name }) => name))
    .toContain('from_a_sandbox');
  await hostPage.close();
});
