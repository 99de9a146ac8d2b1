import { fieldEventName } from '../../shared/telemetry/field-performance.ts';
import { intakeCostLimits } from '../intake/intake-limits.ts';
import type { AcceptedBatch, AcceptedProviderLog, InsertCounts } from './event-store.ts';
import { viewingEventNames } from './reports/audience/viewing-facts.ts';
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
  const reported = events.filter(
    ({ name }) => playbackEventNames.includes(name) || name === fieldEventName,
  ).length;
  // One row for the document, and one for its data in the reports.
  const viewed = events.filter(({ name }) => viewingEventNames.includes(name)).length;
  const inReports = reported * playbackRowsCount.value + viewed * viewingRowsCount.value;
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
