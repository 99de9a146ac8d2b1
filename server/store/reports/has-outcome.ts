import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { PlaybackOutcome } from '../../../shared/telemetry/playback-outcome.ts';
import type { StoreTables } from '../store-tables.ts';
import { isRefused } from './refused.ts';
import type { PlaybackRow } from './report-figures.ts';

type Value = ExpressionBuilder<StoreTables, 'playbacks'>;
type Condition = ExpressionWrapper<StoreTables, 'playbacks', SqlBool>;

/** An outcome in a query, and the same of a row that has been read. */
interface Outcome {
  condition(value: Value): Condition;
  matches(row: PlaybackRow): boolean;
}

export const outcomes: Readonly<Record<PlaybackOutcome, Outcome>> = {
  failed: {
    condition: (value) =>
      value.and([value('failure', 'is not', null), value.not(isRefused(value))]),
    matches: ({ failure, isRefusal }) => failure !== null && !isRefusal,
  },
  refused: {
    condition: isRefused,
    matches: ({ isRefusal }) => isRefusal,
  },
  left: {
    condition: (value) => value.and([value('is_exit_before_start', '=', 1)]),
    matches: ({ isExitBeforeStart }) => isExitBeforeStart,
  },
  rebuffered: {
    condition: (value) => value.and([value('rebuffer_count', '>', 0)]),
    matches: ({ rebufferCount }) => (rebufferCount ?? 0) > 0,
  },
  blocked: {
    condition: (value) => value.and([value('is_autoplay_blocked', '=', 1)]),
    matches: ({ isAutoplayBlocked }) => isAutoplayBlocked,
  },
};
