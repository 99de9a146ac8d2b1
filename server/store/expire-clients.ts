import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { noteTimes } from './expired.ts';
import type { Expiry } from './expiry.ts';
import { expiryLimits } from './expiry-limits.ts';
import { ofDocuments } from './id-day.ts';
import { padded } from './small-steps.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals } from './totals.ts';

interface OldClient {
  sid: string;
  /** Rows that are deleted with it. */
  rows: number;
}

/** Removes the documents that are in no partition of a day. */
export async function expireClients(expiry: Expiry): Promise<void> {
  for (const table of expiry.driver.undatedClients) await expireClientsOf(table, expiry);
}

/** Walks along the row numbers, which grow with the time of the first batch. */
async function expireClientsOf(table: string, expiry: Expiry): Promise<void> {
  const { driver, cutoffMs, nowMs, signal } = expiry;
  for (let row = 0; signal?.aborted !== true; ) {
    const scanned = await driver.database
      .selectFrom(sql.table<StoreTables['clients']>(table).as('clients'))
      .select([
        'row',
        'sid',
        'stored_count',
        'rejected_count',
        'first_received_ms',
        'last_received_ms',
      ])
      .select(({ selectFrom, fn }) =>
        selectFrom('playbacks')
          .select(fn.countAll<number>().as('count'))
          .whereRef('playbacks.sid', '=', 'clients.sid')
          .$if(driver.isPartitioned, (own) =>
            own.whereRef('playbacks.id_day', '=', 'clients.id_day'),
          )
          .as('playback_count'),
      )
      .where('row', '>', row)
      .orderBy('row')
      .limit(expiryLimits.scanCount)
      .execute();
    const last = scanned.at(-1);
    if (last === undefined) return;
    const old = scanned
      .filter((client) => client.last_received_ms < cutoffMs)
      .map(({ sid, stored_count, rejected_count, playback_count }) => {
        const rows = 1 + rejected_count + Number(playback_count);
        return { sid, rows: driver.isPartitioned ? rows : rows + stored_count };
      });
    await removeInSteps(expiry, old);
    // Later rows began later still. A time in the future comes from a wrong clock and proves
    // nothing.
    if (last.first_received_ms >= cutoffMs && last.first_received_ms <= nowMs) return;
    row = last.row;
    await nextTurn();
  }
}

async function removeInSteps(expiry: Expiry, old: readonly OldClient[]): Promise<void> {
  const { steps, expired, signal } = expiry;
  let rest = [...old];
  while (rest.length > 0 && signal?.aborted !== true) {
    const [first] = rest;
    if (first !== undefined && first.rows > steps.rows) {
      const removed = await steps.run((within, rows) =>
        removeSomeRows(within, first.sid, rows, expiry),
      );
      // Fewer rows than requested: only the document itself is left.
      first.rows = removed === 0 ? 1 : Math.max(1, first.rows - removed);
      continue;
    }
    const { group, gone } = await steps.run(async (within, rows) => {
      const fitting = firstThatFit(rest, rows);
      return { group: fitting, gone: await removeClients(within, fitting, expiry) };
    });
    rest = rest.slice(group.length);
    expired.documents += gone.clients;
    expired.events += gone.events;
    expired.rejections += gone.rejections;
    expired.playbacks += gone.playbacks;
    noteTimes(expired, gone.times);
  }
}

function firstThatFit(clients: readonly OldClient[], rows: number): OldClient[] {
  let sum = 0;
  const count = clients.findIndex((client) => {
    sum += client.rows;
    return sum > rows;
  });
  return clients.slice(0, count === -1 ? clients.length : Math.max(1, count));
}

/**
 * Removes up to `rows` rows of a document that is too large for one step.
 * @returns the number of removed rows
 */
async function removeSomeRows(
  within: Transaction<StoreTables>,
  sid: string,
  rows: number,
  { driver, cutoffMs }: Expiry,
): Promise<number> {
  const isOld = within
    .selectFrom('clients')
    .select('row')
    .where(ofDocuments('clients', [sid], driver))
    // A batch may have arrived meanwhile.
    .where('last_received_ms', '<', cutoffMs);
  if ((await isOld.executeTakeFirst()) === undefined) return 0;
  let removed = 0;
  for (const table of driver.isPartitioned
    ? (['playbacks'] as const)
    : (['events', 'playbacks'] as const)) {
    if (removed === rows) break;
    const result = await within
      .deleteFrom(table)
      .where('row', 'in', ({ selectFrom }) =>
        selectFrom(table)
          .select('row')
          .where('sid', '=', sid)
          .limit(rows - removed),
      )
      .executeTakeFirst();
    removed += Number(result.numDeletedRows);
  }
  if (removed === rows) return removed;
  const result = await within
    .deleteFrom('rejections')
    .where('sid', '=', sid)
    .where('seq', 'in', ({ selectFrom }) =>
      selectFrom('rejections')
        .select('seq')
        .where('sid', '=', sid)
        .limit(rows - removed),
    )
    .executeTakeFirst();
  return removed + Number(result.numDeletedRows);
}

interface ExpiredClient {
  clients: number;
  events: number;
  rejections: number;
  playbacks: number;
  times: number[];
}

async function removeClients(
  transaction: Transaction<StoreTables>,
  wanted: readonly OldClient[],
  { driver, cutoffMs }: Expiry,
): Promise<ExpiredClient> {
  const gone = await transaction
    .deleteFrom('clients')
    .where(ofDocuments('clients', padded(wanted.map(({ sid }) => sid)), driver))
    // A batch may have arrived meanwhile.
    .where('last_received_ms', '<', cutoffMs)
    .returning(['sid', 'stored_count', 'rejected_count', 'missing', 'last_received_ms'])
    .execute();
  const sum = (of: (client: (typeof gone)[number]) => number) =>
    gone.reduce((total, client) => total + of(client), 0);
  const events = sum((client) => client.stored_count);
  const rejections = sum((client) => client.rejected_count);
  const times = gone.map((client) => client.last_received_ms);
  if (gone.length === 0) return { clients: 0, events, rejections, playbacks: 0, times };
  const sids = padded(gone.map(({ sid }) => sid));
  await transaction.deleteFrom('rejections').where('sid', 'in', sids).execute();
  const { numDeletedRows: playbacks } = await transaction
    .deleteFrom('playbacks')
    .where(ofDocuments('playbacks', sids, driver))
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('documents')
    .where(ofDocuments('documents', sids, driver))
    .execute();
  if (!driver.isPartitioned)
    await transaction.deleteFrom('events').where('sid', 'in', sids).execute();
  const missing = sum((client) => client.missing);
  await addToTotals(transaction, driver.writer, {
    events: -events,
    clients: -gone.length,
    missing: -missing,
    noted_rejections: -rejections,
    expired_events: events,
    expired_clients: gone.length,
    expired_missing: missing,
  });
  return { clients: gone.length, events, rejections, playbacks: Number(playbacks), times };
}
