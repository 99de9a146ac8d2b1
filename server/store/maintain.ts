import { performance } from 'node:perf_hooks';
import type { ClockTrust } from './clock-trust.ts';
import { daysBefore } from './day-of.ts';
import type { Maintained, Maintenance } from './event-store.ts';
import { expireClients } from './expire-clients.ts';
import {
  expireErrorReports,
  expireErrors,
  expireHours,
  expireMinutes,
  expireProviderLog,
  expireReports,
} from './expire-entries.ts';
import { expireViewers } from './expire-viewers.ts';
import { hasExpired, startExpired } from './expired.ts';
import type { Expiry } from './expiry.ts';
import { expireValues } from './reports/custom/expire-values.ts';
import { expireSums } from './reports/sums/expire-sums.ts';
import { retentionLimits } from './retention-limits.ts';
import { createSmallSteps } from './small-steps.ts';
import type { StoreDriver } from './store-driver.ts';

/**
 * Daily maintenance of a store. A document expires as a whole, with all its events, after
 * `keepDays` without a batch. Expired rows are counted, so that totals stay the same. Viewers
 * expire after a period of their own. Nothing expires while the clock cannot be trusted.
 */
export async function maintain(
  driver: StoreDriver,
  clock: ClockTrust,
  wanted: Maintenance,
): Promise<Maintained> {
  const { nowMs, keepDays, signal, onExpired, monotonicMs = () => performance.now() } = wanted;
  await driver.prepareDays(nowMs, keepDays);
  await driver.emptyDays(nowMs);
  const refusal = await clock.check(wanted);
  if (refusal !== null) return { refusal };
  const expired = startExpired();
  const steps = createSmallSteps({ driver, monotonicMs });
  try {
    const viewersCutoffMs = daysBefore(nowMs, retentionLimits.viewerDays.value);
    await expireViewers({ driver, cutoffMs: viewersCutoffMs, nowMs, steps, expired, signal });
    if (keepDays === null) return { refusal: null };
    const expiry: Expiry = {
      driver,
      cutoffMs: daysBefore(nowMs, keepDays),
      nowMs,
      steps,
      expired,
      signal,
    };
    // Before the playbacks: what has no sum is counted.
    await expireSums(expiry);
    await driver.dropDocumentDays(expiry.cutoffMs, expiry);
    await expireClients(expiry);
    await expireProviderLog(expiry);
    await expireErrors(expiry);
    await expireErrorReports(expiry);
    await expireReports(expiry, 'field_reports');
    await expireReports(expiry, 'viewings');
    await expireReports(expiry, 'experiment_playbacks');
    await expireValues(expiry);
    await expireMinutes(expiry, 'intake_minutes');
    await expireMinutes(expiry, 'watched_minutes');
    if (signal?.aborted !== true) await expireHours(expiry);
    if (signal?.aborted !== true) await driver.dropDays(expiry.cutoffMs, nowMs);
    return { refusal: null };
  } finally {
    // Also after a run that failed halfway, because its committed steps stay.
    if (hasExpired(expired)) onExpired?.(expired);
  }
}
