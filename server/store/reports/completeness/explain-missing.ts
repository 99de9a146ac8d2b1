import { type Kysely, sql } from 'kysely';
import { queueLimits } from '../../../../shared/limits/queue-limits.ts';
import type { StoreTables } from '../../store-tables.ts';
import { parseReportedLoss, type ReportedLoss } from '../reported-loss.ts';
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

/** Losses of these documents' own events. */
async function readLosses(
  database: Kysely<StoreTables>,
  sids: readonly string[],
): Promise<Map<string, ReportedLoss[]>> {
  const losses = new Map<string, ReportedLoss[]>();
  for (let first = 0; first < sids.length; first += completenessLimits.statementDocumentsCount) {
    const rows = await database
      .selectFrom('provider_log')
      .select(['sid', 'fields'])
      .where('kind', '=', sql.lit('events_lost'))
      .where('sid', 'in', sids.slice(first, first + completenessLimits.statementDocumentsCount))
      .limit(completenessLimits.statementLossesCount)
      .execute();
    for (const { sid, fields } of rows) {
      const loss = parseReportedLoss(fields);
      if (loss === null || !loss.isOwn) continue;
      const known = losses.get(sid);
      if (known === undefined) losses.set(sid, [loss]);
      else known.push(loss);
    }
  }
  return losses;
}
