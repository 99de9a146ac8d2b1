import { type Compilable, type Kysely, type Selectable, sql } from 'kysely';
import { dimensionsOf, ofEachDimension } from '../../../shared/telemetry/document-dimensions.ts';
import { type Dated, dayInId, keyOf, ofDocuments } from '../id-day.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { joinOwnFacts, playbackColumns } from './playback-columns.ts';
import type { PlaybackFact } from './playback-facts.ts';

export type NewDocument = Omit<StoreTables['documents'], 'id_day'>;
export type NewPlayback = Omit<Selectable<StoreTables['playbacks']>, 'row' | 'id_day'>;

type Summary = Extract<PlaybackFact, { kind: 'summary' }>;
type Begun = Extract<PlaybackFact, { kind: 'begun' }>;

/** The summary columns of a playback without a summary. */
const withoutSummary = {
  summary_seq: 0,
  summary_end: null,
  is_live: 0,
  start_ms: null,
  is_autoplay_blocked: 0,
  is_exit_before_start: 0,
  watched_ms: 0,
  rebuffer_count: 0,
  rebuffer_ms: 0,
  rebuffer_percent: null,
  failure: null,
  error_name: null,
  average_height: null,
  average_bitrate: null,
} as const satisfies Partial<NewPlayback>;

const summaryColumns = Object.keys(withoutSummary) as (keyof typeof withoutSummary)[];

/** @returns the row of a playback as known from this event alone */
export function playbackOf(
  document: NewDocument,
  receivedMs: number,
  fact: Begun | Summary,
): NewPlayback {
  const { videoId, cpn } = fact.kind === 'begun' ? fact : fact.summary;
  const known = {
    sid: document.sid,
    cpn,
    video_id: videoId,
    ...dimensionsOf(document),
    ...(fact.kind === 'begun'
      ? { engine: fact.engine, started_by: fact.startedBy }
      : { engine: '', started_by: '' }),
    received_ms: receivedMs,
  };
  if (fact.kind === 'begun') return { ...known, is_begun: 1, ...withoutSummary };
  const { seq, summary } = fact;
  return {
    ...known,
    is_begun: 0,
    summary_seq: seq,
    summary_end: summary.end,
    is_live: summary.isLive ? 1 : 0,
    start_ms: summary.startMs,
    is_autoplay_blocked: summary.isAutoplayBlocked ? 1 : 0,
    is_exit_before_start: summary.isExitBeforeStart ? 1 : 0,
    watched_ms: summary.watchedMs,
    rebuffer_count: summary.rebufferCount,
    rebuffer_ms: summary.rebufferMs,
    rebuffer_percent: summary.rebufferPercent,
    failure: summary.failure,
    error_name: summary.errorName,
    average_height: summary.averageHeight,
    average_bitrate: summary.averageBitrate,
  };
}

/**
 * @param later row of the same playback, received later
 * @returns both rows merged, by the rules of `writePlaybacks` for a stored row
 */
export function joinPlaybacks(earlier: NewPlayback, later: NewPlayback): NewPlayback {
  const newest = later.summary_seq > earlier.summary_seq ? later : earlier;
  const { video_id, received_ms } = earlier;
  return {
    ...newest,
    video_id,
    ...dimensionsOf(earlier),
    ...joinOwnFacts(earlier, later),
    received_ms,
    is_begun: Math.max(earlier.is_begun, later.is_begun),
  };
}

/**
 * Upserts playbacks, each at most once. Video, facts of the document and time stay as first stored,
 * facts of the playback as first known. The summary with the highest number wins.
 */
export function writePlaybacks(
  database: Kysely<StoreTables>,
  playbacks: readonly Dated<NewPlayback>[],
) {
  return database
    .insertInto('playbacks')
    .values([...playbacks])
    .onConflict((conflict) =>
      conflict
        .columns(keyOf(playbacks[0], ['sid', 'cpn']))
        .doUpdateSet({
          is_begun: sql<number>`playbacks.is_begun | excluded.is_begun`,
          ...Object.fromEntries(
            playbackColumns.map((name) => [
              name,
              sql`coalesce(nullif(${sql.ref(`playbacks.${name}`)}, ''), ${sql.ref(`excluded.${name}`)})`,
            ]),
          ),
          ...Object.fromEntries(
            summaryColumns.map((name) => {
              const [given, stored] = [sql.ref(`excluded.${name}`), sql.ref(`playbacks.${name}`)];
              return [
                name,
                sql`case when excluded.summary_seq > playbacks.summary_seq then ${given} else ${stored} end`,
              ];
            }),
          ),
        })
        .where(({ eb, or, ref }) =>
          or([
            eb('excluded.summary_seq', '>', ref('playbacks.summary_seq')),
            eb('excluded.is_begun', '>', ref('playbacks.is_begun')),
            ...playbackColumns.map((name) => {
              const [given, stored] = [sql.ref(`excluded.${name}`), sql.ref(`playbacks.${name}`)];
              return sql<boolean>`${stored} = '' and ${given} <> ''`;
            }),
          ]),
        ),
    );
}

/** Upserts documents, each at most once. */
export function writeDocuments(
  database: Kysely<StoreTables>,
  documents: readonly Dated<NewDocument>[],
) {
  return database
    .insertInto('documents')
    .values([...documents])
    .onConflict((conflict) =>
      conflict
        .columns(keyOf(documents[0], ['sid']))
        .doUpdateSet(({ ref }) => ofEachDimension((name) => ref(`excluded.${name}`))),
    );
}

/** Copies the facts of stored documents to their playbacks. */
export function copyToPlaybacks(
  database: Kysely<StoreTables>,
  sids: readonly string[],
  driver: Pick<StoreDriver, 'isPartitioned'>,
): Compilable & { execute(): Promise<unknown> } {
  return database
    .updateTable('playbacks')
    .from('documents')
    .set(({ ref }) => ofEachDimension((name) => ref(`documents.${name}`)))
    .whereRef('documents.sid', '=', 'playbacks.sid')
    .where(ofDocuments('documents', sids, driver))
    .where(ofDocuments('playbacks', sids, driver));
}

/** The same for tables that are not partitioned. */
export async function copyToReports(
  database: Kysely<StoreTables>,
  table: 'field_reports' | 'viewings',
  sids: readonly string[],
  driver: Pick<StoreDriver, 'isPartitioned'>,
): Promise<void> {
  await database
    .updateTable(table)
    .from('documents')
    .set(({ ref }) => ofEachDimension((name) => ref(`documents.${name}`)))
    .whereRef('documents.sid', '=', `${table}.sid`)
    .where(`${table}.sid`, 'in', sids)
    .$if(driver.isPartitioned, (documents) =>
      documents.where('documents.id_day', 'in', [...new Set(sids.map(dayInId))]),
    )
    .execute();
}
