import type { Page } from '@playwright/test';
import { openGate } from './support/gate.ts';
import { openHost } from './support/host.ts';
import { type StoredEvent, storedEvents, summary } from './support/intake.ts';
import { expect, test } from './support/test.ts';

/** Ids of the notes that a test logged, as the store has them. */
function notes(events: readonly StoredEvent[]): number[] {
  return events.filter(({ name }) => name === 'note').map(({ payload }) => Number(payload.n));
}

/** Logs numbered notes in the player frame and waits until they are stored in this browser. */
async function logNotes(page: Page, from: number, count: number): Promise<void> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/embed/')) ?? page.mainFrame();
  await frame.evaluate(
    async ([first, many]) => {
      await window.offstage.ready;
      for (let n = first; n < first + many; n += 1) window.offstage.log('note', { n }, { tier: 'immediate' });
      await window.offstage.flush();
    },
    [from, count] as const,
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

test.describe('with the intake stopped', () => {
  test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

  test('a page keeps its events and the next page delivers them all, once', async ({
    page,
    server,
    context,
  }) => {
    const gate = await openGate(server.embedOrigin);
    gate.shut();
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, 0, 250);
    await expect.poll(gate.refusedCount).toBeGreaterThan(0);
    expect(await storedEvents(server)).toEqual([]);
    await page.close();

    gate.open();
    const next = await context.newPage();
    await next.goto(`${gate.origin}/embed/offstage002`);
    await expect.poll(async () => sorted(notes(await storedEvents(server)))).toEqual(numbers(250));
    const ids = (await storedEvents(server)).map(({ sid, seq }) => `${sid} ${seq}`);
    expect(new Set(ids).size).toBe(ids.length);
    await gate.close();
  });

  test('a page that stays open delivers when it is back, without anybody asking', async ({
    page,
    server,
  }) => {
    const gate = await openGate(server.embedOrigin);
    gate.shut();
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, 0, 40);
    gate.open();
    await expect.poll(async () => sorted(notes(await storedEvents(server)))).toEqual(numbers(40));
    expect(await summary(server)).toMatchObject({ duplicates: 0 });
    await gate.close();
  });

  test('a server killed in the middle loses nothing that it had accepted, and gets the rest when it is back', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    await logNotes(page, 0, 30);
    await server.kill();
    await logNotes(page, 30, 30);
    await server.restart();
    await expect.poll(async () => sorted(notes(await storedEvents(server)))).toEqual(numbers(60));
  });
});

test('a frame that the host removes sends what it has on its way out', async ({ page, server }) => {
  const host = await openHost(page, server, '?v=offstage002');
  const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'));
  await frame?.evaluate(() => {
    for (let n = 0; n < 50; n += 1) window.offstage.log('note', { n });
  });
  await host.page.evaluate(() => document.querySelector('iframe')?.remove());
  await expect.poll(async () => sorted(notes(await storedEvents(server)))).toEqual(numbers(50));
});

for (const runtime of ['worker', 'main', 'auto'] as const) {
  test(`runtime=${runtime} delivers the same events`, async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002?runtime=${runtime}`);
    await logNotes(page, 0, 120);
    await expect.poll(async () => sorted(notes(await storedEvents(server)))).toEqual(numbers(120));
    expect(page.workers()).toHaveLength(runtime === 'main' ? 0 : 1);
  });
}
