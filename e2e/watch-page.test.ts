import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { setRate } from './support/set-rate.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** The player's time in the page, from its own media element. */
const playerTime = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime);

test('a video’s page plays it, its chapters seek to their times, and the present chapter is marked; printed, it shows its text without the player [feature-watch-page]', async ({
  page,
  server,
}) => {
  await page.goto(`${server.embedOrigin}/watch?v=offstage001&mute=1`);
  await expect(page).toHaveURL(`${server.embedOrigin}/watch/offstage001?mute=1`);
  await expect(page).toHaveTitle('Four Lights - Offstage');
  const chapters = page.getByRole('navigation', { name: 'Chapters' });
  await chapters.getByRole('link', { name: '0:32 Dusk' }).click();
  await expect.poll(() => playerTime(page)).toBeGreaterThan(32.5);
  await expect(chapters.locator('[aria-current]')).toHaveText(/Dusk/);
  await chapters.getByRole('link', { name: '0:00 Dawn' }).click();
  await expect.poll(() => playerTime(page)).toBeLessThan(16);
  // The page itself has not reloaded.
  await expect(page).toHaveURL(`${server.embedOrigin}/watch/offstage001?mute=1`);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('iframe')).toBeHidden();
  await expect(page.getByText('One day on a quiet lake')).toBeVisible();
});

test('its link and its code can be copied, with the time on request, and the link leads there', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.embedOrigin}/watch/offstage001?mute=1`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy: Link' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  await expect.poll(copied).toBe(`${server.embedOrigin}/watch/offstage001`);

  await setRate(page.frameLocator('iframe').locator('video'), 0.1);
  await page.getByRole('link', { name: '0:48 Night' }).click();
  const startAt = page.getByRole('checkbox', { name: /^Start at 0:(4[89]|5\d)$/ });
  await startAt.check();
  await page.getByRole('button', { name: 'Copy: Link' }).click();
  await expect.poll(copied).toMatch(/\/watch\/offstage001\?t=(4[89]|5\d)$/);
  const link = await copied();
  await page.getByRole('button', { name: 'Copy: Embed code' }).click();
  await expect
    .poll(copied)
    .toMatch(/^<iframe width="640" height="360" src="[^"]+\?start=(4[89]|5\d)" /);

  await page.goto(link);
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^\/embed\/offstage001\?start=(4[89]|5\d)$/,
  );
});

test('its link and its code come from the API, and from the page itself if the call fails [spec-7.10]', async ({
  page,
  server,
}) => {
  const path = '**/youtubei/v1/share/get_share_panel*';
  const answer = {
    title: 'Four Lights',
    url: 'https://publisher.example/v/offstage001',
    embedUrl: 'https://publisher.example/e/offstage001',
    embedCode: '<iframe src="https://publisher.example/e/offstage001"></iframe>',
  };
  const link = page.getByRole('textbox', { name: 'Link' });
  const startAt = page.getByRole('checkbox', { name: /^Start at/ });
  await page.goto(`${server.embedOrigin}/watch/offstage001?list=PLoffstageplaylist`);
  const own = `${server.embedOrigin}/watch/offstage001?list=PLoffstageplaylist`;
  const [asked, reply] = await Promise.all([
    page.waitForRequest(path),
    page.waitForResponse(path),
    link.focus(),
  ]);
  expect(asked.postDataJSON()).toMatchObject({
    serializedSharedEntity: 'v=offstage001&list=PLoffstageplaylist',
    includeListId: true,
  });
  expect(reply.status()).toBe(200);
  await expect(link).toHaveValue(own);

  await page.route(path, (route) => route.fulfill({ body: `)]}'\n${JSON.stringify(answer)}` }));
  await page.reload();
  await startAt.check();
  await expect(link).toHaveValue(`${answer.url}?t=0`);
  await expect(page.getByRole('textbox', { name: 'Embed code' })).toHaveValue(
    answer.embedCode.replace('offstage001"', 'offstage001?start=0"'),
  );

  await page.unroute(path);
  const noAddress = JSON.stringify({ ...answer, url: 'https://' });
  for (const wrong of ['sorry', noAddress]) {
    await page.route(path, (route) => route.fulfill({ body: wrong }));
    await page.reload();
    const [response] = await Promise.all([page.waitForResponse(path), link.focus()]);
    await response.finished();
    // The page has read the answer after a task of its own.
    await page.evaluate(() => new Promise((read) => setTimeout(read)));
    await startAt.check();
    await expect(link).toHaveValue(`${own}&t=0`);
    await page.unroute(path);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is complete, and its chapters are links to times [feature-watch-page]', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.embedOrigin}/watch/offstage001`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Four Lights');
    await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(
      `${server.embedOrigin}/watch/offstage001`,
    );
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: '0:16 Noon' }).click();
    await expect(page).toHaveURL(/\/watch\/offstage001\?t=16$/);
    await expect(page.locator('iframe')).toHaveAttribute('src', '/embed/offstage001?start=16');
  });
});

test(
  'axe finds no accessibility problem on a video’s page, in light and dark, small and right to left',
  thorough,
  async ({ page, server }) => {
    const expectNoBarriers = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findBarriers(page), `${page.url()}, ${colorScheme}`).toEqual([]);
      }
    };
    for (const path of ['/watch/offstage001', '/watch/offstage001?hl=ar', '/watch/offstage004']) {
      await page.goto(`${server.embedOrigin}${path}`);
      await expectNoBarriers();
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoBarriers();
    // A phone does not scroll sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  },
);

test.describe('a missing video', () => {
  // The browser logs each page with an error status.
  test.use({ expectedNoise: /status of 404/ });

  test('has a page that says so, without accessibility problems, and links to others', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.embedOrigin}/watch/unknown0000`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/does not exist/);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Lanterns' }).click();
    await expect(page).toHaveURL(`${server.embedOrigin}/watch/offstage002`);
  });
});
