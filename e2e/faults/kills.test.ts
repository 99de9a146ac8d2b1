import type { Page } from '@playwright/test';
import { createCounter } from '../support/counter.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { storedEvents } from '../support/intake.ts';
import type { Server } from '../support/server-process.ts';
import { thorough } from '../support/thorough.ts';
import { intakeFaults } from './support/intake-faults.ts';
import { readLeftBehind } from './support/left-behind.ts';
import { expectNotesOnce, flush, noteNumbers } from './support/notes.ts';
import type { Profile } from './support/profile.ts';
import { dally, type Random, rounds, seededRandom } from './support/random.ts';
import { expect, test } from './support/test.ts';
import { logUntilDeath, tapServices, type Wiretap } from './support/wiretap.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

/** More notes than a page logs before it is killed. */
const notesALife = 1_000_000;

interface Scene {
  server: Server;
  gate: Gate;
  profile: Profile;
  random: Random;
}

/** Events that survive a page's death: in the intake, or in the queue for the next page. */
async function safeNotes({ server, gate, profile }: Scene): Promise<Set<number>> {
  // Read in this order: an event that leaves the queue for the intake between both reads is seen
  // twice, not missed.
  const left = noteNumbers(await readLeftBehind(profile.context, gate.origin));
  return new Set([...left, ...noteNumbers(await storedEvents(server))]);
}

/** A step of the page's work, never a time. */
async function untilRandomMoment({ gate, random }: Scene, page: Page, tap: Wiretap): Promise<void> {
  const moment = random.pick(['handed over', 'stored', 'requested'] as const);
  if (moment === 'handed over') await tap.handedOver.until(random.int(1, 20));
  if (moment === 'stored') await tap.acknowledged.until(random.int(1, 8));
  if (moment === 'requested') {
    const requests = createCounter();
    const stopWatching = gate.watch(() => requests.add());
    for (let count = random.int(1, 3); count > 0; count -= 1) {
      const wanted = requests.count + 1;
      // A failed attempt would cause a pause of seconds. The kill decides whether this one is
      // answered.
      flush(page).catch(() => undefined);
      await requests.until(wanted);
    }
    stopWatching();
  }
  dally(random);
}

/**
 * Lets pages log until they are killed at random moments; each takes over its predecessors' events.
 */
async function killManyTimes(
  scene: Scene,
  times: number,
  /**
   * Called before the page loads.
   * @returns a function that kills it
   */
  prepare: (page: Page) => Promise<() => Promise<void>>,
): Promise<void> {
  const { server, gate, profile, random } = scene;
  let safe = new Set<number>();
  for (let life = 0; life < times; life += 1) {
    if (random.int(0, 1) === 0) gate.meet(random.pick(Object.values(intakeFaults)));
    else gate.open();
    const page = await profile.context.newPage();
    const tap = await tapServices(page);
    const kill = await prepare(page);
    await page.goto(`${gate.origin}/embed/offstage002`);
    // In some lives the services run before the first note, in others they find it queued.
    if (random.int(0, 1) === 0) await flush(page);
    const logging = logUntilDeath(page, life * notesALife, random.int(1, 12));
    await untilRandomMoment(scene, page, tap);
    await kill();
    await logging;

    const safeBefore = safe;
    safe = await safeNotes(scene);
    const ownSafe = [...safe].filter((n) => !safeBefore.has(n));
    expect(
      ownSafe.filter((n) => !tap.logged.has(n)),
      'never logged',
    ).toEqual([]);
    // If the browser itself discards the database, no page can keep events: later pages start from
    // zero.
    if (profile.hasThrownDatabasesAway()) continue;
    expect(
      [...tap.stored].filter((n) => !safe.has(n)),
      'acknowledged as stored, but lost',
    ).toEqual([]);
    expect(
      [...safeBefore].filter((n) => !safe.has(n)),
      'of an earlier page, but lost',
    ).toEqual([]);
  }

  gate.open();
  const last = await profile.context.newPage();
  await last.goto(`${gate.origin}/embed/offstage002`);
  await flush(last);
  // On a slow disk, events wait in memory while later ones are sent first, so a kill may leave a
  // gap in the middle.
  await expectNotesOnce(server, safe, { areWhole: false });
}

test(
  'renderers killed at random moments lose only events not yet acknowledged as stored',
  thorough,
  async ({ server, profile }) => {
    const gate = await openGate(server.embedOrigin);
    const scene = { server, gate, profile, random: seededRandom() };
    await killManyTimes(scene, rounds(5), async (page) => {
      const session = await profile.context.newCDPSession(page);
      return async () => {
        const crashed = page.waitForEvent('crash');
        // The page dies before its answer.
        session.send('Page.crash').catch(() => undefined);
        await crashed;
        await page.close();
      };
    });
    await gate.close();
  },
);

test(
  'browsers killed at random moments lose only events not yet acknowledged as stored',
  thorough,
  async ({ server, profile }) => {
    const gate = await openGate(server.embedOrigin);
    const scene = { server, gate, profile, random: seededRandom() };
    await killManyTimes(scene, rounds(2), async () => async () => {
      await profile.kill();
      await profile.start();
    });
    await gate.close();
  },
);
