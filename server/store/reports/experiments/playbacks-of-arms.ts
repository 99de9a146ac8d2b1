import { type Kysely, sql } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';

/** The time of a filter, in Unix milliseconds. */
interface Time {
  fromMs: number;
  toMs: number;
}

/** @returns a condition by which an index finds the playbacks of these arms */
export function areOfArms(arms: readonly number[], { fromMs, toMs }: Time) {
  if (arms.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`(playbacks.sid, playbacks.cpn) IN (
    SELECT sid, cpn FROM experiment_playbacks
    WHERE arm IN (${sql.join(arms)}) AND received_ms >= ${fromMs} AND received_ms < ${toMs})`;
}

/** @returns the same condition, looked up for each playback that another index finds */
export function isOfArms(arms: readonly number[]) {
  if (arms.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`EXISTS (
    SELECT 1 FROM experiment_playbacks AS of_arm
    WHERE of_arm.sid = playbacks.sid AND of_arm.cpn = playbacks.cpn
      AND of_arm.arm IN (${sql.join(arms)}))`;
}

/**
 * Reads where the time of these arms has to be cut, as `countedFrom` does. Each arm is read for
 * itself, because an index has only the times of one arm in their order.
 * @returns the first moment that still belongs to the time; `null` if there are not more playbacks
 */
export async function armsCountedFrom(
  database: Kysely<StoreTables>,
  { arms, fromMs, toMs }: Time & { arms: readonly number[] },
  countedCount: number,
): Promise<number | null> {
  const ofEach = arms.map(
    (arm) => sql`SELECT received_ms FROM (
      SELECT received_ms FROM experiment_playbacks
      WHERE arm = ${arm} AND received_ms >= ${fromMs} AND received_ms < ${toMs}
      ORDER BY received_ms DESC LIMIT ${countedCount + 1}) AS of_arm`,
  );
  if (ofEach.length === 0) return null;
  const { rows } = await sql<{ received_ms: number }>`
    SELECT received_ms FROM (${sql.join(ofEach, sql` UNION ALL `)}) AS of_arms
    ORDER BY received_ms DESC LIMIT 1 OFFSET ${countedCount}`.execute(database);
  const [firstLeftOut] = rows;
  return firstLeftOut === undefined ? null : Number(firstLeftOut.received_ms) + 1;
}
