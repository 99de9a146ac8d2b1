import { logLimits } from '../../../shared/limits/log-limits.ts';
import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { DropReason } from '../../../shared/rpc/loss-accounting.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type { LogEntry } from '../../../shared/telemetry/log-event.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { rangesOf } from '../../../shared/tools/seq-set.ts';
import type { LogQueue } from '../queue/log-queue.ts';
import { type Batch, createBatcher } from './batcher.ts';
import { type EncodedEvent, encodeEntry } from './encode-entry.ts';
import type { Ledger } from './ledger.ts';

/** The way into the queue: events of this document are stored, batched and made into requests. */
export interface Arrivals {
  /** As `LogService.log`. */
  log(entries: LogEntry[]): Promise<void>;
  /** Takes over what an earlier worker of this document left in the store. */
  recover(): Promise<void>;
  /** @returns when the entries so far are stored */
  stored(): Promise<unknown>;
  /** @returns when the requests are formed */
  flush(): Promise<unknown>;
  /** Call when nothing is left to send. */
  dropVanished(): void;
  /** @returns when nothing uses the queue any more */
  stop(): Promise<void>;
}

export interface ArrivalsDeps {
  queue: LogQueue;
  clock: Clock;
  postNews(news: News): void;
  onQueued(isQueued: boolean): void;
}

/**
 * @param drop these events will never be delivered
 * @param wakeSender the queue may have something to send
 */
export function createArrivals(
  { queue, clock, postNews, onQueued }: ArrivalsDeps,
  ledger: Ledger,
  drop: (seqs: number[], reason: DropReason) => void,
  wakeSender: () => void,
): Arrivals {
  const batcher = createBatcher({ clock, onBatch: seal });
  /** Arrays are stored one after the other, and so are batches. */
  let storing: Promise<unknown> = Promise.resolve();
  /**
   * Entries that wait for the store are stored together: a transaction costs much more than an
   * event.
   */
  let next: { entries: LogEntry[]; stored: Promise<void> } | null = null;
  let sealing: Promise<unknown> = Promise.resolve();
  /** Batches that wait for the store are stored together, for the same reason. */
  const formed: Batch[] = [];
  let cancelRecovery = () => {};

  /**
   * Stored events can vanish unsent: the viewer clears the site's data, or a row is broken. When
   * nothing is left to send, events in no store are lost, and the page waits for that news.
   */
  function dropVanished(): void {
    if (ledger.accounting().queued <= batcher.waitingCount) return;
    const checked = storing.then(async () => {
      // Between two arrays, with no batch being formed, every queued event is in a store.
      await sealing;
      const held = await queue.held();
      if (held === null) return;
      const vanished = ledger.queuedSeqs().filter((seq) => !held.has(seq));
      drop(vanished, 'storage');
      onQueued(ledger.accounting().queued > 0);
    });
    storing = checked.catch(() => undefined);
  }

  function storeNext(): { entries: LogEntry[]; stored: Promise<void> } {
    const entries: LogEntry[] = [];
    const stored = storing.then(() => {
      next = null;
      return store(entries);
    });
    // A bug that breaks one array must not break the following ones. Its caller gets the error.
    storing = stored.catch(() => undefined);
    return { entries, stored };
  }

  function seal(batch: Batch): void {
    formed.push(batch);
    sealing = sealing
      // An earlier turn may have taken it.
      .then(() => formed[0] && queue.seal(formed.splice(0, queueLimits.groupCount)))
      .then(wakeSender);
  }

  function encode(entries: LogEntry[]): EncodedEvent[] {
    const events: EncodedEvent[] = [];
    for (const entry of entries) {
      // A replayed entry is already stored or delivered.
      if (!ledger.add(entry.seq)) continue;
      const encoded = encodeEntry(entry);
      if (encoded.ok) events.push(encoded.value);
      else drop([entry.seq], encoded.error.code);
    }
    return events;
  }

  async function store(entries: LogEntry[]): Promise<void> {
    const events = encode(entries);
    if (events.length > 0) {
      // One row holds up to one batch of events. A larger row would be rewritten for each batch
      // taken from it.
      for (let from = 0; from < events.length; from += logLimits.batchCount)
        await queue.append(events.slice(from, from + logLimits.batchCount));
      onQueued(true);
      // Send only after storing: after a crash, the store must know what the intake may have.
      batcher.add(events);
    }
    const ranges = rangesOf(entries.map(({ seq }) => seq));
    postNews({ type: 'stored', ranges, isDurable: queue.isDurable() });
  }

  /**
   * If the store fails to answer, ask again: while this page is open, no other document sends those
   * events.
   */
  async function recover(): Promise<void> {
    const left = await queue.recover();
    if (left === null) {
      cancelRecovery = clock.setTimer(recoverLater, queueLimits.retryDelayMs);
    } else {
      // Entries that the page sent meanwhile are in a batch, or on their way to one.
      batcher.add(left.waiting.filter(({ seq }) => ledger.add(seq)));
      for (const seq of left.seqs) ledger.add(seq);
      onQueued(ledger.accounting().queued > 0);
      // Recovered events have waited long enough.
      batcher.flush();
    }
    wakeSender();
  }

  function recoverLater(): void {
    storing = storing.then(recover).catch(() => undefined);
  }

  return {
    log(entries) {
      // Up to one row's size, unless a single array is longer.
      if (next === null || next.entries.length + entries.length > logLimits.batchCount)
        next = storeNext();
      next.entries.push(...entries);
      return next.stored;
    },
    recover,
    stored: () => storing,
    flush() {
      batcher.flush();
      return sealing;
    },
    dropVanished,
    async stop() {
      batcher.stop();
      cancelRecovery();
      await Promise.all([storing, sealing]);
      // Storing that was under way may have started these again.
      batcher.stop();
      cancelRecovery();
    },
  };
}
