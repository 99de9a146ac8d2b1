import { randomUUID } from 'node:crypto';
import type { Metrics } from '../../operator/metrics/create-metrics.ts';
import type { EventArchive } from '../event-archive.ts';
import type { EventStore } from '../event-store.ts';
import { archiveStore } from './archive-store.ts';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { CopyRefusedError } from './copy-events.ts';
import { copyLimits } from './copy-limits.ts';
import { type ClickHouse, openClickHouse } from './open-clickhouse.ts';
import { repeatSteps } from './repeat-steps.ts';

/** A store whose events are copied. */
export interface CopiedStore {
  name: string;
  store: Pick<EventStore, 'copyEvents' | 'releaseCopy' | 'archiveEvents'>;
}

/** Which events leave the stores. */
export interface Archiving {
  /** Days that an event stays after its arrival; `null` keeps all. */
  inboxDays: number | null;
  archiveOf(store: string): EventArchive;
}

export interface CopyingDeps {
  metrics: Pick<Metrics, 'copied' | 'copyFailures' | 'copyBehind' | 'archived' | 'archiveLacks'>;
  /** Gets sentences for the operator. */
  warn: (sentence: string) => void;
  /** Unix milliseconds. */
  now: () => number;
  /** Gets unexpected errors. */
  reportError: (error: unknown) => void;
}

export interface Copying {
  /**
   * Removes the copies of events that arrived before a day.
   * @param date such as 2026-11-23
   */
  dropDaysBefore(date: string): Promise<void>;
  /** Ends what is under way. Events whose copy was not confirmed are copied again later. */
  stop(): Promise<void>;
}

/**
 * Copies the events of stores to ClickHouse, each store by itself. While ClickHouse is away or
 * refuses them, they wait in their store.
 */
export function startCopying(
  address: ClickHouseAddress,
  { stores, inboxDays, archiveOf }: Archiving & { stores: readonly CopiedStore[] },
  deps: CopyingDeps,
): Copying {
  const stopping = new AbortController();
  const clickHouse = openClickHouse(address, stopping.signal, deps.now);
  const say = createSpeaker(deps.warn);
  const holder = randomUUID();
  const { signal } = stopping;
  const running = stores.flatMap((copied) => {
    const copying = copyStore(copied, { clickHouse, holder, say, signal, deps });
    if (inboxDays === null) return copying;
    const archived = { ...copied, archive: archiveOf(copied.name), inboxDays, holder };
    return [copying, archiveStore(archived, signal, deps)];
  });
  return {
    async dropDaysBefore(date) {
      try {
        await clickHouse.dropDaysBefore(date);
      } catch (error) {
        if (!(error instanceof CopyRefusedError)) throw error;
        if (!stopping.signal.aborted) say.refused(error.message);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await clickHouse.close();
    },
  };
}

interface CopyContext {
  clickHouse: ClickHouse;
  holder: string;
  say: Speaker;
  signal: AbortSignal;
  deps: CopyingDeps;
}

async function copyStore(
  { name, store }: CopiedStore,
  { clickHouse, holder, say, signal, deps }: CopyContext,
): Promise<void> {
  const { metrics, now, reportError } = deps;
  const place = {
    copiedRow: () => clickHouse.copiedRow(name),
    insert: (events: Parameters<ClickHouse['insert']>[1]) => clickHouse.insert(name, events),
  };
  let fromRow: number | null = null;
  let againMs: number = copyLimits.againMs;

  /** @returns milliseconds until the next step */
  async function step(): Promise<number> {
    const result = await store.copyEvents({ place, holder, fromRow });
    // The store says itself that it is away.
    if (!result.ok) return copyLimits.everyMs;
    const { value } = result;
    if (value.state === 'refused') {
      if (signal.aborted) return 0;
      fromRow = null;
      say.refused(value.reason);
      metrics.copyFailures.inc({ store: name });
      if (value.oldestMs !== null)
        metrics.copyBehind.set({ store: name }, Math.max(0, now() - value.oldestMs) / 1_000);
      const pauseMs = againMs;
      againMs = Math.min(againMs * 2, copyLimits.againMaxMs);
      return pauseMs;
    }
    againMs = copyLimits.againMs;
    if (value.state === 'elsewhere') {
      metrics.copyBehind.remove({ store: name });
      return copyLimits.everyMs;
    }
    fromRow = value.row;
    if (value.count > 0) say.copied();
    metrics.copied.inc({ store: name }, value.count);
    if (!value.isMore) metrics.copyBehind.set({ store: name }, 0);
    return value.isMore ? 0 : copyLimits.everyMs;
  }

  await repeatSteps(step, signal, (error) => {
    fromRow = null;
    reportError(error);
  });
  // If the store is away, another process waits for the end of the lease.
  await store.releaseCopy(holder);
}

type Speaker = ReturnType<typeof createSpeaker>;

/** Says once what is wrong, and once that it is over. */
function createSpeaker(warn: (sentence: string) => void) {
  let lastReason = '';
  return {
    refused(reason: string): void {
      if (reason === lastReason) return;
      lastReason = reason;
      warn(
        `ClickHouse does not take events (${reason}). They stay in the store, and are copied once it does.`,
      );
    },
    copied(): void {
      if (lastReason !== '') warn('ClickHouse takes events again.');
      lastReason = '';
    },
  };
}
