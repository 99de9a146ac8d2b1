import { logLimits } from '../../../shared/limits/limits.ts';
import { queueLimits } from '../../../shared/limits/services-limits.ts';
import type { DropReason, FlushReport, LossAccounting, News } from '../../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../../shared/telemetry/log-event.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { rangesOf } from '../../../shared/tools/seq-set.ts';
import type { LogQueue } from '../queue/log-queue.ts';
import type { LostRow } from '../queue/queue-store.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import type { Deliver } from '../sending/delivery.ts';
import { createSender, type SenderDeps } from '../sending/sender.ts';
import { type Batch, createBatcher } from './batcher.ts';
import { type EncodedEvent, encodeEntry } from './encode-entry.ts';
import { createLedger } from './ledger.ts';

/** The path of this document's events: accepted, stored, batched, sent. */
export interface LogService {
  /**
   * Posts `stored` to the page.
   * @returns once the events are stored as durably as this browser allows
   */
  log(entries: LogEntry[]): Promise<void>;
  flush(): Promise<FlushReport>;
  accounting(): LossAccounting;
  /** Adopted requests are waiting in the queue. */
  sendAdopted(): void;
  /** The network may be back: retry at once. */
  retryNow(): void;
  /** The queue has dropped these rows. */
  lose(rows: readonly LostRow[], reason: DropReason): void;
  /**
   * Drops stored events that are too old.
   * @returns how many events were dropped
   */
  dropExpired(): Promise<number>;
  /** @returns when nothing uses the queue any more */
  stop(): Promise<void>;
  /**
   * Call after `stop`. This document's queued events will never be sent, and are removed from the
   * stores.
   */
  giveUp(reason: DropReason): Promise<void>;
}

/** Events that will never be delivered. */
export interface Loss {
  reason: DropReason;
  count: number;
  /** Whether the events are this document's own. */
  isOwn: boolean;
  /** How many times their request was sent; undefined for events without a request. */
  sendCount?: number | undefined;
}

export interface LogServiceDeps {
  sid: string;
  queue: LogQueue;
  deliver: Deliver;
  connectivity: SenderDeps['connectivity'];
  clock: Clock;
  random(): number;
  postNews(news: News, isUrgent?: boolean): void;
  onLost(loss: Loss): void;
  /** A request was delivered, with events of any document. */
  onSent(): void;
  /** Called when there is something to deliver, or nothing any more. */
  onQueued(isQueued: boolean): void;
}

/** @returns after asking the store for events that an earlier worker of this document left */
export async function startLogService(deps: LogServiceDeps): Promise<LogService> {
  const { sid, queue, deliver, connectivity, clock, random, postNews, onLost, onSent, onQueued } =
    deps;
  const ledger = createLedger();
  const batcher = createBatcher({ clock, onBatch: form });
  const sender = createSender({
    claim: queue.claim,
    deliver,
    connectivity,
    clock,
    random,
    onDelivered(request, rejectedSeqs) {
      if (rejectedSeqs.length > 0) lose({ ...request, seqs: [...rejectedSeqs] }, 'rejected');
      // Dropped events have settled, so they do not count here.
      const own = ownSeqs(request);
      takeUp(own);
      const seqs = ledger.deliver(own);
      const queuedBefore = ledger.accounting().queued + seqs.length;
      // If these services die before they report the delivery, after deleting the row, the page
      // resends its copy to their successors. The page keeps only the newest `keptDurableCount`
      // events, so beyond that the report is urgent.
      const isUrgent = queuedBefore > logLimits.keptDurableCount;
      if (seqs.length > 0) postNews({ type: 'delivered', ranges: rangesOf(seqs) }, isUrgent);
      onSent();
    },
    onDropped: (request, reason) =>
      lose({ ...request, seqs: request.events.map(({ seq }) => seq) }, reason),
    onEmpty() {
      onQueued(ledger.accounting().queued > 0);
      settleVanished();
    },
    onState: postNews,
  });
  /** Arrays are stored one after the other, and so are batches. */
  let storing: Promise<unknown> = Promise.resolve();
  /**
   * Entries that wait for the store are stored together: a transaction costs much more than an
   * event.
   */
  let next: { entries: LogEntry[]; stored: Promise<void> } | null = null;
  let forming: Promise<unknown> = Promise.resolve();
  let cancelRecovery = () => {};

  function ownSeqs(request: RequestRow): number[] {
    return request.sid === sid ? request.events.map((event) => event.seq) : [];
  }

  /**
   * The ledger knows own stored events, unless recovery failed. Count them here, because the page
   * waits for their news either way.
   */
  function takeUp(seqs: readonly number[]): void {
    for (const seq of seqs) ledger.take(seq);
  }

  function drop(seqs: number[], reason: DropReason, sendCount?: number): void {
    const fresh = ledger.drop(seqs, reason);
    if (fresh.length === 0) return;
    postNews({ type: 'dropped', reason, ranges: rangesOf(fresh) });
    onLost({ reason, count: fresh.length, isOwn: true, sendCount });
  }

  function lose(row: LostRow, reason: DropReason): void {
    if (row.sid === sid) {
      takeUp(row.seqs);
      drop(row.seqs, reason, row.sendCount);
    } else {
      onLost({ reason, count: row.seqs.length, isOwn: false, sendCount: row.sendCount });
    }
  }

  /**
   * Stored events can vanish unsent: the viewer clears the site's data, or a row is broken. When
   * nothing is left to send, events in no store are lost, and the page waits for that news.
   */
  function settleVanished(): void {
    if (ledger.accounting().queued <= batcher.waitingCount) return;
    const looked = storing.then(async () => {
      // Between two arrays, with no batch being formed, every queued event is in a store.
      await forming;
      const held = await queue.held();
      if (held === null) return;
      const vanished = ledger.queuedSeqs().filter((seq) => !held.has(seq));
      drop(vanished, 'storage');
      onQueued(ledger.accounting().queued > 0);
    });
    storing = looked.catch(() => undefined);
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

  function form(batch: Batch): void {
    forming = forming.then(() => queue.form(batch)).then(() => sender.wake());
  }

  function encode(entries: LogEntry[]): EncodedEvent[] {
    const events: EncodedEvent[] = [];
    for (const entry of entries) {
      // A replayed entry is already stored or delivered.
      if (!ledger.take(entry.seq)) continue;
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
        await queue.arrive(events.slice(from, from + logLimits.batchCount));
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
      batcher.add(left.waiting.filter(({ seq }) => ledger.take(seq)));
      takeUp(left.seqs);
      onQueued(ledger.accounting().queued > 0);
      // Recovered events have waited long enough.
      batcher.flush();
    }
    sender.wake();
  }

  function recoverLater(): void {
    storing = storing.then(recover).catch(() => undefined);
  }

  await recover();

  return {
    log(entries) {
      // Up to one row's size, unless a single array is longer.
      if (next === null || next.entries.length + entries.length > logLimits.batchCount)
        next = storeNext();
      next.entries.push(...entries);
      return next.stored;
    },
    async flush() {
      await storing;
      const deliveredBefore = ledger.accounting().delivered;
      batcher.flush();
      await forming;
      await sender.sendNow();
      const { delivered, queued } = ledger.accounting();
      return { delivered: delivered - deliveredBefore, queued };
    },
    accounting: () => ledger.accounting(),
    sendAdopted() {
      onQueued(true);
      sender.wake();
    },
    retryNow: () => void sender.sendNow(),
    lose(rows, reason) {
      for (const row of rows) lose(row, reason);
    },
    dropExpired: queue.dropExpired,
    async stop() {
      batcher.stop();
      sender.stop();
      cancelRecovery();
      await Promise.all([storing, forming]);
      // Storing that was under way may have started these again.
      batcher.stop();
      cancelRecovery();
    },
    async giveUp(reason) {
      await queue.removeOwn();
      drop(ledger.queuedSeqs(), reason);
    },
  };
}
