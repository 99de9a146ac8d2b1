import { collectorLimits } from '../../shared/limits/collector-limits.ts';
import { rpcLimits } from '../../shared/limits/rpc-limits.ts';
import type { DropReason, LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { News, SeqRange } from '../../shared/rpc/news.ts';
import type { ServicesConfig } from '../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../shared/telemetry/log-event.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { rangesOf } from '../../shared/tools/seq-set.ts';
import { type Collector, createCollector } from './collector.ts';
import { createExitSender } from './exit-sender.ts';
import { createPageAccounting } from './page-accounting.ts';
import type { Supervisor } from './supervisor.ts';
import { createUndelivered } from './undelivered.ts';

export interface PageEventsDeps {
  /** Events wait in the page until its `consent` is `granted`. */
  config: Readonly<ServicesConfig>;
  clock: Clock;
  lastActivityMs(): number;
  newId(): string;
  sendBeacon(url: string, body: string): boolean;
  /** Whether `postMessage` can clone a value. */
  canClone(value: unknown): boolean;
}

/** The page's own copy of its events, from the log call until the intake has them. */
export interface PageEvents extends Pick<Collector, 'log' | 'handOver'> {
  /** Updates the copy. Call for each message of the services, and for each call of `onNews`. */
  receive(news: News): void;
  /** Posts all undelivered events to services that accept them. */
  resend(): void;
  /** Drops all events: the viewer refused to have them sent. */
  giveUp(): void;
  /**
   * Posts the queued events to the worker, and sends by beacon those that might never be sent
   * otherwise.
   * @returns what the browser accepted
   */
  leave(): SeqRange[];
  /** The loss equation of this page, over all restarts of its services. */
  accounting(): LossAccounting;
  /** Posts the queued events; ignores later ones. */
  stop(): void;
  /** Sends by beacon the events that only the page has. */
  sendRest(): void;
}

/** @param onNews called when the page itself drops events */
export function createPageEvents(
  { config, clock, lastActivityMs, newId, sendBeacon, canClone }: PageEventsDeps,
  supervisor: Supervisor,
  onNews: (news: News) => void,
): PageEvents {
  const undelivered = createUndelivered();
  const accounting = createPageAccounting();
  const exit = createExitSender({ ...config, now: clock.now, newId, sendBeacon });
  let cancelWatch: (() => void) | null = null;

  const collector = createCollector({
    clock,
    lastActivityMs,
    post(entries) {
      undelivered.add(entries);
      if (config.consent === 'refused') return giveUp();
      if (config.consent === 'pending') return makeRoom(collectorLimits.keptPendingCount);
      // Without running services no event is lost: the next services get all undelivered ones.
      if (isServed()) post(entries);
      else if (supervisor.hasGivenUp) makeRoom(collectorLimits.keptAloneCount);
      watch();
    },
  });

  /** Whether running services accept events. */
  function isServed(): boolean {
    return config.consent === 'granted' && supervisor.current()?.info.consent === 'granted';
  }

  function post(entries: LogEntry[]): void {
    try {
      supervisor.current()?.life.post(entries);
    } catch (error) {
      // A DataCloneError, or an error from a getter in a payload.
      const cloneable = entries.filter((entry) => canClone(entry));
      const lost = entries.filter((entry) => !cloneable.includes(entry));
      if (lost.length === 0) throw error;
      drop(
        lost.map((entry) => entry.seq),
        'not_json',
      );
      if (cloneable.length > 0) post(cloneable);
    }
  }

  /** Without services, the page's queue must not grow without limit. */
  function makeRoom(maxCount: number): void {
    drop(undelivered.makeRoom(maxCount), 'quota');
  }

  function giveUp(): void {
    drop(undelivered.clear(), 'consent');
  }

  function drop(seqs: number[], reason: DropReason): void {
    if (seqs.length > 0) onNews({ type: 'dropped', reason, ranges: rangesOf(seqs) });
  }

  /** Services that die silently are noticed only by a call. While events wait, this pings them. */
  function watch(): void {
    cancelWatch ??= clock.setTimer(() => {
      cancelWatch = null;
      if (config.consent !== 'granted') return;
      void supervisor.current()?.life.call((services) => services.ping(), rpcLimits.pingDeadlineMs);
      watch();
    }, collectorLimits.watchMs);
  }

  function unwatch(): void {
    cancelWatch?.();
    cancelWatch = null;
  }

  return {
    log: collector.log,
    handOver: collector.handOver,
    receive(news) {
      if (news.type === 'stored' && news.isDurable) undelivered.markStored(news.ranges);
      if (news.type === 'delivered') accounting.deliver(news.ranges);
      if (news.type === 'dropped') accounting.drop(news.ranges, news.reason);
      if (news.type === 'delivered' || news.type === 'dropped') undelivered.remove(news.ranges);
      if (undelivered.isEmpty) unwatch();
    },
    resend() {
      // Includes stored events. If the store no longer has them, they were delivered, but the
      // services died before reporting it.
      const entries = undelivered.all();
      if (entries.length > 0 && isServed()) post(entries);
    },
    giveUp,
    leave() {
      collector.handOver();
      if (config.consent !== 'granted') return [];
      return rangesOf(exit.send(undelivered.byNeed()).map((entry) => entry.seq));
    },
    accounting: () => accounting.read(collector.createdCount),
    stop() {
      collector.stop();
      unwatch();
    },
    sendRest() {
      if (config.consent === 'granted') exit.send(undelivered.notStored());
    },
  };
}
