import type { Transaction } from 'kysely';
import { noteTimes } from './expired.ts';
import type { Expiry } from './expiry.ts';
import { hourMs } from './reports/completeness/count-hours.ts';
import { padded } from './small-steps.ts';
import type { StoreTables } from './store-tables.ts';

/** Removes entries of the provider's log in order of arrival, and documents without entries. */
export async function expireProviderLog(expiry: Expiry): Promise<void> {
  await expireInOrder(expiry, 'provider_log', removeEntries, (old) => {
    expiry.expired.logEntries += old.length;
    noteTimes(
      expiry.expired,
      old.map((entry) => entry.received_ms),
    );
  });
}

/** Removes reports of errors in order of arrival; the counts of the errors stay. */
export async function expireErrorReports(expiry: Expiry): Promise<void> {
  await expireInOrder(expiry, 'error_reports', removeReports, () => {});
}

interface Received {
  row: number;
  sid: string;
  received_ms: number;
}

/**
 * @param remove removes rows
 * @param onRemoved gets them once that is committed
 */
async function expireInOrder(
  { steps, cutoffMs, nowMs, signal }: Expiry,
  table: 'provider_log' | 'error_reports',
  remove: (within: Transaction<StoreTables>, old: readonly Received[]) => Promise<void>,
  onRemoved: (old: readonly Received[]) => void,
): Promise<void> {
  for (let row = 0; signal?.aborted !== true; ) {
    const { last, old } = await steps.run(async (within, rows) => {
      const scanned = await within
        .selectFrom(table)
        .select(['row', 'sid', 'received_ms'])
        .where('row', '>', row)
        .orderBy('row')
        .limit(rows)
        .execute();
      const found = scanned.filter((entry) => entry.received_ms < cutoffMs);
      if (found.length > 0) await remove(within, found);
      return { last: scanned.at(-1), old: found };
    });
    onRemoved(old);
    if (last === undefined) return;
    // A time in the future comes from a wrong clock and proves nothing about later rows.
    if (last.received_ms >= cutoffMs && last.received_ms <= nowMs) return;
    row = last.row;
  }
}

async function removeEntries(
  within: Transaction<StoreTables>,
  old: readonly Received[],
): Promise<void> {
  await within
    .deleteFrom('provider_log')
    .where('row', 'in', padded(old.map(({ row }) => row)))
    .execute();
  await within
    .deleteFrom('provider_log_clients')
    .where('sid', 'in', padded([...new Set(old.map(({ sid }) => sid))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provider_log')
            .select('row')
            .whereRef('provider_log.sid', '=', 'provider_log_clients.sid'),
        ),
      ),
    )
    .execute();
}

async function removeReports(
  within: Transaction<StoreTables>,
  old: readonly Received[],
): Promise<void> {
  await within
    .deleteFrom('error_reports')
    .where('row', 'in', padded(old.map(({ row }) => row)))
    .execute();
}

/**
 * Removes errors without recent reports. It walks all rows, because they are ordered by first
 * report.
 */
export async function expireErrors({ steps, cutoffMs, expired, signal }: Expiry): Promise<void> {
  for (let row = 0; signal?.aborted !== true; ) {
    const { last, old } = await steps.run(async (within, rows) => {
      const scanned = await within
        .selectFrom('errors')
        .select(['row', 'last_received_ms'])
        .where('row', '>', row)
        .orderBy('row')
        .limit(rows)
        .execute();
      const found = scanned.filter((error) => error.last_received_ms < cutoffMs);
      if (found.length > 0)
        await within
          .deleteFrom('errors')
          .where('row', 'in', padded(found.map((error) => error.row)))
          // A report may have arrived meanwhile.
          .where('last_received_ms', '<', cutoffMs)
          .execute();
      return { last: scanned.at(-1), old: found };
    });
    expired.errors += old.length;
    noteTimes(
      expired,
      old.map((error) => error.last_received_ms),
    );
    if (last === undefined) return;
    row = last.row;
  }
}

/** Removes rows of playbacks or measured embeds, oldest first. */
export async function expireReports(
  { steps, cutoffMs, signal }: Expiry,
  table: 'field_reports' | 'viewings' | 'experiment_playbacks',
): Promise<void> {
  while (signal?.aborted !== true) {
    const isMore = await steps.run(async (within, rows) => {
      const old = await within
        .selectFrom(table)
        .select('sid')
        .where('received_ms', '<', cutoffMs)
        .orderBy('received_ms')
        .limit(rows)
        .execute();
      if (old.length > 0)
        await within
          .deleteFrom(table)
          .where('sid', 'in', padded(old.map(({ sid }) => sid)))
          .where('received_ms', '<', cutoffMs)
          .execute();
      return old.length === rows;
    });
    if (!isMore) return;
  }
}

/** Removes minutes of the intake's counts, or of watching, oldest first. */
export async function expireMinutes(
  { steps, cutoffMs, expired, signal }: Expiry,
  table: 'intake_minutes' | 'watched_minutes',
): Promise<void> {
  while (signal?.aborted !== true) {
    const { old, isMore } = await steps.run(async (within, rows) => {
      const minutes = await within
        .selectFrom(table)
        .select('minute_ms')
        .where('minute_ms', '<', cutoffMs)
        .orderBy('minute_ms')
        .limit(rows)
        .execute();
      const last = minutes.at(-1);
      if (last !== undefined)
        await within.deleteFrom(table).where('minute_ms', '<=', last.minute_ms).execute();
      return { old: minutes, isMore: minutes.length === rows };
    });
    // Minutes of watching are not counted.
    if (table === 'intake_minutes') {
      expired.minutes += old.length;
      noteTimes(
        expired,
        old.map((minute) => minute.minute_ms),
      );
    }
    if (!isMore) return;
  }
}

/** Removes the hours of page loads of which every document is old enough: a few rows a day. */
export async function expireHours({ steps, cutoffMs }: Expiry): Promise<void> {
  for (const table of ['document_hours', 'served_pages', 'heard_pages'] as const)
    await steps.run((within) =>
      within
        .deleteFrom(table)
        .where('hour_ms', '<', Math.floor(cutoffMs / hourMs) * hourMs)
        .execute(),
    );
}
