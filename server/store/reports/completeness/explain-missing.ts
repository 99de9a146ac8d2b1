import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { queueLimits } from '../../../../shared/limits/queue-limits.ts';
import { amount, text } from '../../../../shared/tools/schema.ts';
import type { StoreTables } from '../../store-tables.ts';
import { reportLimits } from '../report-limits.ts';
import { completenessLimits } from './completeness-limits.ts';
import type { CountedDocument } from './count-documents.ts';
import { missingOf } from './ledger.ts';

/** Missing events by what is known about them. */
export interface Missing {
  /** Their page has sent something in the last minutes. */
  arriving: number;
  /** Their page was last heard of before: it is offline, closed or blocked. */
  away: number;
  /** The same, longer ago than browsers keep events. */
  gone: number;
  /** Pages have reported that they dropped them. */
  dropped: Map<string, number>;
}

/** @param nowMs Unix milliseconds */
export async function explainMissing(
  database: Kysely<StoreTables>,
  incomplete: readonly CountedDocument[],
  nowMs: number,
): Promise<Missing> {
  const missing: Missing = { arriving: 0, away: 0, gone: 0, dropped: new Map() };
  const losses = await readLosses(
    database,
    incomplete.map(({ sid }) => sid),
  );
  for (const { sid, ledger, lastReceivedMs } of incomplete) {
    let rest = missingOf(ledger);
    for (const { reason, count } of losses.get(sid) ?? []) {
      const dropped = Math.min(rest, count);
      rest -= dropped;
      if (dropped > 0) missing.dropped.set(reason, (missing.dropped.get(reason) ?? 0) + dropped);
    }
    const agoMs = nowMs - lastReceivedMs;
    if (agoMs < completenessLimits.arrivingMs) missing.arriving += rest;
    else if (agoMs < queueLimits.expiryMs) missing.away += rest;
    else missing.gone += rest;
  }
  return missing;
}

interface Loss {
  reason: string;
  count: number;
}

/** Losses of the reporting page's own events; it reports those of closed pages too. */
const lossSchema = z.object({
  reason: text(reportLimits.reasonMaxChars),
  count: amount,
  isOwn: z.literal(true),
});

async function readLosses(
  database: Kysely<StoreTables>,
  sids: readonly string[],
): Promise<Map<string, Loss[]>> {
  const losses = new Map<string, Loss[]>();
  for (let first = 0; first < sids.length; first += completenessLimits.statementDocumentsCount) {
    const rows = await database
      .selectFrom('provider_log')
      .select(['sid', 'fields'])
      .where('kind', '=', sql.lit('events_lost'))
      .where('sid', 'in', sids.slice(first, first + completenessLimits.statementDocumentsCount))
      .limit(completenessLimits.statementLossesCount)
      .execute();
    for (const { sid, fields } of rows) {
      const loss = z.safeParse(lossSchema, JSON.parse(fields));
      if (!loss.success) continue;
      const known = losses.get(sid);
      if (known === undefined) losses.set(sid, [loss.data]);
      else known.push(loss.data);
    }
  }
  return losses;
}
