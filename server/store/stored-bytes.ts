import { fieldEventName } from '../../shared/telemetry/field-performance.ts';
import { intakeCostLimits } from '../intake/intake-limits.ts';
import type { AcceptedBatch, AcceptedProviderLog, InsertCounts } from './event-store.ts';
import { viewingEventNames } from './reports/audience/viewing-facts.ts';
import { armsOf } from './reports/experiments/arms-of.ts';
import { playbackEventNames } from './reports/playback-facts.ts';

const { rowBytes, playbackRowsCount, viewingRowsCount } = intakeCostLimits;

/**
 * @param counts how many events the batch has added; default: all, as an upper bound
 * @returns approximate bytes that a batch adds to the store; duplicates add nothing
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
  const countOf = (names: readonly string[]) =>
    events.filter(({ name }) => names.includes(name)).length;
  const reported = countOf(playbackEventNames) + countOf([fieldEventName]);
  const inReports =
    reported * playbackRowsCount.value +
    countOf(viewingEventNames) * viewingRowsCount.value +
    // All events of a page have the same arms.
    countOf(playbackEventNames) * armsOf(events[0]?.contextJson ?? '').length;
  // One row for the document, and one for its data in the reports.
  const rows = 2 + rejectedSeqs.length + (accepted === 0 ? 0 : inReports);
  return rows * rowBytes.value + accepted * perEvent;
}

/** @returns approximate bytes that a batch of the provider's log adds to the store */
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
