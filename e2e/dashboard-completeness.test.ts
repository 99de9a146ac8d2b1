import { findBarriers } from './support/axe.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

const client = { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en' };
const sid = 'page-load-with-gaps-0123456789';

const send = async (server: Server, path: string, body: unknown) =>
  (await fetch(`${server.embedOrigin}${path}`, { method: 'POST', body: JSON.stringify(body) }))
    .status;

const common = () => ({ context: { client }, sid, requestTimeMs: Date.now() });

type NumberedEvent = [seq: number, name: string, payload: unknown];

async function sendEvents(server: Server, numbered: NumberedEvent[]): Promise<void> {
  const events = numbered.map(([seq, name, payload]) => ({
    ...{ seq, name, payload, eventTimeMs: Date.now() },
    context: { lastActivityMs: -1, sequence: { index: 0, groupKey: 'c1' } },
  }));
  const batch = { ...common(), serializedClientEventId: `batch-${numbered[0]?.[0]}`, events };
  expect(await send(server, '/youtubei/v1/log_event', batch)).toBe(200);
}

/** A page load of ten events, of which the page has dropped three and still has three. */
async function sendIncomplete(server: Server): Promise<void> {
  await sendEvents(server, [
    [1, 'embed_loaded', { isFramed: true, loaderUrl: 'https://news.example/' }],
    [2, 'video_stats.playback', { videoId: 'offstage001', cpn: 'c1' }],
    [3, 'playback_state', { state: 1 }],
    [10, 'playback_state', { state: 2 }],
  ]);
  const lost = { reason: 'quota', count: 3, isOwn: true, sendCount: null };
  const entries = [{ n: 1, timeMs: Date.now(), kind: 'events_lost', fields: lost }];
  expect(await send(server, '/log', { ...common(), droppedCount: 0, entries })).toBe(200);
}

test('the operator sees which part of the events has arrived, when others did not, and why [feature-completeness]', async ({
  page,
  server,
}) => {
  await sendIncomplete(server);
  await page.goto(`${server.demoOrigin}/telemetry/`);
  const line = page.getByText(/of the events that players created have arrived/);
  await expect(line).toHaveText(/^40 % of .*, so figures may be too low \(1 page load\)/);
  await line.getByRole('link', { name: 'Why not more?' }).press('Enter');
  const section = page.getByRole('region', { name: 'Completeness' });
  await expect(section).toBeInViewport();
  for (const [reason, count] of [
    ['Dropped by their page: quota', '3'],
    ['On their way: their page has just sent others', '3'],
  ] as const)
    await expect(section.getByText(reason).locator('+ dd')).toHaveText(count);
  expect(await findBarriers(page)).toEqual([]);

  // From another page, the question leads to the same section.
  await page.getByRole('link', { name: 'Audience' }).press('Enter');
  await expect(page).toHaveURL(/page=audience/);
  await line.getByRole('link', { name: 'Why not more?' }).press('Enter');
  await expect(page).not.toHaveURL(/page=audience/);
  await expect(section).toBeInViewport();

  // The hour has its own figures, pages and reasons.
  await section.getByRole('row').getByRole('button').press('Enter');
  await expect(page).toHaveURL(/\?from=\d+&to=\d+/);
  await expect(line).toContainText('1 page load');
  const pages = page.getByRole('region', { name: 'Embedding pages' });
  const row = pages.getByRole('row').filter({ hasText: 'news.example' });
  await expect(row.getByRole('cell').last()).toHaveText('40 %');
  await row.getByRole('button').press('Enter');
  await expect(page).toHaveURL(/host=https/);
  await expect(line).toHaveText(/^40 % of/);

  // Once the others have arrived, nothing is left to explain.
  await sendEvents(
    server,
    [4, 5, 6, 7, 8, 9].map((seq): NumberedEvent => [seq, 'playback_state', { state: 1 }]),
  );
  await page.goto(`${server.demoOrigin}/telemetry/`);
  await expect(line).toHaveText(/^100 % of .* \(1 page load\)\.$/);
});
