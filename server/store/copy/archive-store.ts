import type { Metrics } from '../../operator/metrics/create-metrics.ts';
import { daysBefore } from '../day-of.ts';
import type { EventArchive } from '../event-archive.ts';
import type { EventStore } from '../event-store.ts';
import { copyLimits } from './copy-limits.ts';
import { repeatSteps } from './repeat-steps.ts';
import { createSettledRow } from './settled-row.ts';

export interface ArchivedStore {
  name: string;
  store: Pick<EventStore, 'archiveEvents'>;
  archive: EventArchive;
  /** Days that an event stays in the store after its arrival. */
  inboxDays: number;
  /** Name of this process among those that copy. */
  holder: string;
}

interface ArchivingDeps {
  metrics: Pick<Metrics, 'archived' | 'archiveLacks'>;
  /** Gets sentences for the operator. */
  warn: (sentence: string) => void;
  /** Unix milliseconds. */
  now: () => number;
  /** Gets unexpected errors. */
  reportError: (error: unknown) => void;
}

/** Removes events from a store once ClickHouse has them and they are old enough, until `signal`. */
export async function archiveStore(
  { name, store, archive, inboxDays, holder }: ArchivedStore,
  signal: AbortSignal,
  { metrics, warn, now, reportError }: ArchivingDeps,
): Promise<void> {
  const settled = createSettledRow(archive.settleMs, () => performance.now());
  let looksBack = true;
  let againMs: number = copyLimits.againMs;
  let lastSentence = '';
  const say = (sentence: string) => {
    if (sentence !== '' && sentence !== lastSentence && !signal.aborted) warn(sentence);
    lastSentence = sentence;
  };

  /** @returns milliseconds until the next step */
  async function step(): Promise<number> {
    const nowMs = now();
    const beforeMs = daysBefore(nowMs, inboxDays);
    const upToRow = settled.row();
    const call = { archive, holder, beforeMs, nowMs, upToRow, looksBack };
    const result = await store.archiveEvents(call);
    // The store says itself that it is away.
    if (!result.ok) return copyLimits.everyMs;
    const { value } = result;
    if (value.state === 'elsewhere') {
      metrics.archiveLacks.remove({ store: name });
      looksBack = true;
      return copyLimits.everyMs;
    }
    if (value.state === 'refused') {
      say(
        `Old events stay in the store, because ClickHouse does not give them back (${value.reason}).`,
      );
      looksBack = true;
      settled.reset();
      const pauseMs = againMs;
      againMs = Math.min(againMs * 2, copyLimits.againMaxMs);
      return pauseMs;
    }
    againMs = copyLimits.againMs;
    settled.note(value.copiedRow);
    metrics.archived.inc({ store: name }, value.count);
    if (looksBack) {
      metrics.archiveLacks.set({ store: name }, value.lostTo === null ? 0 : 1);
      say(
        value.lostTo === null
          ? ''
          : `ClickHouse lacks events that have left the store ${name}, the last of them in row ${value.lostTo}. Restore ClickHouse from its backup; new events are copied meanwhile.`,
      );
      looksBack = false;
    }
    return value.isMore ? 0 : copyLimits.everyMs;
  }

  await repeatSteps(step, signal, reportError);
}
