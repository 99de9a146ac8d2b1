import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { retentionLimits } from '../../../../server/store/retention-limits.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const dayMs = 86_400_000;
const start = 20_000.5 * dayMs;

/**
 * A store of old documents, each with the same number of events, playbacks and refused numbers; and
 * a second connection that counts.
 */
function oldStore(documents: number, eventsEach: number) {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  const beside = new DatabaseSync(file, { timeout: 5_000 });
  onTestFinished(() => beside.close());
  beside.exec(`
    BEGIN;
    WITH RECURSIVE d(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM d WHERE n < ${documents})
      INSERT INTO clients (sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms)
      SELECT 'old-' || n, ${2 * eventsEach}, ${eventsEach}, ${eventsEach}, ${start}, ${start} FROM d;
    WITH RECURSIVE e(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM e WHERE n < ${eventsEach})
      INSERT INTO events (sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload)
      SELECT sid, n, 'n', 'log_event', 1, ${start}, 'id', '{}', '{"text":"' || hex(zeroblob(100)) || '"}' FROM clients, e;
    INSERT INTO rejections SELECT sid, seq + ${eventsEach} FROM events;
    INSERT INTO playbacks (sid, cpn, video_id, host, browser, received_ms, is_begun, summary_seq, is_live,
        is_autoplay_blocked, is_exit_before_start, watched_ms, rebuffer_count, rebuffer_ms)
      SELECT sid, seq, 'v', '', '', ${start}, 1, 0, 0, 0, 0, 0, 0, 0 FROM events;
    UPDATE totals SET events = ${documents * eventsEach}, clients = ${documents};
    INSERT OR IGNORE INTO totals VALUES ('', ${documents * eventsEach}, 0, 0, 0, 0, ${documents}, 0, ${documents * eventsEach}, 0, 0, 0, 0);
    COMMIT;`);
  const rowsLeft = beside.prepare(
    `SELECT (SELECT count(*) FROM events WHERE sid LIKE 'old-%') + (SELECT count(*) FROM rejections) +
      (SELECT count(*) FROM playbacks) + (SELECT count(*) FROM clients WHERE sid LIKE 'old-%') AS count`,
  );
  return { store, left: () => Number(rowsLeft.get()?.count) };
}

/**
 * The rows that each step removed, counted by the second connection before and after it, while
 * other events are stored.
 */
async function expireSlowly(
  { store, left }: Pick<ReturnType<typeof oldStore>, 'store' | 'left'>,
  stepTookMs: number,
) {
  let clockMs = 0;
  let isDone = false;
  let stored = 0;
  const counts: number[] = [];
  const done = store
    .maintain({
      nowMs: start + 40 * dayMs,
      upMs: 40 * dayMs,
      trustDateMs: start + 40 * dayMs,
      keepDays: 31,
      // Called at the beginning of each step and after its commit.
      monotonicMs() {
        counts.push(left());
        clockMs += stepTookMs;
        return clockMs;
      },
    })
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    stored += 1;
    await store.insertBatch(
      storeBatch([stored], { sid: 'viewer-0123456789abcdef', receivedMs: start + 40 * dayMs }),
    );
  }
  expect(await done).toMatchObject({ ok: true });
  const steps = counts.flatMap((after, index) =>
    index % 2 === 1 ? [(counts[index - 1] ?? after) - after] : [],
  );
  return { steps: steps.filter((rows) => rows > 0), stored };
}

test('long documents and many documents expire in bounded steps, and other events are stored in between [attack-L4]', async () => {
  const { stepRows } = retentionLimits;
  const store = oldStore(20, 400);
  const { steps, stored } = await expireSlowly(store, 0);
  expect(store.left()).toBe(0);
  expect(steps.length).toBeGreaterThan(4);
  expect(Math.max(...steps)).toBeLessThanOrEqual(stepRows.value);
  expect(stored).toBeGreaterThan(steps.length / 2);
  expect(await store.store.summary()).toMatchObject({
    events: stored,
    clients: 1,
    expired: { events: 8_000, clients: 20 },
  });
});

test('slow steps make the next ones smaller [attack-L4]', async () => {
  const store = oldStore(2, 150);
  const { steps } = await expireSlowly(store, 1_000);
  expect(store.left()).toBe(0);
  // Halved each time, down to the smallest.
  const smallest = steps.slice(5);
  expect(smallest.length).toBeGreaterThan(30);
  expect(Math.max(...smallest)).toBeLessThanOrEqual(retentionLimits.stepRowsMin.value);
});

test('thousands of entries, errors, minutes and viewers expire in such steps too', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  const beside = new DatabaseSync(file, { timeout: 5_000 });
  onTestFinished(() => beside.close());
  const numbers = 'WITH RECURSIVE d(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM d WHERE n < 3000)';
  beside.exec(`BEGIN;
    ${numbers} INSERT INTO provider_log (sid, n, kind, time_ms, received_ms, context, fields) SELECT 'old', n, 'k', 1, ${start}, '{}', '{}' FROM d;
    INSERT INTO provider_log_clients VALUES ('old', 0);
    ${numbers} INSERT INTO errors SELECT n, n, 1, ${start}, ${start}, '', '', '', '', '', '', 0, '', '', '', '{}' FROM d;
    ${numbers} INSERT INTO intake_minutes SELECT ${start} + n * 60000, '', 1, 1, 0, 0, 0, 0 FROM d;
    ${numbers} INSERT INTO viewers (viewer, version, bytes, seen_ms) SELECT 'v' || n, 1, 200, ${start - 200 * dayMs} FROM d;
    ${numbers} INSERT INTO feedback (viewer, token, is_unencrypted, received_ms) SELECT 'v' || n, 't', 0, ${start} FROM d;
    COMMIT;`);
  const count = beside.prepare(
    `SELECT (SELECT count(*) FROM provider_log) + (SELECT count(*) FROM errors) + (SELECT count(*) FROM intake_minutes) +
      (SELECT count(*) FROM viewers) + (SELECT count(*) FROM feedback) + (SELECT count(*) FROM provider_log_clients) AS count`,
  );
  const { steps } = await expireSlowly({ store, left: () => Number(count.get()?.count) }, 0);
  // The viewer's own minute is new.
  expect(Number(count.get()?.count)).toBe(1);
  expect(steps.length).toBeGreaterThan(12);
  expect(Math.max(...steps)).toBeLessThanOrEqual(retentionLimits.stepRows.value + 1);
});
