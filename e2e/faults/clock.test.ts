import type { Page } from '@playwright/test';
import { openGate } from '../support/gate.ts';
import { test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { intakeFaults } from './support/intake-faults.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';
import { rounds, seededRandom } from './support/random.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

const day = 24 * 60 * 60 * 1_000;

/** Sets the clock of a page and its services, as a user sets the machine's. */
async function setClock(page: Page, offsetMs: number): Promise<void> {
  const set = (ms: number) => {
    const { now } = Object.getPrototypeOf(Date).realDate ?? Date;
    Object.getPrototypeOf(Date).realDate ??= { now };
    Date.now = () => now() + ms;
  };
  await page.evaluate(set, offsetMs);
  for (const worker of page.workers()) await worker.evaluate(set, offsetMs);
}

test(
  'a clock that jumps by months while events wait and are sent loses no event',
  thorough,
  async ({ page, server }) => {
    const random = seededRandom();
    const gate = await openGate(server.embedOrigin);
    await page.goto(`${gate.origin}/embed/offstage002`);
    await flush(page);
    let count = 0;
    for (let turn = 0; turn < rounds(4); turn += 1) {
      if (random.int(0, 2) > 0) gate.meet(random.pick(Object.values(intakeFaults)));
      else gate.open();
      const burst = random.int(1, 120);
      await logNotes(page, {
        from: count,
        count: burst,
        tier: random.pick(['default', 'fast', 'immediate'] as const),
      });
      count += burst;
      const flushed = flush(page);
      if (random.int(0, 1) === 0) await flushed;
      await setClock(
        page,
        random.pick([31 * day, -365 * day, 0, 3 * 365 * day, -90 * day, 60_000, -60_000]),
      );
    }
    gate.open();
    await flush(page);
    await expectNotesOnce(server, numbers(count));
    await gate.close();
  },
);

test('a page whose clock is a year behind resends another page’s events, and its clock may then jump back', async ({
  page,
  context,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  gate.shut();
  await page.goto(`${gate.origin}/embed/offstage002`);
  await logNotes(page, { from: 0, count: 150 });
  await flush(page);
  await page.close();

  const heir = await context.newPage();
  await heir.addInitScript((ms) => {
    const { now } = Date;
    Date.now = () => now() - ms;
  }, 365 * day);
  await heir.goto(`${gate.origin}/embed/offstage002`);
  await flush(heir);
  await setClock(heir, 0);
  await logNotes(heir, { from: 150, count: 50 });
  await flush(heir);
  gate.open();
  await flush(heir);
  await expectNotesOnce(server, numbers(200));
  await gate.close();
});
