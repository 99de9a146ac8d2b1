import { rpcLimits } from '../../shared/limits/rpc-limits.ts';
import type { Consent } from '../../shared/rpc/consent.ts';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { PageState } from '../../shared/rpc/page-state.ts';
import type { PageNotice, Runtime, ServicesConfig, ServicesInfo } from '../../shared/rpc/rpc.ts';
import type { ClientError } from '../../shared/telemetry/client-error.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import { ok } from '../../shared/tools/result.ts';
import { createConsentKeeper } from './consent-keeper.ts';
import { checkLogCall, type LogOptions } from './log-call.ts';
import { createPageEvents, type PageEventsDeps } from './page-events.ts';
import { createServiceCalls, type ServiceCalls } from './service-calls.ts';
import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { type RunningServices, startSupervisor } from './supervisor.ts';
import { withDeadline } from './with-deadline.ts';

/** The page's client for the services. Only functions that return a promise wait. */
export interface ServicesClient extends ServiceCalls {
  /** @throws TypeError for an invalid call, naming the fix */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** The loss equation of this page, over all restarts of its services. */
  accounting(): LossAccounting;
  /** Where the services run; `null` while they start, and if they cannot run. */
  where(): ServicesPlace | null;
  /** Information about the running services; `null` if none run. */
  readonly info: ServicesInfo | null;
  onNews(listener: (news: News) => void, signal: AbortSignal): void;
  /** Whether the services reach the embed's server, as far as they know. */
  readonly isOnline: boolean;
  /** Why the last attempt to send events failed, for display; `null` if it succeeded. */
  readonly sendingFailure: string | null;
  /** Notifies the services of a state; restarted services get it too. */
  keepNotified(state: PageState): void;
  /** Notifies only the services that run now. */
  notify(notice: PageNotice): void;
  /**
   * Configuration of the services, with the memo that they leave for their successors. `consent` is
   * the viewer's answer; events wait in the page until it is `granted`.
   */
  readonly config: Readonly<ServicesConfig>;
  setConsent(consent: Consent): void;
  /** Posts the queued events to the worker, because the page may be about to end. */
  handOver(): void;
  /** If the services are still starting, they get the error once they run. */
  reportError(error: ClientError): void;
  /** The page is ending, or may be: sends what no other page would send. */
  leave(): void;
  /** Stores the queued events or sends them by beacon, then stops. Ignores later events. */
  dispose(): Promise<void>;
}

export interface ServicesClientDeps extends PageEventsDeps {
  runtime: Runtime;
  /** Services start when this resolves, or on the first request: a worker costs CPU and memory. */
  canStart: Promise<void>;
  /** Returns a promise if a chunk must load first. */
  startWorker(place: Exclude<ServicesPlace, 'page'>): ServicesHost | Promise<ServicesHost>;
  startPage(): Promise<ServicesHost>;
  /** Holds a lock that shows other documents of the origin that this one is alive. */
  holdDocumentLock(sid: string, signal: AbortSignal): void;
}

export function createServicesClient(deps: ServicesClientDeps): ServicesClient {
  const { runtime, clock } = deps;
  // A copy that changes: services that start later use the latest consent.
  const config = { ...deps.config };
  const disposal = new AbortController();
  const listeners = new Set<(news: News) => void>();
  let isLockAsked = false;
  /** The latest page states, by type. */
  const states = new Map<string, PageState>();
  let isOnline = true;
  let sendingFailure: string | null = null;

  const supervisor = startSupervisor({
    runtime,
    config,
    clock,
    canStart: deps.canStart,
    startWorker: deps.startWorker,
    startPage: deps.startPage,
    onNews: receiveNews,
    onRunning(running) {
      states.forEach(notify);
      isOnline = true;
      sendingFailure = null;
      consent.greet(running);
    },
  });
  const events = createPageEvents({ ...deps, config }, supervisor, receiveNews);
  const consent = createConsentKeeper({
    config,
    supervisor,
    events,
    onAgreed: onServicesReady,
    onNews: receiveNews,
  });
  const { flush, ...calls } = createServiceCalls(supervisor, clock);

  /** Called when services have started or their consent has changed. */
  function onServicesReady({ info }: RunningServices): void {
    if (info.queue === 'indexeddb' && !isLockAsked) {
      isLockAsked = true;
      deps.holdDocumentLock(config.sid, disposal.signal);
    }
    if (config.consent === 'refused') events.giveUp();
    events.resend();
  }

  function receiveNews(news: News): void {
    events.receive(news);
    if (news.type === 'connectivity') isOnline = news.isOnline;
    if (news.type === 'memo') config.memo = news.memo;
    if (news.type === 'sending') sendingFailure = news.state === 'ok' ? null : news.reason;
    for (const listener of listeners) listener(news);
  }

  /** Needs no answer. Services that are still starting read the state when they run. */
  function notify(notice: PageNotice): void {
    void supervisor.current()?.life.call((services) => services.notice(notice));
  }

  return {
    config,
    log: config.isTelemetryOn ? events.log : checkLogCall,
    ...calls,
    async flush() {
      if (!config.isTelemetryOn) return ok({ delivered: 0, queued: 0 });
      events.handOver();
      return flush();
    },
    accounting: events.accounting,
    where: () => supervisor.current()?.place ?? null,
    get info() {
      return supervisor.current()?.info ?? null;
    },
    onNews(listener, signal) {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener), { once: true });
    },
    get isOnline() {
      return isOnline;
    },
    get sendingFailure() {
      return sendingFailure;
    },
    keepNotified(state) {
      states.set(state.type, state);
      notify(state);
    },
    setConsent: consent.set,
    notify,
    async reportError(error) {
      await supervisor.running();
      notify({ type: 'error', error });
    },
    handOver: events.handOver,
    leave() {
      const ranges = events.leave();
      // If the page survives, the services need not send these again.
      if (ranges.length > 0) notify({ type: 'beaconed', ranges });
    },
    async dispose() {
      events.stop();
      try {
        // Terminates a worker even if it does not answer.
        const disposed = supervisor.current()?.life.call((services) => services.dispose());
        if (disposed !== undefined) await withDeadline(disposed, rpcLimits.pingDeadlineMs, clock);
      } finally {
        // Only the page has a copy of these events.
        events.sendRest();
        supervisor.stop();
        disposal.abort();
        listeners.clear();
      }
    },
  };
}
