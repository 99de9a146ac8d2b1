import { pass } from '../support/exchange.ts';
import type { Fault } from '../support/gate.ts';
import { openGate } from '../support/gate.ts';
import { serveHostPage } from '../support/host-page.ts';
import { storedEvents, summary } from '../support/intake.ts';
import { thorough } from '../support/thorough.ts';
import { embedFrames } from './support/embed-frames.ts';
import { intakeFaults } from './support/intake-faults.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';
import { seededRandom } from './support/random.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

/** A round-trip time as from the other side of the world. */
const takesItsTime: Fault = async (exchange) => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await pass(exchange);
};

const behaviours: Readonly<Record<string, Fault | null>> = {
  'is well': null,
  fails: intakeFaults['answers 503'] ?? null,
  'takes its time': takesItsTime,
};

for (const [behaviour, fault] of Object.entries(behaviours)) {
  test(
    `10,000 events from one task arrive once at an intake that ${behaviour}`,
    thorough,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      await page.goto(`${gate.origin}/embed/offstage002`);
      if (fault !== null) gate.meet(fault);
      await logNotes(page, { from: 0, count: 10_000 });
      await flush(page);
      if (behaviour === 'fails') gate.open();
      await flush(page);
      await expectNotesOnce(server, numbers(10_000));
      await gate.close();
    },
  );
}

test(
  '10,000 events logged just before the page is closed are delivered by the next page',
  thorough,
  async ({ page, context, server }) => {
    const gate = await openGate(server.embedOrigin);
    gate.shut();
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 10_000 });
    await flush(page);
    await page.close();
    gate.open();
    const heir = await context.newPage();
    await heir.goto(`${gate.origin}/embed/offstage002`);
    await expectNotesOnce(server, numbers(10_000));
    await gate.close();
  },
);

test('six embeds of one page share the queue: one embed takes over the events of each that leaves, and every event arrives once', async ({
  profile,
  server,
}) => {
  const page = await profile.context.newPage();
  const random = seededRandom();
  const gate = await openGate(server.embedOrigin);
  const iframe = `<iframe src="${gate.origin}/embed/offstage002"></iframe>`;
  const host = await serveHostPage(iframe.repeat(6));
  await page.goto(host.url);
  const frames = await embedFrames(page, 6);
  for (const frame of frames) {
    await expect
      .poll(() => frame.evaluate(() => window.offstage.diagnose()?.services.queue))
      .toBe('indexeddb');
  }
  let count = 0;
  async function logEverywhere(): Promise<void> {
    await Promise.all(
      frames.map(async (frame) => {
        const burst = random.int(1, 80);
        const from = count;
        count += burst;
        await logNotes(frame, {
          from,
          count: burst,
          tier: random.pick(['default', 'immediate'] as const),
        });
      }),
    );
  }

  await logEverywhere();
  await Promise.all(frames.map(flush));
  gate.shut();
  await logEverywhere();
  await Promise.all(frames.map(flush));
  // The gate also blocks their beacons, so only the queue has their remaining events.
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('iframe')];
    for (const frame of all.slice(0, 2)) frame.remove();
    for (const frame of all.slice(2, 4)) frame.src = 'about:blank';
  });
  await expect
    .poll(() => page.frames().filter((frame) => frame.url().includes('/embed/')).length)
    .toBe(2);
  gate.open();
  // Two stay and two are new: four that could claim the same rows.
  await page.evaluate(
    (html) => document.body.insertAdjacentHTML('beforeend', html),
    iframe.repeat(2),
  );
  for (const frame of await embedFrames(page, 4)) await flush(frame);
  await expectNotesOnce(server, numbers(count));
  expect(new Set((await storedEvents(server)).map(({ sid }) => sid)).size).toBe(8);
  // A page's last beacon may overlap its worker's request. Claimed events are first checked with
  // the intake.
  expect((await summary(server)).duplicates).toBeLessThanOrEqual(count * 0.05);
  await host.close();
  await gate.close();
});
