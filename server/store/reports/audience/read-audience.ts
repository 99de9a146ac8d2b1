import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { dimensionsOf } from '../../../../shared/telemetry/document-dimensions.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { readLatestRows } from '../read-latest-rows.ts';
import { stepFor, stepOf } from '../read-steps.ts';
import type { ReportFilter } from '../report-figures.ts';
import { audienceLimits } from './audience-limits.ts';
import type { ViewingsTable } from './audience-tables.ts';
import { minuteMs } from './count-watched-minutes.ts';
import { parseViewing, type Viewing } from './viewing.ts';

/** A viewing with what it is grouped by. */
export interface CountedViewing extends Viewing, DocumentFacts {
  receivedMs: number;
  video: string;
}

interface WatchedStep {
  /** Its start in Unix milliseconds. */
  atMs: number;
  watchedMs: number;
}

/** One store's part of a report of the audience. Parts of several stores can be added. */
export interface AudiencePart {
  /** Only viewings from this moment on; `null` if all of the time. */
  countedFromMs: number | null;
  viewings: CountedViewing[];
  /** All playing time, whatever the filter's other conditions. */
  steps: WatchedStep[];
  /** The minute with the most of it; `null` if nothing was watched. */
  peak: WatchedStep | null;
  /** Playing time in the latest minute that is complete. */
  latestMinuteMs: number;
}

/** @param nowMs Unix milliseconds */
export async function readAudience(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  nowMs: number,
): Promise<AudiencePart> {
  return {
    ...(await readViewings(database, filter)),
    steps: await readWatched(database, filter, stepFor(filter)),
    peak: (await readPeak(database, filter)) ?? null,
    latestMinuteMs: await readMinute(database, latestCompleteMinute(nowMs)),
  };
}

/** @returns the latest minute whose events have had the time to arrive */
function latestCompleteMinute(nowMs: number): number {
  return (Math.floor((nowMs - audienceLimits.arrivalMs) / minuteMs) - 1) * minuteMs;
}

async function readViewings(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<Pick<AudiencePart, 'countedFromMs' | 'viewings'>> {
  const { countedCount } = audienceLimits;
  const { countedFromMs, rows } = await readLatestRows(database, 'viewings', filter, countedCount);
  return { countedFromMs, viewings: await viewingsOf(rows) };
}

type ReadRow = Omit<ViewingsTable, 'sid' | 'cpn'>;

async function viewingsOf(rows: readonly ReadRow[]): Promise<CountedViewing[]> {
  const viewings: CountedViewing[] = [];
  for (const [index, { received_ms, video_id, facts, ...row }] of rows.entries()) {
    const viewing = parseViewing(facts);
    // Others are damaged, or have begun, and nothing was watched yet.
    if (viewing !== null && viewing.watchedMs > 0)
      viewings.push({
        receivedMs: Number(received_ms),
        video: video_id,
        ...dimensionsOf(row),
        ...viewing,
      });
    // A server reads PostgreSQL in the thread of its intake.
    if (index % audienceLimits.turnCount === 0) await nextTurn();
  }
  return viewings;
}

/** Selects whole minutes that overlap the time. */
function selectMinutes(
  database: Kysely<StoreTables>,
  { fromMs, toMs }: Pick<ReportFilter, 'fromMs' | 'toMs'>,
) {
  return database
    .selectFrom('watched_minutes')
    .select(({ fn }) => fn.sum<number>('watched_ms').as('watched_ms'))
    .where('minute_ms', '>=', Math.floor(fromMs / minuteMs) * minuteMs)
    .where('minute_ms', '<', toMs);
}

async function readWatched(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  stepMs: number,
): Promise<WatchedStep[]> {
  const rows = await selectMinutes(database, filter)
    .select(stepOf('minute_ms', stepMs).as('at_ms'))
    .groupBy('at_ms')
    .orderBy('at_ms')
    .execute();
  return rows.map(({ at_ms, watched_ms }) => ({
    atMs: Number(at_ms),
    watchedMs: Number(watched_ms),
  }));
}

async function readPeak(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<WatchedStep | undefined> {
  const row = await selectMinutes(database, filter)
    .select('minute_ms')
    .groupBy('minute_ms')
    .orderBy('watched_ms', 'desc')
    .orderBy('minute_ms')
    .limit(1)
    .executeTakeFirst();
  return row && { atMs: Number(row.minute_ms), watchedMs: Number(row.watched_ms) };
}

async function readMinute(database: Kysely<StoreTables>, minute: number): Promise<number> {
  const row = await selectMinutes(database, {
    fromMs: minute,
    toMs: minute + 1,
  }).executeTakeFirst();
  return Number(row?.watched_ms ?? 0);
}
