import type { Page } from '@playwright/test';
import { storedEvents } from './support/intake.ts';
import { test } from './support/shared-context.ts';
import { expect } from './support/test.ts';

test.beforeEach(({ page, server }) =>
  page.goto(`${server.embedOrigin}/embed/offstage002`).then(() => {}),
);

test('window.offstage is the return value of writeEmbed, and a second call starts no second player [spec-2.1]', async ({
  page,
}) => {
  expect(
    await page.evaluate(async () => {
      await window.offstage.ready;
      return window.writeEmbed({ args: { video_id: 'offstage001' } }) === window.offstage;
    }),
  ).toBe(true);
  await expect(page.locator('video')).toHaveCount(1);
});

test('an event of each tier arrives, and the accounting balances before and after [spec-9.7, spec-9.37, spec-9.38, spec-9.39]', async ({
  page,
  server,
}) => {
  const before = await page.evaluate(() => {
    const tiers = [
      'default',
      'dispatch_to_empty',
      'fast',
      'immediate',
      100,
      200,
      300,
      400,
    ] as const;
    for (const [n, tier] of tiers.entries()) window.offstage.log('note', { n }, { tier });
    return window.offstage.accounting();
  });
  expect(before.created).toBe(before.delivered + before.queued);
  expect(before.created).toBeGreaterThanOrEqual(8);

  expect(await page.evaluate(() => window.offstage.flush())).toMatchObject({ ok: true });
  const notes = (await storedEvents(server)).filter(({ name }) => name === 'note');
  expect(notes.map(({ payload }) => payload.n).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);

  // The player also logs its own events meanwhile.
  await expect.poll(() => flushedAccounting(page)).toMatchObject({ queued: 0 });
  const after = await page.evaluate(() => window.offstage.accounting());
  expect(after.created).toBe(after.delivered + after.queued);
  expect((await storedEvents(server)).length).toBeGreaterThanOrEqual(after.delivered);
});

test('a wrong call throws a sentence that names the fix, and logs nothing', async ({ page }) => {
  const messages = await page.evaluate(() => {
    const { log, accounting } = window.offstage;
    const { created } = accounting();
    const wrong: [string, unknown, unknown?][] = [
      ['', {}],
      ['9lives', {}],
      ['x'.repeat(101), {}],
      ['note', null],
      ['note', [1]],
      ['note', new Date()],
      ['note', {}, { tier: 'urgent' }],
    ];
    const shown = wrong.map(([name, payload, options]) => {
      try {
        log(name, payload as never, options as never);
        return 'nothing';
      } catch (error) {
        return String(error);
      }
    });
    return { shown, logged: accounting().created - created };
  });
  expect(messages.logged).toBe(0);
  for (const shown of messages.shown) expect(shown).toMatch(/^TypeError: .{30}/);
});

test('an event that cannot be sent is dropped alone, counted and named; its neighbours arrive', async ({
  page,
  server,
}) => {
  await page.evaluate(async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const bad = [cycle, { f: () => 1 }, { big: 1n }, { text: 'x'.repeat(50_001) }];
    for (const [n, payload] of bad.entries()) {
      window.offstage.log('note', { n });
      window.offstage.log('bad', payload);
    }
    await window.offstage.flush();
  });
  await expect
    .poll(() => flushedAccounting(page))
    .toMatchObject({ queued: 0, dropped: { not_json: 3, too_large: 1 } });
  const names = (await storedEvents(server)).map(({ name }) => name);
  expect(names.filter((name) => name === 'note')).toHaveLength(4);
  expect(names).not.toContain('bad');
});

test('diagnose reports where the services run, which storage they use and whether the server answers', async ({
  page,
}) => {
  await page.evaluate(() => window.offstage.flush());
  const diagnosis = await page.evaluate(() => window.offstage.diagnose());
  const { created = 0, delivered = 0, queued = 0 } = diagnosis?.loss ?? {};
  expect(diagnosis?.services).toEqual({
    consent: 'granted',
    place: 'worker',
    queue: 'indexeddb',
    queueDenied: null,
    isOnline: true,
    sendingFailure: null,
  });
  expect(delivered).toBeGreaterThan(0);
  expect(created).toBe(delivered + queued);
});

test('after dispose nothing more is logged, and events logged before are not lost', async ({
  page,
  server,
}) => {
  await page.evaluate(async () => {
    await window.offstage.ready;
    window.offstage.log('note', { n: 1 });
    await window.offstage.dispose();
    window.offstage.log('note', { n: 2 });
  });
  await page.reload();
  const notes = async () => (await storedEvents(server)).filter(({ name }) => name === 'note');
  await expect.poll(async () => (await notes()).map(({ payload }) => payload.n)).toEqual([1]);
});

function flushedAccounting(page: Page) {
  return page.evaluate(async () => {
    await window.offstage.flush();
    return window.offstage.accounting();
  });
}
