import type { Transaction } from 'kysely';
import { isRefusal } from '../../../../shared/player/is-refusal.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { NewPlayback } from '../report-writes.ts';

export type NewExperimentPlayback = StoreTables['experiment_playbacks'];

/** @returns a row for each playback and arm */
export function experimentPlaybacksOf(
  playbacks: readonly NewPlayback[],
  armsOfDocument: (sid: string) => readonly number[],
): NewExperimentPlayback[] {
  return playbacks.flatMap((playback) => {
    const { sid, cpn, received_ms, summary_seq, start_ms, failure, error_name } = playback;
    const isRefused = error_name !== null && isRefusal(error_name);
    return armsOfDocument(sid).map((arm) => ({
      arm,
      sid,
      cpn,
      received_ms,
      summary_seq,
      start_ms,
      is_failed: failure !== null && !isRefused ? 1 : 0,
      is_exit: playback.is_exit_before_start,
      is_rebuffered: playback.rebuffer_count > 0 ? 1 : 0,
    }));
  });
}

/** Upserts rows, each playback and arm at most once. The highest summary wins, the time stays. */
export const writeExperimentPlaybacks: (
  transaction: Transaction<StoreTables>,
  rows: readonly NewExperimentPlayback[],
) => Promise<unknown> = createRowsStatement<NewExperimentPlayback>((transaction, rows) =>
  transaction
    .insertInto('experiment_playbacks')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['sid', 'cpn', 'arm'])
        .doUpdateSet((value) => ({
          summary_seq: value.ref('excluded.summary_seq'),
          start_ms: value.ref('excluded.start_ms'),
          is_failed: value.ref('excluded.is_failed'),
          is_exit: value.ref('excluded.is_exit'),
          is_rebuffered: value.ref('excluded.is_rebuffered'),
        }))
        .whereRef('excluded.summary_seq', '>', 'experiment_playbacks.summary_seq'),
    ),
);
