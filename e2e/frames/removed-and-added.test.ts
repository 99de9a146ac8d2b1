import type { Diagnosis } from '../../src/diagnosis/diagnose.ts';
import { areComplete } from '../support/complete-events.ts';
import { storedEvents } from '../support/intake.ts';
import { expect, type RawHost, test } from '../support/raw-host.ts';
import { thorough } from '../support/thorough.ts';

const src = '/embed/offstage002?enablejsapi=1&mute=1&fflags=journey%3Dremovals';

/** Operations of host pages on a frame; each ends its player and starts another. */
const changes = ['replace', 'move', 'reload', 'flash'] as const;

/**
 * Greets repeatedly until the player answers, as clients do.
 * @returns its event count by then
 */
async function untilReady(host: RawHost): Promise<number> {
  await expect
    .poll(async () => {
      await host.listen(1);
      return (await host.values('onReady')).length;
    })
    .toBeGreaterThan(0);
  await host.command('diagnose');
  await expect.poll(async () => (await host.values('onDiagnose')).length).toBeGreaterThan(0);
  return ((await host.values('onDiagnose'))[0] as Diagnosis).loss.created;
}

/** @returns once the next player's page has loaded, with earlier messages discarded */
async function change({ page }: RawHost, how: (typeof changes)[number]): Promise<void> {
  await page.evaluate(async (which) => {
    const frame = document.querySelector('iframe');
    if (frame === null) return;
    const copy = frame.cloneNode() as HTMLIFrameElement;
    const stays = which === 'replace' ? copy : frame;
    const loaded = new Promise((resolve) =>
      stays.addEventListener('load', resolve, { once: true }),
    );
    if (which === 'replace') frame.replaceWith(copy);
    // Moving it within the document reloads it.
    if (which === 'move') document.body.appendChild(document.createElement('div')).append(frame);
    if (which === 'reload') frame.src = String(frame.src);
    if (which === 'flash') {
      frame.remove();
      document.body.append(copy);
      copy.remove();
      document.body.append(frame);
    }
    await loaded;
    window.fromFrame = [];
  }, how);
}

test(
  'a frame that its host page removes, adds and moves about twenty times always has a working player, and the events of all its players arrive',
  thorough,
  async ({ openRawHost, server }) => {
    const host = await openRawHost(src);
    let createdCount = await untilReady(host);
    for (let life = 1; life <= 20; life += 1) {
      await change(host, changes[life % changes.length] ?? 'replace');
      createdCount += await untilReady(host);
    }
    await host.command('playVideo');
    await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(0.5);
    await host.command('pauseVideo');
    await host.untilInfo('playerState', 2);
    // The last player ends like the others.
    await host.page.evaluate(() => document.querySelector('iframe')?.remove());

    const lives = async () => {
      const events = await storedEvents(server);
      const sids = events
        .filter(({ payload }) => JSON.stringify(payload.flags)?.includes('removals'))
        .map(({ sid }) => sid);
      return sids.map((sid) => events.filter((event) => event.sid === sid).map(({ seq }) => seq));
    };
    await expect.poll(async () => (await lives()).length).toBe(21);
    await expect
      .poll(async () => (await lives()).flat().length)
      .toBeGreaterThanOrEqual(createdCount);
    await expect.poll(async () => (await lives()).filter((seqs) => !areComplete(seqs))).toEqual([]);
  },
);
