import type { Clock } from '../../shared/clock.ts';
import type { LogEntry } from '../../shared/log-event.ts';
import type { DropReason, FlushReport, LogAcknowledgement, LossAccounting, News } from '../../shared/rpc.ts';
import { rangesOf } from '../../shared/seq-set.ts';
import type { Deliver } from '../net/delivery.ts';
import { createSender } from '../net/sender.ts';
import type { LogQueue } from '../queue/log-queue.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Batch, createBatcher } from './batcher.ts';
import { type EncodedEvent, encodeEntry } from './encode-entry.ts';
import { createLedger } from './ledger.ts';

/** The way of this document's events: taken over, stored, batched, sent. */
export interface LogService {
  log(entries: LogEntry[]): Promise<LogAcknowledgement>;
  flush(): Promise<FlushReport>;
  accounting(): LossAccounting;
  /** Requests that were not made here wait in the queue. */
  sendAdopted(): void;
  /** The network is back: tries at once. */
  retryNow(): void;
  /** @returns when nothing touches the queue any more */
  stop(): Promise<void>;
}

export interface LogServiceDeps {
  sid: string;
  queue: LogQueue;
  deliver: Deliver;
  clock: Clock;
  random(): number;
  postNews(news: News): void;
  /** A request was delivered, whoever made its events. */
  onSent(): void;
}

/** @returns once the events that an earlier worker of this document left have been taken up */
export async function startLogService(deps: LogServiceDeps): Promise<LogService> {
  const { sid, queue, deliver, clock, random, postNews, onSent } = deps;
  const ledger = createLedger();
  const batcher = createBatcher({ clock, onBatch: form });
  const sender = createSender({
    claim: queue.claim,
    deliver,
    clock,
    random,
    onDelivered(request, rejectedSeqs) {
      const own = ownSeqs(request);
      drop(
        own.filter((seq) => rejectedSeqs.includes(seq)),
        'rejected',
      );
      // The dropped ones have settled, so they do not count here.
      const seqs = ledger.deliver(own);
      if (seqs.length > 0) postNews({ type: 'delivered', ranges: rangesOf(seqs) });
      onSent();
    },
    onDropped: (request, reason) => drop(ownSeqs(request), reason),
    onState: postNews,
  });
  /** Arrays are stored one after the other, batches formed likewise. */
  let storing: Promise<unknown> = Promise.resolve();
  let forming: Promise<unknown> = Promise.resolve();
  let seenToSeq = 0;

  function ownSeqs(request: RequestRow): number[] {
    return request.sid === sid ? request.events.map((event) => event.seq) : [];
  }

  function drop(seqs: number[], reason: DropReason): void {
    const fresh = ledger.drop(seqs, reason);
    if (fresh.length > 0) postNews({ type: 'dropped', reason, ranges: rangesOf(fresh) });
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

  async function store(entries: LogEntry[]): Promise<LogAcknowledgement> {
    const events = encode(entries);
    if (events.length > 0) {
      await queue.arrive(events);
      // Only now may they be sent: what the intake has must be known here after a crash.
      batcher.add(events);
    }
    for (const entry of entries) seenToSeq = Math.max(seenToSeq, entry.seq);
    return { storedToSeq: seenToSeq, isDurable: queue.isDurable() };
  }

  const left = await queue.recover();
  for (const seq of left.seqs) ledger.take(seq);
  batcher.add(left.waiting);
  sender.wake();

  return {
    log(entries) {
      const stored = storing.then(() => store(entries));
      // A bug that breaks one array must not break all that follow; its caller gets the error.
      storing = stored.catch(() => undefined);
      return stored;
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
    sendAdopted: () => sender.wake(),
    retryNow: () => void sender.sendNow(),
    async stop() {
      batcher.stop();
      sender.stop();
      await Promise.all([storing, forming]);
      // Arrays that were being stored have just started the batcher's timers again.
      batcher.stop();
    },
  };
}
