import { logLimits } from '../../../shared/limits/log-limits.ts';
import type { DropReason, LossAccounting } from '../../../shared/rpc/loss-accounting.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type { FlushReport } from '../../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../../shared/telemetry/log-event.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { rangesOf } from '../../../shared/tools/seq-set.ts';
import type { LogQueue } from '../queue/log-queue.ts';
import type { LostRow } from '../queue/queue-store.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import type { Deliver } from '../sending/delivery.ts';
import { createSender, type SenderDeps } from '../sending/sender.ts';
import { createArrivals } from './arrivals.ts';
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
      addToLedger(own);
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
      arrivals.dropVanished();
    },
    onState: postNews,
  });
  const arrivals = createArrivals(deps, ledger, drop, sender.wake);

  function ownSeqs(request: RequestRow): number[] {
    return request.sid === sid ? request.events.map((event) => event.seq) : [];
  }

  /**
   * The ledger knows own stored events, unless recovery failed. Count them here, because the page
   * waits for their news either way.
   */
  function addToLedger(seqs: readonly number[]): void {
    for (const seq of seqs) ledger.add(seq);
  }

  function drop(seqs: number[], reason: DropReason, sendCount?: number): void {
    const fresh = ledger.drop(seqs, reason);
    if (fresh.length === 0) return;
    postNews({ type: 'dropped', reason, ranges: rangesOf(fresh) });
    onLost({ reason, count: fresh.length, isOwn: true, sendCount });
  }

  function lose(row: LostRow, reason: DropReason): void {
    if (row.sid === sid) {
      addToLedger(row.seqs);
      drop(row.seqs, reason, row.sendCount);
    } else {
      onLost({ reason, count: row.seqs.length, isOwn: false, sendCount: row.sendCount });
    }
  }

  await arrivals.recover();

  return {
    log: arrivals.log,
    async flush() {
      await arrivals.stored();
      const deliveredBefore = ledger.accounting().delivered;
      await arrivals.flush();
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
      sender.stop();
      await arrivals.stop();
    },
    async giveUp(reason) {
      await queue.removeOwn();
      drop(ledger.queuedSeqs(), reason);
    },
  };
}
