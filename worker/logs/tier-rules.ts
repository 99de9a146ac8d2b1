import { logLimits } from '../../shared/limits.ts';
import type { LogTier } from '../../shared/log-event.ts';

/** Why a batch left. Part of the contract: tests ask not only whether events were flushed, but why. */
export type FlushReason = 'debounce' | 'immediate' | 'buffer_full' | 'flush';

export interface TierRule {
  /** From the first event queued; later ones do not push it back. */
  delayMs: number;
  /** Whether everything that waits leaves, or one batch. */
  isUntilEmpty: boolean;
  reason: FlushReason;
}

/** Specification §9, "log batch debounce". */
export const tierRules: Readonly<Record<LogTier, TierRule>> = {
  100: { delayMs: logLimits.debounceMs, isUntilEmpty: false, reason: 'debounce' },
  200: { delayMs: logLimits.debounceMs, isUntilEmpty: true, reason: 'debounce' },
  300: { delayMs: logLimits.fastDebounceMs, isUntilEmpty: true, reason: 'debounce' },
  400: { delayMs: 0, isUntilEmpty: true, reason: 'immediate' },
};
