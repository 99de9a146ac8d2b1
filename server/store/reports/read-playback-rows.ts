import type { Kysely, Selectable } from 'kysely';
import { isRefusal } from '../../../shared/player/is-refusal.ts';
import type { StoreTables } from '../store-tables.ts';
import type { DashboardReport, PlaybackRow, ReportFilter } from './report-figures.ts';
import { reportLimits } from './report-limits.ts';
import { type PlaybackSelection, selectPlaybacks } from './select-playbacks.ts';

export async function readPlaybackRows(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { after, limit }: { after: number; limit: number },
): Promise<PlaybackRow[]> {
  const rows = await selectPlaybacks(database, filter)
    .selectAll()
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute();
  return rows.map(rowOf);
}

export async function readLatest(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
): Promise<DashboardReport['latest']> {
  const rows = await selectPlaybacks(database, filter)
    .selectAll()
    .orderBy('received_ms', 'desc')
    .orderBy('row', 'desc')
    .limit(reportLimits.latestCount)
    .execute();
  return rows.map(rowOf).map((row) => ({
    receivedMs: row.receivedMs,
    videoId: row.videoId,
    host: row.host,
    browser: row.browser,
    hasPlayed: row.hasPlayed,
    startMs: row.startMs,
    isAutoplayBlocked: row.isAutoplayBlocked,
    isExitBeforeStart: row.isExitBeforeStart,
    watchedMs: row.watchedMs,
    isRefusal: row.isRefusal,
    errorName: row.failure === null ? null : (row.errorName ?? ''),
    cpn: row.cpn,
  }));
}

function rowOf(row: Selectable<StoreTables['playbacks']>): PlaybackRow {
  const hasSummary = Number(row.summary_seq) > 0;
  return {
    row: Number(row.row),
    sid: row.sid,
    cpn: row.cpn,
    videoId: row.video_id,
    host: row.host,
    browser: row.browser,
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
