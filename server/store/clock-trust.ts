import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { Maintenance } from './event-store.ts';
import { expiryLimits } from './expiry-limits.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** If two clocks differ by more than this, at least one is wrong. */
const clocksDifferMs = hourMs;

/** Decides whether the clock can be trusted, so that a wrong clock never empties a store. */
export interface ClockTrust {
  /**
   * @returns `null` if the clock is trusted; otherwise a sentence for the operator, with the fix
   */
  check(wanted: Maintenance): Promise<string | null>;
}

/**
 * Requirements:
 * 1. A start with a clock that is far ahead expires nothing, even after several restarts.
 * 2. A clock that jumps ahead while the server runs expires nothing, even if events arrive with the
 *    wrong time.
 * 3. A store that receives nothing still expires while its server runs.
 * 4. After a long time off, a server expires again once its operator has confirmed the date. A date
 *    that stays in the options confirms nothing later.
 *
 * The store keeps the latest moment at which the clock was trusted. The uptime of this process,
 * which no clock can change, accounts for the time since then. Up to `pauseMaxMs` may be
 * unaccounted for. Times of rows prove nothing, because a wrong clock has written them too.
 */
export function createClockTrust({
  database,
  transaction,
  clockMs,
}: Pick<StoreDriver, 'database' | 'transaction' | 'clockMs'>): ClockTrust {
  /** The last trusted check of this process. */
  let last: { nowMs: number; upMs: number } | null = null;

  return {
    async check({ nowMs, upMs = performance.now(), trustDateMs = null, asksWitness = false }) {
      const newest = await newestMs(database);
      const known = (await trustedMs(database)) ?? newest ?? nowMs;
      const expectedMs =
        last === null ? known + upMs : Math.max(known, last.nowMs + Math.max(0, upMs - last.upMs));
      const confirmedMs = trustDateMs ?? Number.NEGATIVE_INFINITY;
      if (nowMs - Math.max(expectedMs, confirmedMs) > expiryLimits.pauseMaxMs)
        return pauseSentence(nowMs, known);
      const witnessMs = asksWitness && clockMs !== undefined ? await clockMs() : nowMs;
      if (Math.abs(nowMs - witnessMs) > clocksDifferMs)
        return `This server’s clock says ${minuteOf(nowMs)} and the database’s says ${minuteOf(witnessMs)}, so nothing expires until they agree; set the wrong clock.`;
      // A trusted moment ahead of both the clock and the rows was written by a clock that was
      // ahead. If the rows are ahead too, this clock is late.
      const isKeptAhead = nowMs < known - clocksDifferMs && (newest ?? 0) <= nowMs;
      await transaction((within) => keepTrusted(within, nowMs, isKeptAhead));
      last = { nowMs, upMs };
      return null;
    },
  };
}

function pauseSentence(nowMs: number, knownMs: number): string {
  const days = Math.floor((nowMs - knownMs) / dayMs);
  return `The clock says ${dateOf(nowMs)}, ${days} days after the store was last in use (${dateOf(knownMs)}), so nothing expires. If the date is right, start once with --trust-date ${dateOf(nowMs)}; else correct the clock.`;
}

async function trustedMs(database: Kysely<StoreTables>): Promise<number | null> {
  const row = await database.selectFrom('store_clock').select('trusted_ms').executeTakeFirst();
  return row?.trusted_ms ?? null;
}

/**
 * Goes back only if `canGoBack`: a clock that is late for a while would otherwise make the right
 * one look far ahead.
 */
async function keepTrusted(
  within: Kysely<StoreTables>,
  nowMs: number,
  canGoBack: boolean,
): Promise<void> {
  await within
    .insertInto('store_clock')
    .values({ id: 1, trusted_ms: Math.floor(nowMs) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((value) => ({ trusted_ms: value.ref('excluded.trusted_ms') }))
        .where(
          'store_clock.trusted_ms',
          '<',
          canGoBack ? Number.MAX_SAFE_INTEGER : Math.floor(nowMs),
        ),
    )
    .execute();
}

/** The newest time of receipt, from indexed columns only; `null` for an empty store. */
async function newestMs(database: Kysely<StoreTables>): Promise<number | null> {
  const { rows } = await sql<{ newest: number | null }>`
    SELECT max(ms) AS newest FROM (
      SELECT max(minute_ms) AS ms FROM intake_minutes
      UNION ALL SELECT * FROM (SELECT last_received_ms FROM clients ORDER BY "row" DESC LIMIT 1) AS c
      UNION ALL SELECT * FROM (SELECT received_ms FROM provider_log ORDER BY "row" DESC LIMIT 1) AS p
    ) AS moments`.execute(database);
  return rows[0]?.newest ?? null;
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const minuteOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;
