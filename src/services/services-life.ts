import { rpcLimits } from '../../shared/limits/rpc-limits.ts';
import type { LogMessage, News, NewsMessage } from '../../shared/rpc/news.ts';
import type { Services } from '../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../shared/telemetry/log-event.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import { createDeadlines } from './deadlines.ts';
import { type ServicesHost, silent } from './services-host.ts';

/** One run of the services, from start to end. Every call settles, unlike Comlink's own calls. */
export interface ServicesLife {
  /**
   * Waits for the answer while the services respond to pings.
   * @param lateMs pings the services after this time without an answer
   * @throws (rejects) what the call throws: an uncloneable argument, or a bug in the services
   */
  call<T>(ask: (services: Services) => T | Promise<T>, lateMs?: number): Promise<Result<T, 'DEAD'>>;
  /**
   * Posts events without waiting for an answer.
   * @throws if a payload cannot be cloned; no event was posted then
   */
  post(entries: LogEntry[]): void;
  /** Ends the services on purpose: pending calls settle, and `onDeath` is not called. */
  end(): void;
}

export interface ServicesLifeDeps {
  host: ServicesHost;
  clock: Clock;
  onNews(news: News): void;
  /** Called at most once. */
  onDeath(reason: string): void;
}

type Answer<T> = { type: 'answer'; value: T } | { type: 'late' } | { type: 'dead' };

export function startServicesLife({
  host,
  clock,
  onNews,
  onDeath,
}: ServicesLifeDeps): ServicesLife {
  host.endpoint.addEventListener('message', (event) => {
    const { news } = (event as MessageEvent<Partial<NewsMessage>>).data;
    news?.forEach(onNews);
  });
  const { services } = host;
  const pending = new Set<() => void>();
  const deadlines = createDeadlines(clock);
  let endReason: string | null = null;

  function end(reason: string): void {
    endReason = reason;
    deadlines.stop();
    host.terminate();
    for (const settle of [...pending]) settle();
  }

  function fail(reason: string): void {
    if (endReason !== null) return;
    end(reason);
    onDeath(reason);
  }

  function answerWithin<T>(asked: Promise<T>, deadlineMs: number): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      const settleDead = () => finish(() => resolve({ type: 'dead' }));
      const cancelDeadline = deadlines.add(deadlineMs, () =>
        finish(() => resolve({ type: 'late' })),
      );
      function finish(settle: () => void): void {
        cancelDeadline();
        pending.delete(settleDead);
        settle();
      }
      pending.add(settleDead);
      asked.then(
        (value) => finish(() => resolve({ type: 'answer', value })),
        (error: unknown) => finish(() => reject(error)),
      );
    });
  }

  host.onDeath(fail);
  return {
    async call(ask, lateMs = rpcLimits.callDeadlineMs) {
      if (endReason !== null) return err('DEAD', `The services have ended: ${endReason}`);
      const asked = Promise.resolve(ask(services));
      for (;;) {
        const answer = await answerWithin(asked, lateMs);
        if (answer.type === 'answer') return ok(answer.value);
        // A late answer does not mean death: the machine may be busy or have slept. A ping decides.
        if (answer.type === 'late') {
          const pong = await answerWithin(services.ping(), rpcLimits.pingDeadlineMs);
          if (pong.type === 'answer') continue;
          fail(silent);
        }
        return err('DEAD', `The services died: ${endReason ?? 'unknown'}`);
      }
    },
    post(entries) {
      if (endReason === null) host.endpoint.postMessage({ entries } satisfies LogMessage);
    },
    end: () => {
      if (endReason === null) end('disposed');
    },
  };
}
