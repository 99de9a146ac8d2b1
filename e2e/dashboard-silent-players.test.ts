import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page, Request } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { type HostPage, serveHostPage } from './support/host-page.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

const hour = 3_600_000;
const bulk = 55;
const logPath = '/youtubei/v1/log_event';

/** A browser's request for a player page in a frame, and the page's first batch if it may send. */
async function openPlayer(
  { embedOrigin }: ServerProcess,
  { host, n, isBlocked }: { host: string; n: number; isBlocked: boolean },
): Promise<void> {
  const page = await fetch(`${embedOrigin}/embed/offstage001`, {
    headers: {
      Referer: host,
      'Sec-Fetch-Dest': 'iframe',
      'User-Agent':
        'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    },
  });
  expect(page.status).toBe(200);
  await page.body?.cancel();
  if (isBlocked) return;
  const batch = {
    context: { client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en' } },
    sid: `page-load-${new URL(host).port}-${`${n}`.padStart(12, '0')}`,
    requestTimeMs: Date.now(),
    serializedClientEventId: 'batch-1',
    events: [
      {
        ...{ seq: 1, name: 'embed_loaded', payload: { isFramed: true, loaderUrl: host } },
        eventTimeMs: Date.now(),
        context: { lastActivityMs: -1, sequence: { index: 0, groupKey: 'c1' } },
      },
    ],
  };
  const sent = await fetch(`${embedOrigin}${logPath}`, {
    method: 'POST',
    body: JSON.stringify(batch),
  });
  expect(sent.status).toBe(200);
}

/** Opens a host page, until the server has its player's first events, or they are blocked. */
async function openInBrowser(page: Page, url: string, { isBlocked = false } = {}): Promise<void> {
  const isEvents = (request: Request) => request.url().includes(logPath);
  const done = isBlocked
    ? page.waitForEvent('requestfailed', isEvents)
    : page.waitForEvent('requestfinished', isEvents);
  await page.goto(url);
  await done;
}

/** As if it were two hours later. */
async function waitTwoHours(server: ServerProcess): Promise<void> {
  await server.stop();
  const database = new DatabaseSync(join(server.dataDir, 'events.sqlite'));
  for (const table of ['served_pages', 'heard_pages', 'document_hours'])
    database.exec(`UPDATE ${table} SET hour_ms = hour_ms - ${2 * hour}`);
  database.close();
  await server.restart();
}

test('a host whose players’ requests are blocked is named in the report and on the dashboard [feature-silent-players]', async ({
  page,
  browser,
}) => {
  const server = await startServerProcess();
  const frame = `<iframe src="${server.embedOrigin}/embed/offstage001"></iframe>`;
  const hosts: HostPage[] = [await serveHostPage(frame), await serveHostPage(frame)];
  const [blocked = '', open = ''] = hosts.map(({ url }) => url);
  try {
    // Its users have a blocker.
    const users = await browser.newContext();
    await users.route(`**${logPath}*`, (route) => route.abort());
    await Promise.all([
      openInBrowser(page, open),
      openInBrowser(await users.newPage(), blocked, { isBlocked: true }),
    ]);
    await users.close();
    await page.goto('about:blank');
    for (const [host, isBlocked] of [
      [blocked, true],
      [open, false],
    ] as const)
      await Promise.all(
        Array.from({ length: bulk }, (_, n) => openPlayer(server, { host, n, isBlocked })),
      );
    await waitTwoHours(server);

    const report = await fetch(`${server.demoOrigin}/telemetry/report`);
    const { completeness } = (await report.json()) as {
      completeness: { silence: { hosts: unknown[] } };
    };
    const named = (url: string) => new URL(url).origin;
    expect(completeness.silence.hosts).toEqual([
      { host: named(blocked), served: bulk + 1, heard: 0, isMarked: true },
      { host: named(open), served: bulk + 1, heard: bulk + 1, isMarked: false },
    ]);

    await page.goto(`${server.demoOrigin}/telemetry/`);
    const line = page.getByText(/sent nothing: probably a blocker/);
    await expect(line).toContainText(`100 % of the players on ${named(blocked)} sent nothing`);
    await line.getByRole('link', { name: 'Why not more?' }).press('Enter');
    const section = page.getByRole('region', { name: 'Completeness' });
    await expect(section).toBeInViewport();
    const row = section.getByRole('row').filter({ hasText: named(blocked) });
    await expect(row.getByRole('cell')).toHaveText(['100 %', `${bulk + 1}`, '0']);
    await expect(section.getByRole('row').filter({ hasText: named(open) })).toHaveCount(0);
    expect(await findBarriers(page)).toEqual([]);
  } finally {
    await Promise.all(hosts.map((host) => host.close()));
    await server.dispose();
  }
});
