import type { Page } from '@playwright/test';
import { createCounter } from '../support/counter.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { storedEvents } from '../support/intake.ts';
import type { Server } from '../support/server-process.ts';
import { intakeFaults } from './support/intake-faults.ts';
import { readLeftBehind } from './support/left-behind.ts';
import { expectNotesOnce, flush, noteNumbers } from './support/notes.ts';
import type { Profile } from './support/profile.ts';
import { dally, type Random, rounds, seededRandom } from './support/random.ts';
import { expect, test } from './support/test.ts';
import { logUntilDeath, tapServices, type Wiretap } from './support/wiretap.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

/** More than a page logs before it is killed. */
const notesALife = 1_000_000;

interface Scene {
  server: Server;
  gate: Gate;
  profile: Profile;
  random: Random;
}

/**
 * What is safe when a page has died: at the intake, or in the queue that the next page takes up.
 */
async function safeNotes({ server, gate, profile }: Scene): Promise<Set<number>> {
  // In this order: what leaves the queue for the intake between the two looks is seen in both, not
  // in none.
  const left = noteNumbers(await readLeftBehind(profile.context, gate.origin));
  return new Set([...left, ...noteNumbers(await storedEvents(server))]);
}

/** A moment of the page's work, never a time. */
async function untilRandomMoment({ gate, random }: Scene, page: Page, tap: Wiretap): Promise<void> {
  const moment = random.pick(['handed over', 'stored', 'requested'] as const);
  if (moment === 'handed over') await tap.handedOver.until(random.int(1, 20));
  if (moment === 'stored') await tap.acknowledged.until(random.int(1, 8));
  if (moment === 'requested') {
    const requests = createCounter();
    const stopWatching = gate.watch(() => requests.add());
    for (let count = random.int(1, 3); count > 0; count -= 1) {
      const wanted = requests.count + 1;
      // A failed attempt would be followed by a pause of seconds. Whether this one is answered is
      // up to the kill.
      flush(page).catch(() => undefined);
      await requests.until(wanted);
    }
    stopWatching();
  }
  dally(random);
}

/**
 * Lets pages log until they are killed at random moments, one after the other, each the heir of
 * those before.
 */
async function killManyTimes(
  scene: Scene,
  times: number,
  /** Before the page loads. @returns what kills it */
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
    // In some lives the services run before the first note, in the others they find it waiting.
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
    // What the browser itself gives up no page can keep: those that come begin anew.
    if (profile.hasThrownDatabasesAway()) continue;
    expect(
      [...tap.stored].filter((n) => !safe.has(n)),
      'acknowledged as stored, and gone',
    ).toEqual([]);
    expect(
      [...safeBefore].filter((n) => !safe.has(n)),
      'of an earlier page, and gone',
    ).toEqual([]);
  }

  gate.open();
  const last = await profile.context.newPage();
  await last.goto(`${gate.origin}/embed/offstage002`);
  await flush(last);
  // Where the disk is slow, events wait in memory, and those that are sent first overtake them: a
  // kill takes some out of the middle.
  await expectNotesOnce(server, safe, { areWhole: false });
}

test('renderers killed at random moments lose only what was not yet acknowledged as stored', async ({
  server,
  profile,
}) => {
  const gate = await openGate(server.embedOrigin);
  const scene = { server, gate, profile, random: seededRandom() };
  await killManyTimes(scene, rounds(5), async (page) => {
    const session = await profile.context.newCDPSession(page);
    return async () => {
      const crashed = page.waitForEvent('crash');
      // Its answer dies with the page.
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close();
    };
  });
  await gate.close();
});

test('browsers killed at random moments lose only what was not yet acknowledged as stored', async ({
  server,
  profile,
}) => {
  const gate = await openGate(server.embedOrigin);
  const scene = { server, gate, profile, random: seededRandom() };
  await killManyTimes(scene, rounds(2), async () => async () => {
    await profile.kill();
    await profile.start();
  });
  await gate.close();
});
