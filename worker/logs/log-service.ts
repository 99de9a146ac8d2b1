import type { Clock } from '../../shared/clock.ts';
import { logLimits } from '../../shared/limits.ts';
import type { LogEntry } from '../../shared/log-event.ts';
import type { DropReason, FlushReport, LossAccounting, News } from '../../shared/rpc.ts';
import { rangesOf } from '../../shared/seq-set.ts';
import { queueLimits } from '../../shared/services-limits.ts';
import type { Deliver } from '../net/delivery.ts';
import { createSender, type SenderDeps } from '../net/sender.ts';
import type { LogQueue } from '../queue/log-queue.ts';
import type { LostRow } from '../queue/queue-store.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Batch, createBatcher } from './batcher.ts';
import { type EncodedEvent, encodeEntry } from './encode-entry.ts';
import { createLedger } from './ledger.ts';

/** The way of this document's events: taken over, stored, batched, sent. */
export interface LogService {
  /** Tells `stored`. @returns once they are stored as durably as this browser allows */
  log(entries: LogEntry[]): Promise<void>;
  flush(): Promise<FlushReport>;
  accounting(): LossAccounting;
  /** Requests that were not made here wait in the queue. */
  sendAdopted(): void;
  /** The network may be back: tries at once. */
  retryNow(): void;
  /** The queue has given these up. */
  lose(rows: readonly LostRow[], reason: DropReason): void;
  /** Gives up what is stored and too old to keep. @returns how many events */
  dropExpired(): Promise<number>;
  /** @returns when nothing touches the queue any more */
  stop(): Promise<void>;
  /** After `stop`: this document's queued events will never be sent, and leave the stores. */
  giveUp(reason: DropReason): Promise<void>;
}

/** Events that will never arrive. */
export interface Loss {
  reason: DropReason;
  count: number;
  /** Whether they are this document's own. */
  isOwn: boolean;
  /** How often the request that they were in was sent; unknown for events of none. */
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
  /** A request was delivered, whoever made its events. */
  onSent(): void;
  /** There is something to deliver, or no more. */
  onQueued(isQueued: boolean): void;
}

/** @returns once the store was asked for the events that an earlier worker of this document left */
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
      // The dropped ones have settled, so they do not count here.
      const own = ownSeqs(request);
      takeUp(own);
      const seqs = ledger.deliver(own);
      const queuedBefore = ledger.accounting().queued + seqs.length;
      // Services that die before they tell it, when the row has gone, are followed by others to which the page gives its copy: of the
      // oldest of so many it has none.
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
  /** Arrays are stored one after the other, batches formed likewise. */
  let storing: Promise<unknown> = Promise.resolve();
  /** Those that wait for the store are stored together: a transaction costs much more than an event. */
  let next: { entries: LogEntry[]; stored: Promise<void> } | null = null;
  let forming: Promise<unknown> = Promise.resolve();
  let cancelRecovery = () => {};

  function ownSeqs(request: RequestRow): number[] {
    return request.sid === sid ? request.events.map((event) => event.seq) : [];
  }

  /** Own events in the store are known here, unless recovering them failed; their page waits for news of them all the same. */
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
   * Stored events can go without having been sent: the viewer clears the site's data, a row is broken. When nothing is left to
   * send, what is in no store is lost, and its page waits for that news.
   */
  function settleVanished(): void {
    if (ledger.accounting().queued <= batcher.waitingCount) return;
    const looked = storing.then(async () => {
      // Between two arrays, and with no batch on its way, every queued event is in a store.
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
    // A bug that breaks one array must not break all that follow; its caller gets the error.
    storing = stored.catch(() => undefined);
    return { entries, stored };
  }

  function form(batch: Batch): void {
    forming = forming.then(() => queue.form(batch)).then(() => sender.wake());
  }

  function encode(entries: LogEntry[]): EncodedEvent[] {
    const events: EncodedEvent[] = [];
    for (const entry of entries) {
      // A replayed entry is here already, in the store or delivered.
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
      // Records of as many events as a batch has: a larger one would be written again for each batch that leaves it.
      for (let from = 0; from < events.length; from += logLimits.batchCount)
        await queue.arrive(events.slice(from, from + logLimits.batchCount));
      onQueued(true);
      // Only now may they be sent: what the intake has must be known here after a crash.
      batcher.add(events);
    }
    const ranges = rangesOf(entries.map(({ seq }) => seq));
    postNews({ type: 'stored', ranges, isDurable: queue.isDurable() });
  }

  /** A store that does not say what is left in it is asked again: while this page is open nobody else sends that. */
  async function recover(): Promise<void> {
    const left = await queue.recover();
    if (left === null) {
      cancelRecovery = clock.setTimer(recoverLater, queueLimits.retryDelayMs);
    } else {
      // What the page gave meanwhile is in a batch already, or on its way there.
      batcher.add(left.waiting.filter(({ seq }) => ledger.take(seq)));
      takeUp(left.seqs);
      onQueued(ledger.accounting().queued > 0);
      // It has waited long enough.
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
      // As many as a record has, unless it is one long array.
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
      // What was being stored has just started these again.
      batcher.stop();
      cancelRecovery();
    },
    async giveUp(reason) {
      await queue.removeOwn();
      drop(ledger.queuedSeqs(), reason);
    },
  };
}
