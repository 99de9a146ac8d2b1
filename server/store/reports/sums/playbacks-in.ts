import type { Kysely } from 'kysely';
import { documentDimensions } from '../../../../shared/telemetry/document-dimensions.ts';
import type { StoreTables } from '../../store-tables.ts';
import { playbackColumns } from '../playback-columns.ts';
import { type PlaybackSelection, selectPlaybacks } from '../select-playbacks.ts';

/** The columns of a playback that its sums depend on. */
export const summedColumns = [
  'received_ms',
  'video_id',
  ...documentDimensions,
  ...playbackColumns,
  'is_begun',
  'summary_seq',
  'start_ms',
  'is_autoplay_blocked',
  'is_exit_before_start',
  'watched_ms',
  'rebuffer_count',
  'rebuffer_ms',
  'rebuffer_percent',
  'failure',
  'error_name',
] as const;

/** @param limit returns up to this number of them, in no order */
export const playbacksIn = (
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  limit?: number,
) =>
  selectPlaybacks(database, filter)
    .select(summedColumns)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
