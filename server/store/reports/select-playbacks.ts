import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import type { ReportFilter } from './reports.ts';

/** @returns a query over the playbacks that match the filter */
export function selectPlaybacks(
  database: Kysely<StoreTables>,
  { fromMs, toMs, videoId, host, browser }: ReportFilter,
) {
  let query = database
    .selectFrom('playbacks')
    .where('received_ms', '>=', fromMs)
    .where('received_ms', '<', toMs);
  if (videoId !== null) query = query.where('video_id', '=', videoId);
  if (host !== null) query = query.where('host', '=', host);
  if (browser !== null) query = query.where('browser', '=', browser);
  return query;
}
