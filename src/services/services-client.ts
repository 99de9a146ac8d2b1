import type { CallApi } from '../../shared/api-calls.ts';
import type { ClientError } from '../../shared/client-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { DeviceAnswer, DeviceReport } from '../../shared/device-report.ts';
import { collectorLimits, rpcLimits } from '../../shared/limits.ts';
import type { ListType } from '../../shared/list-type.ts';
import type { LogEntry, LogPayload } from '../../shared/log-event.ts';
import type { PlaybackAnswer, PlaybackReport } from '../../shared/playback-report.ts';
import type { PlaylistResponse } from '../../shared/player-response.ts';
import type { PositionReport } from '../../shared/position.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type {
  ApiFailureCode,
  FlushReport,
  LossAccounting,
  News,
  ReportFailureCode,
  Runtime,
  Services,
  ServicesConfig,
  ServicesInfo,
  VideoAnswer,
} from '../../shared/rpc.ts';
import { rangesOf } from '../../shared/seq-set.ts';
import { createCollector } from './collector.ts';
import { createExitSender } from './exit-sender.ts';
import { checkLogCall, type LogOptions } from './log-call.ts';
import { createPageAccounting } from './page-accounting.ts';
import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { startSupervisor } from './supervisor.ts';
import { createUndelivered } from './undelivered.ts';
import { withDeadline } from './with-deadline.ts';

/** The page's side of the services. Nothing here waits, except what returns a promise. */
export interface ServicesClient {
  /** @throws TypeError for a wrong call, naming the fix */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Sends everything now. Answers when it is delivered or an attempt failed. */
  flush(): Promise<Result<FlushReport, FlushFailure>>;
  /** The API's `player` interface, called from the worker. */
  getVideo(videoId: string, report?: PositionReport): Promise<Result<VideoAnswer, ApiFailure>>;
  getPlaylist(listId: string, listType: ListType): Promise<Result<PlaylistResponse, ApiFailure>>;
  callApi: CallApi<'NO_SERVICES' | 'DEAD'>;
  /** Tells the services how a playback goes. */
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer, ReportFailureCode | 'NO_SERVICES' | 'DEAD'>>;
  /** Tells the services of the viewer's device and choices. */
  reportDevice(
    report: DeviceReport,
  ): Promise<Result<DeviceAnswer, ReportFailureCode | 'NO_SERVICES' | 'DEAD'>>;
  /** The loss equation of this page, over all lives of its services. */
  accounting(): LossAccounting;
  /** Where the services run; `null` while they are being started, and when they cannot be. */
  where(): ServicesPlace | null;
  /** Of the services that run; `null` without. */
  readonly info: ServicesInfo | null;
  onNews(listener: (news: News) => void, signal: AbortSignal): void;
  /** Whether the services reach the embed's server, as far as they know. */
  readonly isOnline: boolean;
  /** A page that is hidden may never be seen again: mobile systems kill it without a further event. */
  setVisible(isVisible: boolean): void;
  /** The worker gets what waits: the page may be about to end. */
  handOver(): void;
  /** Services that are being started hear of it when they run. */
  reportError(error: ClientError): void;
  /** The page is ending: sends what nobody else will. */
  leave(): void;
  /** Stores what waits, or sends it by beacon, and stops. Logs nothing any more. */
  dispose(): Promise<void>;
}

export type FlushFailure = 'NO_SERVICES' | 'DEAD' | 'DEADLINE' | (string & {});
type ApiFailure = ApiFailureCode | 'NO_SERVICES' | 'DEAD';

export interface ServicesClientDeps {
  runtime: Runtime;
  config: ServicesConfig;
  clock: Clock;
  /** A worker costs the machine something: it starts when this resolves, or earlier when it is asked something. */
  mayStart: Promise<void>;
  lastActivityMs(): number;
  newId(): string;
  startWorker(place: Exclude<ServicesPlace, 'page'>): ServicesHost;
  startPage(): Promise<ServicesHost>;
  sendBeacon(url: string, body: string): boolean;
  /** Whether a value survives `postMessage`. */
  canClone(value: unknown): boolean;
  /** Says to other documents of the origin that this one lives. */
  holdDocumentLock(sid: string, signal: AbortSignal): void;
}

export function createServicesClient(deps: ServicesClientDeps): ServicesClient {
  const { runtime, config, clock } = deps;
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
  let isVisible = true;
  let isOnline = true;
  let cancelWatch: (() => void) | null = null;

  const collector = createCollector({
    clock,
    lastActivityMs: deps.lastActivityMs,
    post(entries) {
      undelivered.add(entries);
      // Without running services nothing is lost: the next ones get everything that is not stored.
      if (supervisor.current() !== null) post(entries);
      else if (supervisor.hasGivenUp) fitAlone();
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
    onRunning({ info }) {
      if (info.queue === 'indexeddb' && !isLockAsked) {
        isLockAsked = true;
        deps.holdDocumentLock(config.sid, disposal.signal);
      }
      if (!isVisible) tellVisibility();
      isOnline = true;
      const entries = undelivered.notStored();
      if (entries.length > 0) post(entries);
    },
  });

  function post(entries: LogEntry[]): void {
    try {
      supervisor.current()?.life.post(entries);
    } catch (error) {
      // A DataCloneError, or whatever a getter in a payload threw while it was copied.
      const cloneable = entries.filter((entry) => deps.canClone(entry));
      const lost = entries.filter((entry) => !cloneable.includes(entry));
      if (lost.length === 0) throw error;
      takeNews({ type: 'dropped', reason: 'not_json', ranges: rangesOf(lost.map((entry) => entry.seq)) });
      if (cloneable.length > 0) post(cloneable);
    }
  }

  function takeNews(news: News): void {
    if (news.type === 'stored' && news.isDurable) undelivered.markStored(news.ranges);
    if (news.type === 'delivered') accounting.deliver(news.ranges);
    if (news.type === 'dropped') accounting.drop(news.ranges, news.reason);
    if (news.type === 'delivered' || news.type === 'dropped') undelivered.remove(news.ranges);
    if (news.type === 'connectivity') isOnline = news.isOnline;
    for (const listener of listeners) listener(news);
  }

  /** A page that nobody serves must not grow for ever. */
  function fitAlone(): void {
    const seqs = undelivered.makeRoom(collectorLimits.keptAloneCount);
    if (seqs.length > 0) takeNews({ type: 'dropped', reason: 'quota', ranges: rangesOf(seqs) });
  }

  /** Services that die without a sound are noticed by whoever asks them something: while events wait, this. */
  function watch(): void {
    cancelWatch ??= clock.setTimer(() => {
      cancelWatch = null;
      if (undelivered.isEmpty) return;
      void supervisor.current()?.life.call((services) => services.ping(), rpcLimits.pingDeadlineMs);
      watch();
    }, collectorLimits.watchMs);
  }

  /** Nobody waits for it; who is not there yet asks when it is. */
  function tell(say: (services: Services) => Promise<unknown>): void {
    void supervisor.current()?.life.call(say);
  }

  function tellVisibility(): void {
    tell((services) => services.notice({ type: 'visibility', isVisible }));
  }

  /** The worker gets what waits, and a beacon takes along what may never be sent otherwise. */
  function leave(): void {
    collector.handOver();
    const taken = exit.send(undelivered.byNeed());
    if (taken.length === 0) return;
    // If the page lives on, they need not be sent again.
    const ranges = rangesOf(taken.map((entry) => entry.seq));
    tell((services) => services.notice({ type: 'beaconed', ranges }));
  }

  /** Waits for the services to run, asks, and settles whatever becomes of them. */
  async function ask<T, Code extends string>(
    question: (services: Services) => Promise<Result<T, Code>>,
  ): Promise<Result<T, Code | 'NO_SERVICES' | 'DEAD'>> {
    const running = await withDeadline(supervisor.running(), rpcLimits.callDeadlineMs, clock);
    if (running === null) return err('NO_SERVICES', 'The services do not start.');
    if (!running.ok) return running;
    const answer = await running.value.life.call(question);
    return answer.ok ? answer.value : answer;
  }

  return {
    log: config.isTelemetryOn ? collector.log : checkLogCall,
    async flush() {
      if (!config.isTelemetryOn) return ok({ delivered: 0, queued: 0 });
      collector.handOver();
      // A bug there is no reason to reject here.
      const flushed = ask((services) => services.flush()).catch((error) => err('DEAD', String(error)));
      const report = await withDeadline(flushed, rpcLimits.flushDeadlineMs, clock);
      return report ?? err('DEADLINE', 'Sending takes longer; it goes on.');
    },
    getVideo: (videoId, report) => ask((services) => services.getVideo(videoId, report)),
    getPlaylist: (listId, listType) => ask((services) => services.getPlaylist(listId, listType)),
    callApi: ((command, fields, options) =>
      ask((services) => services.callApi(command, fields, options))) as ServicesClient['callApi'],
    report: (report) => ask((services) => services.report(report)),
    reportDevice: (report) => ask((services) => services.reportDevice(report)),
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
    setVisible(visible) {
      isVisible = visible;
      if (!visible) leave();
      tellVisibility();
    },
    async reportError(error) {
      await supervisor.running();
      tell((services) => services.notice({ type: 'error', error }));
    },
    handOver: collector.handOver,
    leave,
    async dispose() {
      collector.stop();
      cancelWatch?.();
      try {
        // A worker that does not answer is ended all the same.
        const disposed = supervisor.current()?.life.call((services) => services.dispose());
        if (disposed !== undefined) await withDeadline(disposed, rpcLimits.pingDeadlineMs, clock);
      } finally {
        // The page's copy is the only one of these.
        exit.send(undelivered.notStored());
        supervisor.stop();
        disposal.abort();
        listeners.clear();
      }
    },
  };
}
