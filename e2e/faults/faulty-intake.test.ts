import { openGate } from '../support/gate.ts';
import { summary } from '../support/intake.ts';
import { expect, test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { createHold, intakeFaults } from './support/intake-faults.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';
import { rounds, seededRandom } from './support/random.ts';

// Console messages for failed requests.
test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

/**
 * One fault of each kind: an error status, a cut connection, a foreign answer. The random sequences
 * below use all faults.
 */
const representatives = [
  'answers 503',
  'stores the events and cuts the connection before its answer',
  'answers 200 with a web page',
  'answers 415 to compressed bodies',
];

for (const [behaviour, fault] of Object.entries(intakeFaults)) {
  const mark = representatives.includes(behaviour) ? {} : thorough;
  test(
    `an intake that ${behaviour} stores every event once after it recovers`,
    mark,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      gate.meet(fault);
      await page.goto(`${gate.origin}/embed/offstage002`);
      await logNotes(page, { from: 0, count: 130 });
      await logNotes(page, { from: 130, count: 20, name: 'video_stats.note' });
      await flush(page);
      expect(gate.refusedCount()).toBeGreaterThan(0);
      gate.open();
      await logNotes(page, { from: 150, count: 10 });
      await flush(page);
      await expectNotesOnce(server, numbers(160));
      await gate.close();
    },
  );
}

test(
  'a pause that the intake requests is respected, even if a caller requests a flush',
  thorough,
  async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    const askedMs: number[] = [];
    gate.watch(({ incoming }) => incoming.method === 'POST' && askedMs.push(performance.now()));
    const tooMany = intakeFaults['answers 429 with a Retry-After of one second'];
    if (tooMany !== undefined) gate.meet(tooMany);
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 10 });
    await flush(page);
    gate.open();
    for (let n = 10; n < 30; n += 1) {
      await logNotes(page, { from: n, count: 1, tier: 'immediate' });
      await flush(page);
    }
    await expectNotesOnce(server, numbers(30));
    const [refusedMs = 0, nextMs = 0] = askedMs;
    expect(nextMs - refusedMs).toBeGreaterThan(990);
    await gate.close();
  },
);

test(
  'an intake that hangs, and one that answers after a minute, store every event once',
  thorough,
  async ({ page, context, server }) => {
    // Both wait for the product's own timeout of 30 seconds, so they run in parallel.
    const hanging = createHold({ isStoredFirst: false });
    const slow = createHold({ isStoredFirst: true });
    const hangingGate = await openGate(server.embedOrigin);
    const slowGate = await openGate(server.embedOrigin);
    hangingGate.meet(hanging.fault);
    slowGate.meet(slow.fault);
    const slowPage = await context.newPage();
    await page.goto(`${hangingGate.origin}/embed/offstage002`);
    await slowPage.goto(`${slowGate.origin}/embed/offstage002`);
    await Promise.all([
      logNotes(page, { from: 0, count: 150, tier: 'immediate' }),
      logNotes(slowPage, { from: 150, count: 150, tier: 'immediate' }),
    ]);
    // The second request means that the first has timed out.
    await Promise.all([hanging.held.until(2), slow.held.until(2)]);
    hangingGate.open();
    slowGate.open();
    hanging.drop();
    await slow.release();
    await Promise.all([flush(page), flush(slowPage)]);
    await expectNotesOnce(server, numbers(300));
    await hangingGate.close();
    await slowGate.close();
  },
);

test('an intake that is slow but answers in time receives each request once', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  const hold = createHold({ isStoredFirst: true });
  await page.goto(`${gate.origin}/embed/offstage002`);
  await flush(page);
  gate.meet(hold.fault);
  await logNotes(page, { from: 0, count: 50, tier: 'immediate' });
  await hold.held.until(1);
  gate.open();
  await hold.release();
  await flush(page);
  await expectNotesOnce(server, numbers(50));
  expect(await summary(server)).toMatchObject({ duplicates: 0 });
  await gate.close();
});

test('after any sequence of faults during bursts, every event is stored once [threat-held-events]', async ({
  page,
  server,
}) => {
  const random = seededRandom();
  const gate = await openGate(server.embedOrigin);
  await page.goto(`${gate.origin}/embed/offstage002`);
  let count = 0;

  async function logBurst(): Promise<void> {
    const burst = random.int(1, 150);
    const tier = random.pick(['default', 'dispatch_to_empty', 'fast', 'immediate'] as const);
    await logNotes(page, {
      from: count,
      count: burst,
      tier,
      name: random.pick(['note', 'video_stats.note']),
    });
    count += burst;
  }

  async function holdBack(): Promise<void> {
    const hold = createHold({ isStoredFirst: random.pick([true, false]) });
    gate.meet(hold.fault);
    await logBurst();
    const flushed = flush(page);
    // During the intake's requested pause, nothing is sent.
    await Promise.race([hold.held.until(1), flushed]);
    await logBurst();
    gate.shut();
    if (random.int(0, 1) === 0) hold.drop();
    else await hold.release();
    await flushed;
  }

  async function fail(): Promise<void> {
    gate.meet(random.pick(Object.values(intakeFaults)));
    await logBurst();
    const flushed = flush(page);
    // Some attempts end before the next fault begins, others run into it.
    if (random.int(0, 1) === 0) await flushed;
  }

  async function recover(): Promise<void> {
    gate.open();
    await logBurst();
    await flush(page);
  }

  for (let round = 0; round < rounds(8); round += 1)
    await random.pick([holdBack, fail, fail, recover])();
  gate.open();
  await flush(page);
  await expectNotesOnce(server, numbers(count));
  await gate.close();
});
