import type { Page } from '@playwright/test';
import { openGate } from '../support/gate.ts';
import type { Server } from '../support/server-process.ts';
import { providerEntries } from '../support/telemetry.ts';
import { expect, test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { intakeFaults } from './support/intake-faults.ts';
import { expectNotesOnce, numbers } from './support/notes.ts';

// Console messages for failed requests.
test.use({ expectedNoise: /Failed to load resource/ });

const sid = 'sid-of-a-page-that-is-gone';
const blankPath = '/blank-page-of-the-origin';

/** @returns a row as a former page left it; numbers begin at 0 and `seq` at 1 */
function request(
  from: number,
  count: number,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const events = numbers(count, from).map((n) => ({
    seq: n + 1,
    tier: 100,
    endpoint: 'log_event',
    json: JSON.stringify({
      seq: n + 1,
      eventTimeMs: Date.now(),
      context: { lastActivityMs: -1 },
      name: 'note',
      payload: { n },
    }),
  }));
  return {
    sid,
    owner: sid,
    context: { client: { clientName: 'OFFSTAGE', clientVersion: '1', hl: 'en' } },
    events,
    clientEventId: `${from}`.padStart(32, '0'),
    status: 'NEW',
    statusSinceMs: Date.now(),
    sendCount: 1,
    rejectionCount: 0,
    ...fields,
  };
}

/**
 * Creates a database of this version in the browser, from a page of the origin that runs no product
 * code.
 */
async function leaveRequests(
  page: Page,
  origin: string,
  version: number,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await page.route(`**${blankPath}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.goto(origin + blankPath);
  await page.evaluate(
    (left) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('offstage-logs', left.version);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
          const store = opening.result.createObjectStore('requests', {
            keyPath: 'id',
            autoIncrement: true,
          });
          store.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
        };
        opening.onsuccess = () => {
          const writing = opening.result.transaction('requests', 'readwrite');
          for (const row of left.rows) writing.objectStore('requests').add(row);
          writing.onabort = () => reject(writing.error);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { version, rows },
  );
}

const open = (page: Page, origin: string, runtime: string) =>
  page.goto(`${origin}/embed/offstage002?runtime=${runtime}`);

const losses = (server: Server) => providerEntries(server, 'events_lost');

for (const runtime of ['worker', 'main']) {
  const mark = runtime === 'worker' ? {} : thorough;

  test(
    `events stored by a page of the first version arrive once, with or without a request in flight (runtime=${runtime}) [spec-3.10]`,
    mark,
    async ({ page, server }) => {
      const old = { endpoint: 'log_event', timestampMs: Date.now() };
      await leaveRequests(page, server.embedOrigin, 1, [
        request(0, 100, old),
        request(100, 50, { ...old, status: 'QUEUED' }),
        // A malformed row affects only itself.
        request(500, 1, { ...old, endpoint: 'https://elsewhere.example/' }),
      ]);
      await open(page, server.embedOrigin, runtime);
      await expectNotesOnce(server, numbers(150), { areWhole: false });
    },
  );

  test(
    `a request that has been sent 100,000 times is dropped, and reported with its attempts (runtime=${runtime}) [spec-3.59]`,
    mark,
    async ({ page, server }) => {
      const now = {
        url: '/youtubei/v1/log_event?alt=json',
        options: { method: 'POST', isCompressible: true },
        timestamp: Date.now(),
      };
      const gate = await openGate(server.embedOrigin);
      const refused = intakeFaults['answers 503'];
      if (refused !== undefined) gate.meet(refused);
      await leaveRequests(page, gate.origin, 2, [
        request(0, 3, { ...now, sendCount: 100_000 }),
        request(3, 2, { ...now, sendCount: 50_000 }),
      ]);
      await open(page, gate.origin, runtime);
      await expect
        .poll(() => losses(server), { timeout: 60_000 })
        .toEqual([{ reason: 'attempts', count: 3, isOwn: false, sendCount: 100_001 }]);
      gate.open();
      // The other request has attempts left.
      await expectNotesOnce(server, [3, 4], { areWhole: false });
      await gate.close();
    },
  );
}
