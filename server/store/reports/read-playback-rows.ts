import type { Kysely, Selectable } from 'kysely';
import { isRefusal } from '../../../shared/player/is-refusal.ts';
import { dimensionsOf } from '../../../shared/telemetry/document-dimensions.ts';
import type { ListedPlayback } from '../../../shared/telemetry/telemetry-report.ts';
import type { StoreTables } from '../store-tables.ts';
import { countedFrom } from './counted-from.ts';
import { outcomes } from './has-outcome.ts';
import type { PlaybackRow, ReportFilter, RowPlace } from './report-figures.ts';
import { type CountingLimits, reportLimits } from './report-limits.ts';
import type { LatestList } from './report-parts.ts';
import { type PlaybackSelection, selectFollowing, selectPlaybacks } from './select-playbacks.ts';

export async function readPlaybackRows(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { after, limit }: { after: RowPlace | null; limit: number },
): Promise<PlaybackRow[]> {
  // Their index would find all playbacks of the arms again for each chunk.
  const selection: PlaybackSelection =
    filter.arms === undefined ? filter : { ...filter, indexed: 'others' };
  const rows = await selectFollowing(database, selection, after ?? { receivedMs: 0, row: 0 })
    .selectAll()
    .limit(limit)
    .execute();
  return rows.map(rowOf);
}

/**
 * The newest playbacks of a filter. For an outcome the latest ones are looked through, so that the
 * work has a bound.
 * @param floorMs only playbacks from this moment on; `null`: as far back as possible
 */
export async function readLatest(
  database: Kysely<StoreTables>,
  wanted: PlaybackSelection,
  { floorMs, countedCount }: { floorMs: number | null } & Pick<CountingLimits, 'countedCount'>,
): Promise<LatestList> {
  const filter = { ...wanted, fromMs: Math.max(floorMs ?? 0, wanted.fromMs) };
  const newest = selectPlaybacks(database, filter)
    .selectAll()
    .orderBy('received_ms', 'desc')
    .orderBy('row', 'desc');
  const { outcome } = filter;
  if (outcome === undefined) {
    const rows = await newest.limit(reportLimits.latestCount).execute();
    return { playbacks: rows.map(listedOf), countedFromMs: null };
  }
  const countedFromMs =
    (await countedFrom(selectPlaybacks(database, filter), countedCount)) ?? floorMs;
  const rows = await database
    .selectFrom(newest.limit(countedCount).as('playbacks'))
    .selectAll()
    .where('received_ms', '>=', countedFromMs ?? 0)
    .where(outcomes[outcome].condition)
    .orderBy('received_ms', 'desc')
    .orderBy('row', 'desc')
    .limit(reportLimits.latestCount)
    .execute();
  return { playbacks: rows.map(listedOf), countedFromMs };
}

function listedOf(stored: Selectable<StoreTables['playbacks']>): ListedPlayback {
  const row = rowOf(stored);
  return {
    receivedMs: row.receivedMs,
    videoId: row.videoId,
    ...dimensionsOf(row),
    engine: row.engine,
    startedBy: row.startedBy,
    hasPlayed: row.hasPlayed,
    startMs: row.startMs,
    isAutoplayBlocked: row.isAutoplayBlocked,
    isExitBeforeStart: row.isExitBeforeStart,
    watchedMs: row.watchedMs,
    rebufferMs: row.rebufferMs,
    isRefusal: row.isRefusal,
    errorName: row.failure === null ? null : (row.errorName ?? ''),
    cpn: row.cpn,
  };
}

function rowOf(row: Selectable<StoreTables['playbacks']>): PlaybackRow {
  const hasSummary = Number(row.summary_seq) > 0;
  return {
    row: Number(row.row),
    sid: row.sid,
    cpn: row.cpn,
    videoId: row.video_id,
    ...dimensionsOf(row),
    engine: row.engine,
    startedBy: row.started_by,
    receivedMs: Number(row.received_ms),
    hasPlayed: row.is_begun === 1 || row.watched_ms > 0,
    hasSummary,
    end: row.summary_end,
    isLive: row.is_live === 1,
    startMs: row.start_ms,
    isAutoplayBlocked: row.is_autoplay_blocked === 1,
    isExitBeforeStart: row.is_exit_before_start === 1,
    // Without a summary the store holds 0, which is no measurement.
    watchedMs: hasSummary ? row.watched_ms : null,
    rebufferCount: hasSummary ? Number(row.rebuffer_count) : null,
    rebufferMs: hasSummary ? row.rebuffer_ms : null,
    rebufferPercent: row.rebuffer_percent,
    failure: row.failure,
    isRefusal: row.failure !== null && row.error_name !== null && isRefusal(row.error_name),
    errorName: row.error_name,
    averageHeight: row.average_height,
    averageBitrate: row.average_bitrate,
  };
}
