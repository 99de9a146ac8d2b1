import { batchLimits } from '../../../shared/limits/batch-limits.ts';
import { type LogTier, logTiers } from '../../../shared/telemetry/log-event.ts';

/** Why a batch was flushed. Part of the contract: tests assert why events were flushed. */
export type FlushReason = 'debounce' | 'immediate' | 'buffer_full' | 'flush';

export interface TierRule {
  /** Counted from the first queued event; later events do not extend it. */
  delayMs: number;
  /** Whether all waiting events leave, or one batch. */
  isUntilEmpty: boolean;
  reason: FlushReason;
}

/** Specification §9, "log batch debounce". */
export const tierRules: Readonly<Record<LogTier, TierRule>> = {
  [logTiers.default]: { delayMs: batchLimits.debounceMs, isUntilEmpty: false, reason: 'debounce' },
  [logTiers.dispatch_to_empty]: {
    delayMs: batchLimits.debounceMs,
    isUntilEmpty: true,
    reason: 'debounce',
  },
  [logTiers.fast]: { delayMs: batchLimits.fastDebounceMs, isUntilEmpty: true, reason: 'debounce' },
  [logTiers.immediate]: { delayMs: 0, isUntilEmpty: true, reason: 'immediate' },
};
