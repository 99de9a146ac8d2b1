import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { noteTimes } from './expired.ts';
import type { Expiry } from './expiry.ts';
import { expiryLimits } from './expiry-limits.ts';
import { padded } from './small-steps.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals } from './totals.ts';
import { viewerLimits } from './viewer-limits.ts';

const tables = ['subscriptions', 'feedback', 'notification_preferences', 'playlist_edits'] as const;

interface OldViewer {
  viewer: string;
  bytes: number;
}

/** Removes the data of viewers who have neither changed nor read it since `cutoffMs`. */
export async function expireViewers(expiry: Expiry): Promise<void> {
  const { driver, cutoffMs, signal } = expiry;
  for (let after: string | null = null; signal?.aborted !== true; ) {
    const all = driver.database.selectFrom('viewers').select(['viewer', 'bytes', 'seen_ms']);
    const scanned: { viewer: string; bytes: number; seen_ms: number }[] = await (after === null
      ? all
      : all.where('viewer', '>', after)
    )
      .orderBy('viewer')
      .limit(expiryLimits.scanCount)
      .execute();
    await removeInSteps(
      expiry,
      scanned.filter(({ seen_ms }) => seen_ms < cutoffMs),
    );
    const last = scanned.at(-1);
    if (last === undefined) return;
    after = last.viewer;
    await nextTurn();
  }
}

async function removeInSteps(expiry: Expiry, old: readonly OldViewer[]): Promise<void> {
  const { steps, expired, signal } = expiry;
  for (let rest = old; rest.length > 0 && signal?.aborted !== true; ) {
    const { count, times } = await steps.run(async (within, rows) => {
      const group = firstThatFit(rest, rows);
      return { count: group.length, times: await removeViewers(within, group, expiry) };
    });
    rest = rest.slice(count);
    expired.viewers += times.length;
    noteTimes(expired, times);
  }
}

function firstThatFit(viewers: readonly OldViewer[], rows: number): OldViewer[] {
  let sum = 0;
  const count = viewers.findIndex(({ bytes }) => {
    // No row counts less than `rowBytes`, so this is an upper bound of the viewer's rows.
    sum += Math.max(1, Math.ceil(bytes / viewerLimits.rowBytes.value));
    return sum > rows;
  });
  return viewers.slice(0, count === -1 ? viewers.length : Math.max(1, count));
}

/** @returns when each removed viewer was last seen, in Unix milliseconds */
async function removeViewers(
  within: Transaction<StoreTables>,
  old: readonly OldViewer[],
  { driver, cutoffMs }: Expiry,
): Promise<number[]> {
  const gone = await within
    .deleteFrom('viewers')
    .where('viewer', 'in', padded(old.map(({ viewer }) => viewer)))
    // A viewer may have come back meanwhile.
    .where('seen_ms', '<', cutoffMs)
    .returning(['viewer', 'bytes', 'seen_ms'])
    .execute();
  if (gone.length === 0) return [];
  const names = padded(gone.map(({ viewer }) => viewer));
  for (const table of tables) await within.deleteFrom(table).where('viewer', 'in', names).execute();
  const bytes = gone.reduce((sum, viewer) => sum + viewer.bytes, 0);
  await addToTotals(within, driver.writer, { viewer_bytes: -bytes });
  return gone.map(({ seen_ms }) => seen_ms);
}
