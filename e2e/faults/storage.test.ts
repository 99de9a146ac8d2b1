import type { Frame, Page } from '@playwright/test';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import { noDrops } from '../../shared/rpc/loss-accounting.ts';
import { openGate } from '../support/gate.ts';
import { serveHostPage } from '../support/host-page.ts';
import { storedEvents } from '../support/intake.ts';
import type { Server } from '../support/server-process.ts';
import { thorough } from '../support/thorough.ts';
import { embedFrames } from './support/embed-frames.ts';
import { expectNotesOnce, flush, logNotes, noteNumbers, numbers } from './support/notes.ts';
import { rounds, seededRandom } from './support/random.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

async function queueOf(player: Page | Frame): Promise<string | null | undefined> {
  return player.evaluate(() => window.offstage.diagnose()?.services.queue);
}

async function lossOf(player: Page | Frame): Promise<LossAccounting | undefined> {
  return player.evaluate(() => window.offstage.diagnose()?.loss);
}

async function storedCount(server: Server): Promise<number> {
  return (await storedEvents(server)).length;
}

test.describe('in a browser that blocks all site data', () => {
  test.use({ preferences: { profile: { default_content_setting_values: { cookies: 2 } } } });

  test('every event arrives once, and a page that is left sends the unsaved ones by beacon', async ({
    profile,
    server,
  }) => {
    const gate = await openGate(server.embedOrigin);
    const page = await profile.context.newPage();
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 100 });
    await flush(page);
    expect(await queueOf(page)).toBe('memory');
    gate.shut();
    await logNotes(page, { from: 100, count: 300, tier: 'immediate' });
    await flush(page);
    gate.open();
    await flush(page);
    await expectNotesOnce(server, numbers(400));
    await logNotes(page, { from: 400, count: 150 });
    // Chromium may end a closed tab without its page's last script.
    await page.goto('about:blank');
    await expectNotesOnce(server, numbers(550));
    await page.close();
    await gate.close();
  });

  test(
    'a killed page loses exactly the events that it had reported as queued',
    thorough,
    async ({ profile, server }) => {
      const random = seededRandom();
      const gate = await openGate(server.embedOrigin);
      let arrived = 0;
      for (let life = 0; life < rounds(2); life += 1) {
        gate.open();
        const page = await profile.context.newPage();
        await page.goto(`${gate.origin}/embed/offstage002`);
        await logNotes(page, { from: life * 1_000, count: random.int(0, 300) });
        await flush(page);
        gate.shut();
        // The player's own requests have been answered, and the page knows.
        await expect.poll(() => gate.underWayCount()).toBe(0);
        await flush(page);
        await logNotes(page, { from: life * 1_000 + 500, count: random.int(1, 300) });
        // Some wait only in the page, others in the worker as well.
        if (random.int(0, 1) === 0) await flush(page);
        const loss = await lossOf(page);
        const crashed = page.waitForEvent('crash');
        const session = await profile.context.newCDPSession(page);
        session.send('Page.crash').catch(() => undefined);
        await crashed;
        await page.close();
        gate.open();

        expect(loss?.queued).toBeGreaterThan(0);
        expect(loss?.created).toBe((loss?.delivered ?? 0) + (loss?.queued ?? 0));
        arrived += loss?.delivered ?? 0;
        expect(await storedCount(server)).toBe(arrived);
      }
      // No stored queue exists from which the rest could arrive later.
      const heir = await profile.context.newPage();
      await heir.goto(`${gate.origin}/embed/offstage002`);
      await flush(heir);
      const heirs = (await lossOf(heir))?.delivered ?? 0;
      expect(await storedCount(server)).toBe(arrived + heirs);
      const notes = noteNumbers(await storedEvents(server));
      expect(new Set(notes).size).toBe(notes.length);
      await gate.close();
    },
  );
});

test('a frame without an origin keeps its events in memory and delivers each once', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  const src = `${gate.origin}/embed/offstage002`;
  const host = await serveHostPage(`<iframe sandbox="allow-scripts" src="${src}"></iframe>`);
  await page.goto(host.url);
  const [frame] = await embedFrames(page, 1);
  if (frame === undefined) throw new Error('No frame.');
  gate.shut();
  await logNotes(frame, { from: 0, count: 250, tier: 'immediate' });
  await flush(frame);
  expect(await queueOf(frame)).toBe('memory');
  gate.open();
  await flush(frame);
  await expectNotesOnce(server, numbers(250));
  // Queued in a worker that ends with the frame; the page sends its copy by beacon.
  await logNotes(frame, { from: 250, count: 80 });
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expectNotesOnce(server, numbers(330));
  await host.close();
  await gate.close();
});

for (const { quotaSize, mark } of [
  { quotaSize: 1, mark: {} },
  { quotaSize: 40_000, mark: thorough },
]) {
  test(
    `a disk with ${quotaSize} bytes left loses no event that fits in memory`,
    mark,
    async ({ profile, server }) => {
      const gate = await openGate(server.embedOrigin);
      const page = await profile.context.newPage();
      await page.goto(`${gate.origin}/embed/offstage002`);
      await logNotes(page, { from: 0, count: 50 });
      gate.shut();
      await flush(page);
      expect(await queueOf(page)).toBe('indexeddb');
      const session = await profile.context.newCDPSession(page);
      await session.send('Storage.overrideQuotaForOrigin', { origin: gate.origin, quotaSize });
      for (let burst = 0; burst < 10; burst += 1) {
        await logNotes(page, { from: 50 + burst * 100, count: 100, tier: 'immediate' });
        await flush(page);
      }
      gate.open();
      await flush(page);
      await logNotes(page, { from: 1_050, count: 50, tier: 'immediate' });
      await expectNotesOnce(server, numbers(1_100));
      // Once there is room again, it stores as before.
      await session.send('Storage.overrideQuotaForOrigin', { origin: gate.origin });
      await logNotes(page, { from: 1_100, count: 50, tier: 'immediate' });
      await expectNotesOnce(server, numbers(1_150));
      expect((await lossOf(page))?.dropped).toEqual(noDrops());
      await gate.close();
    },
  );
}
