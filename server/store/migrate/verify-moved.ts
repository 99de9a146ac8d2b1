import { type Kysely, sql } from 'kysely';
import { dayInId } from '../id-day.ts';
import type { StoreTables } from '../store-tables.ts';
import { moveLimits } from './move-limits.ts';

export interface VerifyDeps {
  /** Gets the number of events checked so far. */
  onLooked: (count: number) => void;
  signal: AbortSignal;
}

/**
 * Looks up each event of the source in the target's tables, by its id. One that has left the target
 * for ClickHouse counts too.
 * @param target a PostgreSQL store
 * @returns the number of events found; `null` if the signal ended it
 */
export async function countFound(
  source: Kysely<StoreTables>,
  target: Kysely<StoreTables>,
  { onLooked, signal }: VerifyDeps,
): Promise<number | null> {
  let [scanned, found] = [0, 0];
  for (let row = 0; ; ) {
    if (signal.aborted) return null;
    const ids = await source
      .selectFrom('events')
      .select(['row', 'sid', 'seq'])
      .where('row', '>', row)
      .orderBy('row')
      .limit(moveLimits.stepRowsCount)
      .execute();
    const last = ids.at(-1);
    if (last === undefined) return found;
    const sids = ids.map(({ sid }) => sid);
    const seqs = ids.map(({ seq }) => seq);
    const idDays = sids.map(dayInId);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM unnest(${sids}::text[], ${seqs}::bigint[], ${idDays}::integer[]) AS wanted (sid, seq, id_day)
      JOIN clients ON clients.sid = wanted.sid AND clients.id_day = wanted.id_day
      LEFT JOIN events ON events.day = clients.day AND events.sid = wanted.sid AND events.seq = wanted.seq
      WHERE events.seq IS NOT NULL OR EXISTS (
        SELECT FROM json_array_elements(clients.archived::json) AS range
        WHERE wanted.seq BETWEEN (range ->> 0)::bigint AND (range ->> 1)::bigint)`.execute(target);
    found += rows[0]?.count ?? 0;
    scanned += ids.length;
    row = last.row;
    onLooked(scanned);
  }
}
