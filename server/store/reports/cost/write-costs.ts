import type { Transaction } from 'kysely';
import { dimensionsOf, ofEachDimension } from '../../../../shared/telemetry/document-dimensions.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { NewDocument } from '../report-writes.ts';
import type { CostFact } from './cost-facts.ts';

export type NewFieldReport = StoreTables['field_reports'];

/** @returns the row of an embed as known from this report */
export function fieldReportOf(
  document: NewDocument,
  receivedMs: number,
  { seq, videoId, facts }: CostFact,
): NewFieldReport {
  return {
    sid: document.sid,
    seq,
    received_ms: receivedMs,
    video_id: videoId,
    ...dimensionsOf(document),
    facts: JSON.stringify(facts),
  };
}

/** @returns the later of two reports of an embed, with the time of the first one */
export function laterOf(known: NewFieldReport | undefined, report: NewFieldReport): NewFieldReport {
  if (known === undefined) return report;
  const later = report.seq > known.seq ? report : known;
  return { ...later, received_ms: Math.min(known.received_ms, report.received_ms) };
}

/** Upserts reports, each document at most once. The one with the highest number wins. */
export const insertFieldReports: (
  transaction: Transaction<StoreTables>,
  reports: readonly NewFieldReport[],
) => Promise<unknown> = createRowsStatement<NewFieldReport>((transaction, reports) =>
  transaction
    .insertInto('field_reports')
    .values(reports)
    .onConflict((conflict) =>
      conflict
        .column('sid')
        .doUpdateSet((value) => ({
          seq: value.ref('excluded.seq'),
          video_id: value.ref('excluded.video_id'),
          ...ofEachDimension((name) => value.ref(`excluded.${name}`)),
          facts: value.ref('excluded.facts'),
        }))
        // A rebuild writes the same report again, and may know its page.
        .whereRef('excluded.seq', '>=', 'field_reports.seq'),
    ),
);
