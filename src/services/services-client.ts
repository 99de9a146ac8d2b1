import { collectorLimits, rpcLimits } from '../../shared/limits/limits.ts';
import type { ListType } from '../../shared/player/list-type.ts';
import type { PlaylistAnswer } from '../../shared/player/player-response.ts';
import type { Consent } from '../../shared/rpc/consent.ts';
import type { PageState } from '../../shared/rpc/page-state.ts';
import type {
  DropReason,
  FlushReport,
  LossAccounting,
  News,
  PageNotice,
  ReportFailureCode,
  Runtime,
  Services,
  ServicesConfig,
  ServicesInfo,
  ServicesLoad,
  VideoAnswer,
  VideoQuestion,
} from '../../shared/rpc/rpc.ts';
import type { ClientError } from '../../shared/telemetry/client-error.ts';
import type { DeviceAnswer, DeviceReport } from '../../shared/telemetry/device-report.ts';
import type { LogEntry, LogPayload } from '../../shared/telemetry/log-event.ts';
import type { PlaybackAnswer, PlaybackReport } from '../../shared/telemetry/playback-report.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import { rangesOf } from '../../shared/tools/seq-set.ts';
import type { CallApi } from '../../shared/wire/api-calls.ts';
import type { ApiFailureCode } from '../../shared/wire/api-failure-code.ts';
import { createCollector } from './collector.ts';
import { createExitSender } from './exit-sender.ts';
import { checkLogCall, type LogOptions } from './log-call.ts';
import { createPageAccounting } from './page-accounting.ts';
import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { type RunningServices, startSupervisor } from './supervisor.ts';
import { createUndelivered } from './undelivered.ts';
import { withDeadline } from './with-deadline.ts';

/** The page's client for the services. Only functions that return a promise wait. */
export interface ServicesClient {
  /** @throws TypeError for an invalid call, naming the fix */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Sends all events now. Resolves when they are delivered or an attempt failed. */
  flush(): Promise<Result<FlushReport, FlushFailure>>;
  /** The API's `player` interface, called from the worker. */
  getVideo(...asked: VideoQuestion): Promise<Result<VideoAnswer, ApiFailure>>;
  getPlaylist(
    listId: string,
    listType: ListType,
    hasEntries?: boolean,
  ): Promise<Result<PlaylistAnswer, ApiFailure>>;
  callApi: CallApi<'NO_SERVICES' | 'DEAD'>;
  /** Reports a playback to the services. */
  report(
    report: PlaybackReport,
  ): Promise<Result<PlaybackAnswer, ReportFailureCode | 'NO_SERVICES' | 'DEAD'>>;
  /** Reports the viewer's device and choices to the services. */
  reportDevice(
    report: DeviceReport,
  ): Promise<Result<DeviceAnswer, ReportFailureCode | 'NO_SERVICES' | 'DEAD'>>;
  /** Reads what the services cost their thread. `undefined` if none run. */
  readLoad(): Promise<Result<ServicesLoad, 'DEAD'>> | undefined;
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
  keepTold(state: PageState): void;
  /** Notifies only the services that run now. */
  tell(notice: PageNotice): void;
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

export type FlushFailure = 'NO_SERVICES' | 'DEAD' | 'DEADLINE' | (string & {});
type ApiFailure = ApiFailureCode | 'NO_SERVICES' | 'DEAD';

export interface ServicesClientDeps {
  runtime: Runtime;
  config: ServicesConfig;
  clock: Clock;
  /** Services start when this resolves, or on the first request: a worker costs CPU and memory. */
  mayStart: Promise<void>;
  lastActivityMs(): number;
  newId(): string;
  /** Returns a promise if a chunk must load first. */
  startWorker(place: Exclude<ServicesPlace, 'page'>): ServicesHost | Promise<ServicesHost>;
  startPage(): Promise<ServicesHost>;
  sendBeacon(url: string, body: string): boolean;
  /** Whether `postMessage` can clone a value. */
  canClone(value: unknown): boolean;
  /** Holds a lock that shows other documents of the origin that this one is alive. */
  holdDocumentLock(sid: string, signal: AbortSignal): void;
}

export function createServicesClient(deps: ServicesClientDeps): ServicesClient {
  const { runtime, clock } = deps;
  // A copy that changes: services that start later use the latest consent.
  const config = { ...deps.config };
  const disposal = new AbortController();
  const undelivered = createUndelivered();
  const accounting = createPageAccounting();
  const exit = createExitSender({
    ...config,
    now: clock.now,
    newId: deps.newId,
    sendBeacon: deps.sendBeacon,
  });
  const listeners = new Set<(news: News) => void>();
  let isLockAsked = false;
  /** The latest page states, by type. */
  const states = new Map<string, PageState>();
  let isOnline = true;
  let sendingFailure: string | null = null;
  let cancelWatch: (() => void) | null = null;

  const collector = createCollector({
    clock,
    lastActivityMs: deps.lastActivityMs,
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
  const supervisor = startSupervisor({
    runtime,
    config,
    clock,
    mayStart: deps.mayStart,
    startWorker: deps.startWorker,
    startPage: deps.startPage,
    onNews: takeNews,
    onRunning(running) {
      states.forEach(tell);
      isOnline = true;
      sendingFailure = null;
      if (running.info.consent === config.consent) takeUp(running);
      else void tellConsent(running);
    },
  });

  /** Called when services have started or their configuration has changed. */
  function takeUp({ info }: RunningServices): void {
    if (info.queue === 'indexeddb' && !isLockAsked) {
      isLockAsked = true;
      deps.holdDocumentLock(config.sid, disposal.signal);
    }
    if (config.consent === 'refused') giveUp();
    // Includes stored events. If the store no longer has them, they were delivered, but the
    // services died before reporting it.
    const entries = undelivered.all();
    if (entries.length > 0 && isServed()) post(entries);
  }

  async function tellConsent(running: RunningServices): Promise<void> {
    const { consent } = config;
    const answer = await running.life.call((services) => services.setConsent(consent));
    // If the services died, their successors get the consent at start. If the consent changed
    // again, a newer call handles it.
    if (!answer.ok || !answer.value.ok || consent !== config.consent) return;
    running.info = answer.value.value;
    takeUp(running);
    takeNews({ type: 'consent', consent });
  }

  /** Whether running services accept events. */
  function isServed(): boolean {
    return config.consent === 'granted' && supervisor.current()?.info.consent === 'granted';
  }

  function post(entries: LogEntry[]): void {
    try {
      supervisor.current()?.life.post(entries);
    } catch (error) {
      // A DataCloneError, or an error from a getter in a payload.
      const cloneable = entries.filter((entry) => deps.canClone(entry));
      const lost = entries.filter((entry) => !cloneable.includes(entry));
      if (lost.length === 0) throw error;
      drop(
        lost.map((entry) => entry.seq),
        'not_json',
      );
      if (cloneable.length > 0) post(cloneable);
    }
  }

  function takeNews(news: News): void {
    if (news.type === 'stored' && news.isDurable) undelivered.markStored(news.ranges);
    if (news.type === 'delivered') accounting.deliver(news.ranges);
    if (news.type === 'dropped') accounting.drop(news.ranges, news.reason);
    if (news.type === 'delivered' || news.type === 'dropped') undelivered.remove(news.ranges);
    if (undelivered.isEmpty) unwatch();
    if (news.type === 'connectivity') isOnline = news.isOnline;
    if (news.type === 'memo') config.memo = news.memo;
    if (news.type === 'sending') sendingFailure = news.state === 'ok' ? null : news.reason;
    for (const listener of listeners) listener(news);
  }

  /** Without services, the page's queue must not grow without limit. */
  function makeRoom(maxCount: number): void {
    drop(undelivered.makeRoom(maxCount), 'quota');
  }

  /** The viewer refused to have the events sent. */
  function giveUp(): void {
    drop(undelivered.clear(), 'consent');
  }

  function drop(seqs: number[], reason: DropReason): void {
    if (seqs.length > 0) takeNews({ type: 'dropped', reason, ranges: rangesOf(seqs) });
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

  /** Needs no answer. Services that are still starting read the state when they run. */
  function tell(notice: PageNotice): void {
    void supervisor.current()?.life.call((services) => services.notice(notice));
  }

  /**
   * Posts the queued events to the worker, and sends by beacon those that might never be sent
   * otherwise.
   */
  function leave(): void {
    collector.handOver();
    if (config.consent !== 'granted') return;
    const taken = exit.send(undelivered.byNeed());
    if (taken.length === 0) return;
    // If the page survives, the services need not send these again.
    tell({ type: 'beaconed', ranges: rangesOf(taken.map((entry) => entry.seq)) });
  }

  /** Waits for running services and calls them. Settles even if they die. */
  async function ask<T, Code extends string>(
    question: (services: Services) => Promise<Result<T, Code>>,
  ): Promise<Result<T, Code | 'NO_SERVICES' | 'DEAD'>> {
    const running = await withDeadline(supervisor.running(), rpcLimits.callDeadlineMs, clock);
    if (running === null) return err('NO_SERVICES', 'The services did not start.');
    if (!running.ok) return running;
    const answer = await running.value.life.call(question);
    return answer.ok ? answer.value : answer;
  }

  return {
    config,
    log: config.isTelemetryOn ? collector.log : checkLogCall,
    async flush() {
      if (!config.isTelemetryOn) return ok({ delivered: 0, queued: 0 });
      collector.handOver();
      // A bug in the services must not reject here.
      const flushed = ask((services) => services.flush()).catch((error) =>
        err('DEAD', String(error)),
      );
      const report = await withDeadline(flushed, rpcLimits.flushDeadlineMs, clock);
      return report ?? err('DEADLINE', 'Sending takes longer and continues.');
    },
    getVideo: (...asked) => ask((services) => services.getVideo(...asked)),
    getPlaylist: (...asked) => ask((services) => services.getPlaylist(...asked)),
    callApi: ((command, fields, options) =>
      ask((services) => services.callApi(command, fields, options))) as ServicesClient['callApi'],
    report: (report) => ask((services) => services.report(report)),
    reportDevice: (report) => ask((services) => services.reportDevice(report)),
    readLoad: () => supervisor.current()?.life.call((services) => services.readLoad()),
    accounting: () => accounting.read(collector.createdCount),
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
    keepTold(state) {
      states.set(state.type, state);
      tell(state);
    },
    setConsent(consent) {
      if (consent === config.consent) return;
      collector.handOver();
      config.consent = consent;
      const running = supervisor.current();
      if (running !== null) void tellConsent(running);
      else if (consent === 'refused') giveUp();
    },
    tell,
    async reportError(error) {
      await supervisor.running();
      tell({ type: 'error', error });
    },
    handOver: collector.handOver,
    leave,
    async dispose() {
      collector.stop();
      unwatch();
      try {
        // Terminates a worker even if it does not answer.
        const disposed = supervisor.current()?.life.call((services) => services.dispose());
        if (disposed !== undefined) await withDeadline(disposed, rpcLimits.pingDeadlineMs, clock);
      } finally {
        // Only the page has a copy of these events.
        if (config.consent === 'granted') exit.send(undelivered.notStored());
        supervisor.stop();
        disposal.abort();
        listeners.clear();
      }
    },
  };
}
