import { type Kysely, sql } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { readTotals } from '../totals.ts';
import type { Accounting } from './report-figures.ts';
import { reportLimits } from './report-limits.ts';
import { parseReportedLoss } from './reported-loss.ts';

export async function readAccounting(database: Kysely<StoreTables>): Promise<Accounting> {
  const totals = await readTotals(database);
  const holes = await database
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('missing', '>', ({ lit }) => lit(0))
    .executeTakeFirstOrThrow();
  const losses = await database
    .selectFrom('provider_log')
    .select('fields')
    // A literal, because the partial index over these entries serves this condition only.
    .where('kind', '=', sql.lit('events_lost'))
    .orderBy('row', 'desc')
    .limit(reportLimits.lossesCount)
    .execute();
  const reportedLost = new Map<string, number>();
  for (const { fields } of losses) {
    const loss = parseReportedLoss(fields);
    if (loss === null) continue;
    const { reason, count } = loss;
    reportedLost.set(reason, (reportedLost.get(reason) ?? 0) + count);
  }
  const stored = Number(totals.events);
  const rejected = Number(totals.noted_rejections);
  const missing = Number(totals.missing);
  return {
    created: stored + rejected + missing,
    stored,
    rejected,
    missing,
    reportedLost: [...reportedLost]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    duplicates: Number(totals.duplicates),
    documents: Number(totals.clients),
    documentsWithHoles: Number(holes.total),
    batches: Number(totals.batches),
    bytes: Number(totals.bytes),
  };
}
