import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import { countedFrom } from '../counted-from.ts';
import { filterColumns } from '../filter-columns.ts';
import { stepOf } from '../read-steps.ts';
import type { ReportFilter } from '../report-figures.ts';
import { conditionsOf, type PlaybackSelection, selectPlaybacks } from '../select-playbacks.ts';
import { type CountedPlayback, type GroupLedgers, ledgersOf } from './count-documents.ts';
import { hourMs } from './count-hours.ts';
import { explainMissing, type Missing } from './explain-missing.ts';
import { type Ledger, missingOf } from './ledger.ts';
import { type PagesPart, readPages } from './read-pages.ts';

/** One store's part of the completeness of a report. Parts of several stores can be added. */
export interface CompletenessPart {
  /** All page loads that began in the time, by step. */
  steps: (Ledger & { atMs: number })[];
  /** The filter has no conditions but the time, so the steps are its figures. */
  isAll: boolean;
  /** Page loads of the latest playbacks. */
  counted: Ledger;
  /** Only playbacks from this moment on are looked at, in Unix milliseconds; `null` if all. */
  countedFromMs: number | null;
  groups: GroupLedgers;
  missing: Missing;
  /** `null` if hosts are not compared. */
  pages: PagesPart | null;
}

export interface CompletenessDeps {
  /** The playbacks of the report. */
  selection: PlaybackSelection;
  stepMs: number;
  /** The time is cut at this moment if not later; `null`: where it has to be. */
  floorMs: number | null;
  isPartitioned: boolean;
  /** Playbacks that are looked at one by one. */
  countedCount: number;
  /** Unix milliseconds. */
  nowMs: number;
}

/**
 * Counts which part of the events has arrived. Page loads of a time are added up by the hour. For
 * the other conditions, for groups and for reasons, the page loads of the latest playbacks are
 * looked at one by one.
 */
export async function readCompleteness(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  deps: CompletenessDeps,
): Promise<CompletenessPart> {
  const { playbacks, countedFromMs } = await readPlaybacks(database, deps);
  const { documents, counted, groups } = ledgersOf(playbacks);
  const incomplete = documents.filter(({ ledger }) => missingOf(ledger) > 0);
  return {
    steps: await readSteps(database, filter, completenessStepMs(deps.stepMs)),
    isAll: conditionsOf(filter).length === 0 && filter.arms === undefined,
    counted,
    countedFromMs,
    groups,
    missing: await explainMissing(database, incomplete, deps.nowMs),
    pages: await readPages(database, filter, deps.nowMs),
  };
}

/** @returns length of the steps of completeness in a report with steps of this length */
export function completenessStepMs(stepMs: number): number {
  return Math.max(hourMs, stepMs);
}

async function readSteps(
  database: Kysely<StoreTables>,
  { fromMs, toMs }: ReportFilter,
  stepMs: number,
): Promise<CompletenessPart['steps']> {
  const rows = await database
    .selectFrom('document_hours')
    .select(({ fn }) => [
      stepOf('hour_ms', stepMs).as('at_ms'),
      fn.sum<number>('documents').as('documents'),
      fn.sum<number>('created').as('created'),
      fn.sum<number>('stored').as('stored'),
      fn.sum<number>('rejected').as('rejected'),
      fn.sum<number>('implausible').as('implausible'),
    ])
    .where('hour_ms', '>=', Math.floor(fromMs / hourMs) * hourMs)
    .where('hour_ms', '<', toMs)
    .groupBy('at_ms')
    // Late events of documents whose hour has expired.
    .having(({ fn }) => fn.sum('documents'), '>', 0)
    .orderBy('at_ms')
    .execute();
  return rows.map((row) => ({
    atMs: Number(row.at_ms),
    documents: Number(row.documents),
    created: Number(row.created),
    stored: Number(row.stored),
    rejected: Number(row.rejected),
    implausible: Number(row.implausible),
  }));
}

/** Reads the latest playbacks of a report with the counts of their documents. */
async function readPlaybacks(
  database: Kysely<StoreTables>,
  { selection, floorMs, isPartitioned, countedCount }: CompletenessDeps,
): Promise<{ playbacks: CountedPlayback[]; countedFromMs: number | null }> {
  const wanted = { ...selection, fromMs: Math.max(selection.fromMs, floorMs ?? 0) };
  const countedFromMs =
    (await countedFrom(selectPlaybacks(database, wanted), countedCount)) ?? floorMs;
  const playbacks = await selectPlaybacks(database, {
    ...wanted,
    fromMs: Math.max(wanted.fromMs, countedFromMs ?? 0),
  })
    .innerJoin('clients', (join) =>
      isPartitioned
        ? join
            .onRef('clients.sid', '=', 'playbacks.sid')
            .onRef('clients.id_day', '=', 'playbacks.id_day')
        : join.onRef('clients.sid', '=', 'playbacks.sid'),
    )
    .select(['playbacks.sid', ...filterColumns])
    .select(['highest_seq', 'stored_count', 'rejected_count', 'last_received_ms'])
    .execute();
  return { playbacks, countedFromMs };
}
