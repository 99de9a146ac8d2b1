import type { Page } from '@playwright/test';
import { openGate } from '../support/gate.ts';
import { expect, test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { intakeFaults } from './support/intake-faults.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';
import { dally, type Random, rounds, seededRandom } from './support/random.ts';
import { tapServices } from './support/wiretap.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource|killed by the test/ });

async function placeOf(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => window.offstage.diagnose()?.services.place);
}

/**
 * Bursts of which the worker has received none, some or all on return.
 * @returns the next free number
 */
async function logBursts(page: Page, random: Random, from: number): Promise<number> {
  let next = from;
  for (let burst = random.int(1, 6); burst > 0; burst -= 1) {
    const count = random.int(1, 60);
    await logNotes(page, {
      from: next,
      count,
      tier: random.pick(['default', 'fast', 'immediate'] as const),
    });
    next += count;
    if (random.int(0, 3) === 0) void flush(page);
  }
  dally(random);
  return next;
}

/** An error as from a bug in it: the page receives the error event. */
async function crashWorker(page: Page): Promise<void> {
  await page
    .workers()
    .at(-1)
    ?.evaluate(() => {
      setTimeout(() => {
        throw new Error('killed by the test');
      });
    });
}

test(
  'workers that crash at random moments are restarted, and after the third crash the page takes over',
  thorough,
  async ({ context, server }) => {
    const random = seededRandom();
    const gate = await openGate(server.embedOrigin);
    let next = 0;
    for (let round = 0; round < rounds(1); round += 1) {
      const page = await context.newPage();
      await page.goto(`${gate.origin}/embed/offstage002`);
      let deaths = 0;
      // A worker that was slow to start counts as a restart too.
      const untilPlaced = async () => {
        await expect.poll(() => placeOf(page)).toMatch(/^(worker|page)$/);
        return placeOf(page);
      };
      for (; (await untilPlaced()) === 'worker'; deaths += 1) {
        if (random.int(0, 1) === 0) gate.meet(random.pick(Object.values(intakeFaults)));
        else gate.open();
        next = await logBursts(page, random, next);
        const worker = page.workers().at(-1);
        const isGone = new Promise<void>((resolve) => worker?.once('close', () => resolve()));
        await crashWorker(page);
        await isGone;
        next = await logBursts(page, random, next);
      }
      expect(deaths).toBeGreaterThan(0);
      expect(deaths).toBeLessThanOrEqual(4);
      gate.open();
      next = await logBursts(page, random, next);
      await flush(page);
      await expectNotesOnce(server, numbers(next));
      await page.close();
    }
    await gate.close();
  },
);

/**
 * It hangs as from a bug, with events stored but not sent; without a busy loop, which would take a
 * core from the others.
 */
async function hangWorker(page: Page): Promise<void> {
  await flush(page);
  // Not awaited: it never ends.
  void page
    .workers()
    .at(-1)
    ?.evaluate(() => {
      // Shared memory that does not require cross-origin isolation.
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
      Atomics.wait(new Int32Array(memory.buffer), 0, 0);
    })
    .catch(() => undefined);
}

test(
  'workers that stop responding at random moments are noticed, and none of their events is lost or sent twice',
  thorough,
  async ({ context, server }) => {
    const random = seededRandom();
    let next = 0;
    const pages: Page[] = [];
    // Noticing takes the product's 20 seconds, so all of them hang at the same time.
    for (let index = 0; index < rounds(2); index += 1) {
      const page = await context.newPage();
      pages.push(page);
      await tapServices(page);
      await page.goto(`${server.embedOrigin}/embed/offstage002`);
      if (random.int(0, 2) > 0) await flush(page);
      next = await logBursts(page, random, next);
      await page.waitForFunction(() => window.startedWorkers.length > 0);
      if (index % 2 === 0) await hangWorker(page);
      else await page.evaluate(() => window.startedWorkers.at(-1)?.terminate());
      next = await logBursts(page, random, next);
    }
    await expectNotesOnce(server, numbers(next));
    for (const page of pages) {
      next += 1;
      await logNotes(page, { from: next - 1, count: 1, tier: 'immediate' });
      // A worker that hangs before its first answer counts as refused, and the next way to start
      // one is tried.
      expect(await placeOf(page)).toMatch(/worker/);
    }
    await expectNotesOnce(server, numbers(next));
  },
);

/** When the page last started services, in milliseconds since it began to load; 0 if it has not. */
async function startedAtMs(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('offstage:services-asked')[0]?.startTime ?? 0,
  );
}

test(
  'a worker whose script is slow to come starts again as a worker, and nothing is named as denied',
  thorough,
  async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    const letScriptCome = gate.hold(
      ({ url }) => url?.includes('/assets/services-worker-') ?? false,
    );
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 3, tier: 'immediate' });
    await expect.poll(() => startedAtMs(page)).toBeGreaterThan(0);
    const firstMs = await startedAtMs(page);
    await expect.poll(() => startedAtMs(page)).toBeGreaterThan(firstMs);
    // Chromium does not cancel the request of a terminated worker: the next one gets its answer.
    letScriptCome();
    await expect.poll(() => placeOf(page)).toBe('worker');
    const denied = await page.evaluate(() => window.offstage.diagnose()?.denied);
    expect(denied?.map(({ name }) => name)).not.toContain('worker-url');
    await flush(page);
    await expectNotesOnce(server, numbers(3));
    await page.goto('about:blank');
    await gate.close();
  },
);
