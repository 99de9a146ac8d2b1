import { intakeCostLimits } from '../limits/intake-limits.ts';
import type { AcceptedBatch, AcceptedProviderLog, InsertCounts } from './event-store.ts';

const { rowBytes } = intakeCostLimits;

/**
 * @param counts what it has added; without it, what it may add
 * @returns about how many bytes a batch adds to the store; what it repeats adds nothing
 */
export function batchBytes(
  {
    events,
    clientEventId,
    rejectedSeqs,
  }: Pick<AcceptedBatch, 'events' | 'clientEventId' | 'rejectedSeqs'>,
  { accepted }: Pick<InsertCounts, 'accepted'> = { accepted: events.length },
): number {
  const texts = events.reduce(
    (sum, { name, contextJson, payloadJson }) =>
      sum + name.length + contextJson.length + payloadJson.length,
    0,
  );
  const perEvent =
    events.length === 0 ? 0 : texts / events.length + clientEventId.length + rowBytes.value;
  // One row each for the document and for what the reports know of it.
  return 2 * rowBytes.value + accepted * perEvent + rejectedSeqs.length * rowBytes.value;
}

/** @returns about how much a batch of the provider's log has added to the store */
export function providerLogBytes(
  { entries, contextJson }: Pick<AcceptedProviderLog, 'entries' | 'contextJson'>,
  { accepted }: Pick<InsertCounts, 'accepted'> = { accepted: entries.length },
): number {
  const texts = entries.reduce(
    (sum, { kind, fieldsJson }) => sum + kind.length + fieldsJson.length,
    0,
  );
  const perEntry =
    entries.length === 0 ? 0 : texts / entries.length + contextJson.length + rowBytes.value;
  return rowBytes.value + accepted * perEntry;
}
