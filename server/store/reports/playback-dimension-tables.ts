import { playbackColumns } from './playback-columns.ts';

const tables = ['playbacks', 'playback_changes'];
const hourMs = 3_600_000;

/**
 * Stored playbacks have no known engine and starter. Their sums are those of all playbacks, so that
 * the groups still add up to all.
 */
const step = [
  ...tables.flatMap((table) =>
    playbackColumns.map(
      (name) => `ALTER TABLE ${table} ADD COLUMN ${name} text NOT NULL DEFAULT ''`,
    ),
  ),
  ...playbackColumns.map(
    (name) => `CREATE INDEX playbacks_by_${name} ON playbacks (${name}, received_ms)`,
  ),
  ...playbackColumns.map(
    (name) => `INSERT INTO playback_sums
      (kind, span_ms, start_ms, name, playbacks, played, exits, failed, refusals, rebuffered, figures)
      SELECT '${name}', span_ms, start_ms, '', playbacks, played, exits, failed, refusals, rebuffered, figures
      FROM playback_sums WHERE kind = 'all' AND span_ms >= ${hourMs}`,
  ),
].join(';\n');

/** Steps of the migrations. `offstage rebuild` reads both facts of earlier playbacks. */
export const playbackDimensionTables = { sqlite: [step], postgres: [step] } as const;
