import type { Page } from '@playwright/test';
import { openGate } from '../support/gate.ts';
import { storedEvents } from '../support/intake.ts';
import { expect, test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { expectNotesOnce, flush, logNotes, noteNumbers, numbers } from './support/notes.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

/** @returns whether the services' worker reaches the server */
async function isReached(page: Page): Promise<boolean | undefined> {
  return page.workers()[0]?.evaluate(() =>
    fetch('/telemetry/summary').then(
      () => true,
      () => false,
    ),
  );
}

test('an offline browser keeps its events and delivers them by itself once it is back online', async ({
  page,
  context,
  server,
}) => {
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  await logNotes(page, { from: 0, count: 20 });
  await flush(page);
  await context.setOffline(true);
  expect(await isReached(page)).toBe(false);
  await logNotes(page, { from: 20, count: 200, tier: 'immediate' });
  await flush(page);
  expect(noteNumbers(await storedEvents(server))).toEqual(numbers(20));
  await context.setOffline(false);
  await logNotes(page, { from: 220, count: 10, tier: 'immediate' });
  await expectNotesOnce(server, numbers(230));
});

test('a network that fails and returns unnoticed by the browser loses no event', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  await page.goto(`${gate.origin}/embed/offstage002`);
  await flush(page);
  gate.unplug();
  expect(await isReached(page)).toBe(false);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await logNotes(page, { from: 0, count: 200, tier: 'immediate' });
  await flush(page);
  expect(noteNumbers(await storedEvents(server))).toEqual([]);
  gate.plugIn();
  await expectNotesOnce(server, numbers(200));
  await gate.close();
});

test(
  'a page that loses its network before its services have started delivers once it is back',
  thorough,
  async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    // The page loads, but its services' code fails at every attempt.
    gate.block(/\/assets\/(services-worker|start-page-services)-/);
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 100 });
    await page.evaluate(() => window.offstage.flush());
    gate.block(null);
    await flush(page);
    await expectNotesOnce(server, numbers(100));
    await gate.close();
  },
);

test('a network that fails and returns repeatedly loses no event', async ({
  page,
  context,
  server,
}) => {
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  await flush(page);
  for (let turn = 0; turn < 10; turn += 1) {
    await context.setOffline(turn % 2 === 0);
    await logNotes(page, { from: turn * 50, count: 50, tier: 'immediate' });
    // It fails again while the page sends, or while it waits.
    if (turn % 3 === 0) await flush(page);
  }
  await context.setOffline(false);
  await flush(page);
  await expectNotesOnce(server, numbers(500));
});
