import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const videoId = 'offstage001';
const durationSec = 100;

interface Viewing {
  /** Distinguishes the page load. */
  name: string;
  loaderUrl: string;
  hl: string;
  visitorId?: string;
  isLive?: boolean;
  /** Watched parts, in seconds. */
  segments: [from: number, to: number][];
}

/**
 * Near the end of the last minute: up to 50 s that were watched before it are of the same minute.
 */
const lastMinuteMs = () => Math.floor(Date.now() / 60_000) * 60_000 - 10_000;

/** Sends the events of a playback as a player does. */
async function sendViewing(server: Server, viewing: Viewing): Promise<void> {
  const { name, loaderUrl, hl, visitorId, isLive = false, segments } = viewing;
  const cpn = `cpn-${name}`;
  const seen = { volume: 1, isMuted: false, isVisible: true };
  const begun = {
    ...{ videoId, cpn, engine: 'native', startedBy: 'viewer', startSeconds: 0, isLive },
    ...{ duration: isLive ? null : durationSec, ...seen },
  };
  const events = [
    ['embed_loaded', { isFramed: true, loaderUrl }],
    ['video_stats.playback', begun],
    ['video_stats.watchtime', { videoId, cpn, segments, playbackRate: 1, ...seen }],
  ].map(([eventName, payload], index) => ({
    ...{ seq: index + 1, name: eventName, payload, eventTimeMs: lastMinuteMs() },
    context: { lastActivityMs: -1, sequence: { index, groupKey: cpn } },
  }));
  const client = { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl, visitorId };
  const reply = await fetch(`${server.embedOrigin}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify({
      ...{ context: { client }, events, requestTimeMs: Date.now() },
      ...{ sid: `page-load-of-${name}`, serializedClientEventId: `batch-${name}` },
    }),
  });
  expect(reply.status).toBe(200);
}

/** A viewer who saw the first 30 s, and ten of them twice. */
const news: Viewing = {
  ...{ name: 'news', loaderUrl: 'https://news.example/', hl: 'en', visitorId: 'visitor-1' },
  segments: [
    [0, 30],
    [10, 20],
  ],
};
/** The same viewer, who saw all of it on another page. */
const blog: Viewing = {
  ...{ name: 'blog', loaderUrl: 'https://blog.example/', hl: 'de', visitorId: 'visitor-1' },
  segments: [[0, 100]],
};
/** An unknown viewer of a stream. */
const stream: Viewing = {
  ...{ name: 'stream', loaderUrl: 'https://blog.example/', hl: 'de', isLive: true },
  segments: [[500, 520]],
};

const openAudience = async (page: Page, server: Server) => {
  await page.goto(`${server.demoOrigin}/telemetry/?page=audience`);
  await expect(page.getByRole('region', { name: 'Viewers at the same time' })).toBeVisible();
};

const tileIn = (page: Page, name: string) =>
  page
    .getByLabel('Key figures')
    .locator('.tile')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`^${name}$`) }) });

const tableOf = (page: Page, title: string) => page.getByRole('region', { name: title });

const cellsOf = (page: Page, title: string, row: string | RegExp) =>
  tableOf(page, title)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) })
    .getByRole('cell');

test('the operator sees which parts of a video a viewer saw, and which twice [feature-audience]', async ({
  page,
  server,
}) => {
  await sendViewing(server, news);
  await page.goto(`${server.demoOrigin}/telemetry/?video=${videoId}`);
  await page.getByRole('link', { name: 'Audience' }).press('Enter');
  await expect(page).toHaveURL(/\?page=audience&video=offstage001$/);
  for (const [name, value] of [
    ['Viewings', '1'],
    ['Watch time', '40 s'],
    ['Viewers', '1'],
    ['Seen', '30 %'],
    ['Finished', '0 %'],
  ] as const)
    await expect(tileIn(page, name).locator('strong')).toHaveText(value);

  // The definition is one key away.
  const definition = page.getByText(/^Playing time by the viewer’s clock/);
  await expect(definition).toBeHidden();
  await tileIn(page, 'Watch time').locator('summary').press('Enter');
  await expect(definition).toBeVisible();

  // The curve is a table too, with times because it is of one video.
  const parts = tableOf(page, 'Parts of the video');
  await parts.getByText('Retention as a table').press('Enter');
  for (const [part, seen, again] of [
    ['5 % (0:05)', '100 %', '0 %'],
    ['10 % (0:10)', '100 %', '100 %'],
    ['15 % (0:15)', '100 %', '100 %'],
    ['20 % (0:20)', '100 %', '0 %'],
    ['30 % (0:30)', '0 %', '0 %'],
  ] as const)
    await expect(
      parts
        .getByRole('row', { name: `${part} ${seen} ${again}`, exact: true })
        .getByRole('rowheader'),
    ).toBeVisible();
  const reached = parts.getByRole('table').filter({ hasText: 'Reached' });
  await expect(reached.getByRole('row')).toHaveText([
    'ReachedViewingsShare',
    '25 % (0:25)1100 %',
    '50 % (0:50)00 %',
    '75 % (1:15)00 %',
    '95 % (1:35)00 %',
  ]);
  await expect(cellsOf(page, 'Videos', /\(offstage001\)/)).toHaveText([
    '1',
    '1',
    '40 s',
    '30 %',
    '0',
  ]);
  await expect(tableOf(page, 'Viewers at the same time').getByText(/^Peak: 0\.7 /)).toContainText(
    'whatever the filters',
  );
  await expect(tableOf(page, 'Live streams')).toBeHidden();
  await expect(page.getByText(/^100 % of the events that players created/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('the operator compares pages and languages, chooses a page, and sees all again', async ({
  page,
  server,
}) => {
  for (const viewing of [news, blog, stream]) await sendViewing(server, viewing);
  await openAudience(page, server);
  await expect(tileIn(page, 'Viewings').locator('strong')).toHaveText('3');
  await expect(tileIn(page, 'Viewers')).toHaveText(/1unknown in 33 % of viewings$/);
  await expect(tileIn(page, 'Seen').locator('strong')).toHaveText('65 %');
  await expect(tileIn(page, 'Finished')).toHaveText(/50 %1 reached 95 % of the video$/);
  const english = ['1', '1', '40 s', '30 %', '0'];
  const german = ['2', '1', '2 min', '100 %', '1'];
  await expect(cellsOf(page, 'Embedding pages', 'blog.example')).toHaveText(german);
  await expect(cellsOf(page, 'Languages', 'German (de)')).toHaveText(german);
  await expect(cellsOf(page, 'Languages', 'English (en)')).toHaveText(english);
  await expect(tableOf(page, 'Live streams').getByText(/^1 viewing\. /)).toBeVisible();
  await expect(tableOf(page, 'Viewers at the same time')).not.toContainText('whatever the filters');

  await page.getByRole('button', { name: 'news.example' }).press('Enter');
  await expect(page).toHaveURL(/\?page=audience&host=https%3A%2F%2Fnews.example$/);
  await expect(tileIn(page, 'Viewings').locator('strong')).toHaveText('1');
  await expect(tableOf(page, 'Live streams')).toBeHidden();
  await page.goto(`${server.demoOrigin}/telemetry/?page=audience&host=https%3A%2F%2Fother.example`);
  const nothing = page.getByText(/^No viewings match this time range and these filters\./);
  await nothing.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(page).toHaveURL(/\?page=audience&range=all$/);
  await expect(tileIn(page, 'Viewings').locator('strong')).toHaveText('3');
});

test(
  'axe finds no accessibility problem in the audience, in either theme, wide or narrow',
  thorough,
  async ({ page, server }) => {
    for (const viewing of [news, blog, stream]) await sendViewing(server, viewing);
    for (const width of [1440, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await openAudience(page, server);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await findBarriers(page)).toEqual([]);
        // Nothing overflows at the side.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
  },
);
