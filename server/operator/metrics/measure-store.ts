import * as z from 'zod';
import { isRefusal } from '../../../shared/player/is-refusal.ts';
import { qoeEventName } from '../../../shared/telemetry/qoe-event.ts';
import { type QoeSummary, qoeSummarySchema } from '../../../shared/telemetry/qoe-summary.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { AcceptedBatch, EventStore } from '../../store/event-store.ts';
import type { StoreProblem } from '../../store/store-problem.ts';
import type { Metrics } from './create-metrics.ts';

/** @returns the same store, which measures and counts its writes */
export function measureStore(store: EventStore, metrics: Metrics): EventStore {
  async function measured<T>(
    operation: string,
    work: () => Promise<Result<T, StoreProblem>>,
  ): Promise<Result<T, StoreProblem>> {
    const end = metrics.storeSeconds.startTimer({ operation });
    metrics.storeWaiting.inc();
    try {
      const result = await work();
      if (!result.ok) metrics.storeFailures.inc({ operation, result: result.error.code });
      return result;
    } catch (error) {
      metrics.storeFailures.inc({ operation, result: 'failed' });
      throw error;
    } finally {
      metrics.storeWaiting.dec();
      end();
    }
  }

  return {
    ...store,
    async insertBatch(batch) {
      const result = await measured('insert_batch', () => store.insertBatch(batch));
      if (!result.ok) return result;
      metrics.events.inc({ result: 'accepted' }, result.value.accepted);
      metrics.events.inc({ result: 'duplicate' }, result.value.duplicates);
      metrics.events.inc({ result: 'rejected' }, batch.rejected);
      metrics.batchBytes.observe(batch.wireBytes);
      // Without new events the batch was already counted.
      if (result.value.accepted > 0) countPlaybacks(batch, metrics);
      return result;
    },
    async countRefusedBatch(wireBytes, receivedMs) {
      const result = await measured('count_refused', () =>
        store.countRefusedBatch(wireBytes, receivedMs),
      );
      if (result.ok) metrics.events.inc({ result: 'rejected' });
      return result;
    },
    insertProviderLog: (batch) => measured('insert_log', () => store.insertProviderLog(batch)),
    insertError: (...args) => measured('insert_error', () => store.insertError(...args)),
  };
}

function countPlaybacks({ events }: AcceptedBatch, { playbacks }: Metrics): void {
  for (const { name, payloadJson } of events) {
    if (name !== qoeEventName) continue;
    const summary = z.safeParse(qoeSummarySchema, JSON.parse(payloadJson));
    if (summary.success) playbacks.inc({ outcome: outcomeOf(summary.data) });
  }
}

function outcomeOf(summary: QoeSummary): string {
  const { failure, errorName, isAutoplayBlocked, isExitBeforeStart } = summary;
  if (failure !== null && errorName !== null && isRefusal(errorName)) return 'refused';
  if (failure !== null)
    return failure === 'before_start' ? 'failed_before_start' : 'failed_mid_stream';
  if (isAutoplayBlocked) return 'autoplay_blocked';
  return isExitBeforeStart ? 'exit_before_start' : 'played';
}
