import type { CallApi } from '../../shared/api-calls.ts';
import type { ClientError } from '../../shared/client-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Consent } from '../../shared/consent.ts';
import type { DeviceAnswer, DeviceReport } from '../../shared/device-report.ts';
import { collectorLimits, rpcLimits } from '../../shared/limits.ts';
import type { ListType } from '../../shared/list-type.ts';
import type { LogEntry, LogPayload } from '../../shared/log-event.ts';
import type { PageState } from '../../shared/page-state.ts';
import type { PlaybackAnswer, PlaybackReport } from '../../shared/playback-report.ts';
import type { PlaylistAnswer } from '../../shared/player-response.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type {
  ApiFailureCode,
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
} from '../../shared/rpc.ts';
import { rangesOf } from '../../shared/seq-set.ts';
import { createCollector } from './collector.ts';
import { createExitSender } from './exit-sender.ts';
import { checkLogCall, type LogOptions } from './log-call.ts';
import { createPageAccounting } from './page-accounting.ts';
import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { type RunningServices, startSupervisor } from './supervisor.ts';
import { createUndelivered } from './undelivered.ts';
import { withDeadline } from './with-deadline.ts';

/** The page's side of the services. Nothing here waits, except what returns a promise. */
export interface ServicesClient {
  /** @throws TypeError for a wrong call, naming the fix */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Sends everything now. Answers when it is delivered or an attempt failed. */
  flush(): Promise<Result<FlushReport, FlushFailure>>;
  /** The API's `player` interface, called from the worker. */
  getVideo(...asked: VideoQuestion): Promise<Result<VideoAnswer, ApiFailure>>;
  getPlaylist(
    listId: string,
    listType: ListType,
    hasEntries?: boolean,
  ): Promise<Result<PlaylistAnswer, ApiFailure>>;
  callApi: CallApi<'NO_SERVICES' | 'DEAD'>;
  /** Tells the services how a playback goes. */
  report(
    report: PlaybackReport,
  ): Promise<Result<PlaybackAnswer, ReportFailureCode | 'NO_SERVICES' | 'DEAD'>>;
  /** Tells the services of the viewer's device and choices. */
  reportDevice(
    report: DeviceReport,
  ): Promise<Result<DeviceAnswer, ReportFailureCode | 'NO_SERVICES' | 'DEAD'>>;
  /** What the services cost their thread. Where none run there is no answer. */
  readLoad(): Promise<Result<ServicesLoad, 'DEAD'>> | undefined;
  /** The loss equation of this page, over all lives of its services. */
  accounting(): LossAccounting;
  /** Where the services run; `null` while they are being started, and when they cannot be. */
  where(): ServicesPlace | null;
  /** Of the services that run; `null` without. */
  readonly info: ServicesInfo | null;
  onNews(listener: (news: News) => void, signal: AbortSignal): void;
  /** Whether the services reach the embed's server, as far as they know. */
  readonly isOnline: boolean;
  /** Why the last attempt to send events failed, for a person; `null` if it did not. */
  readonly sendingFailure: string | null;
  /** Services that come later are told it too. */
  keepTold(state: PageState): void;
  /** Only those that run now. */
  tell(notice: PageNotice): void;
  /**
   * What the services work by, and what they have left for those that come after them. `consent` is what the viewer has said; until
   * they agree, events wait here.
   */
  readonly config: Readonly<ServicesConfig>;
  setConsent(consent: Consent): void;
  /** The worker gets what waits: the page may be about to end. */
  handOver(): void;
  /** Services that are being started hear of it when they run. */
  reportError(error: ClientError): void;
  /** The page is ending, or may be: sends what nobody else will. */
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
  /** A promise where a script has to come first. */
  startWorker(place: Exclude<ServicesPlace, 'page'>): ServicesHost | Promise<ServicesHost>;
  startPage(): Promise<ServicesHost>;
  sendBeacon(url: string, body: string): boolean;
  /** Whether a value survives `postMessage`. */
  canClone(value: unknown): boolean;
  /** Says to other documents of the origin that this one lives. */
  holdDocumentLock(sid: string, signal: AbortSignal): void;
}

export function createServicesClient(deps: ServicesClientDeps): ServicesClient {
  const { runtime, clock } = deps;
  // Services that start later work by what the viewer has said since.
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
  /** By type. */
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
      // Without running services nothing is lost: the next ones get everything that is not delivered.
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

  /** The services have started, or what they work by has changed. */
  function takeUp({ info }: RunningServices): void {
    if (info.queue === 'indexeddb' && !isLockAsked) {
      isLockAsked = true;
      deps.holdDocumentLock(config.sid, disposal.signal);
    }
    if (config.consent === 'refused') giveUp();
    // Stored ones too: if they are not in the store any more, they have arrived and those who died did not come to tell it.
    const entries = undelivered.all();
    if (entries.length > 0 && isServed()) post(entries);
  }

  async function tellConsent(running: RunningServices): Promise<void> {
    const { consent } = config;
    const answer = await running.life.call((services) => services.setConsent(consent));
    // Services that died are told by their successors' start, and those that were told again since answer again.
    if (!answer.ok || !answer.value.ok || consent !== config.consent) return;
    running.info = answer.value.value;
    takeUp(running);
    takeNews({ type: 'consent', consent });
  }

  /** Whether services run that take events. */
  function isServed(): boolean {
    return config.consent === 'granted' && supervisor.current()?.info.consent === 'granted';
  }

  function post(entries: LogEntry[]): void {
    try {
      supervisor.current()?.life.post(entries);
    } catch (error) {
      // A DataCloneError, or whatever a getter in a payload threw while it was copied.
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

  /** A page that nobody serves must not grow for ever. */
  function makeRoom(maxCount: number): void {
    drop(undelivered.makeRoom(maxCount), 'quota');
  }

  /** The viewer does not want them sent. */
  function giveUp(): void {
    drop(undelivered.clear(), 'consent');
  }

  function drop(seqs: number[], reason: DropReason): void {
    if (seqs.length > 0) takeNews({ type: 'dropped', reason, ranges: rangesOf(seqs) });
  }

  /** Services that die without a sound are noticed by whoever asks them something: while events wait, this. */
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

  /** Nobody waits for it; who is not there yet asks when it is. */
  function tell(notice: PageNotice): void {
    void supervisor.current()?.life.call((services) => services.notice(notice));
  }

  /** The worker gets what waits, and a beacon takes along what may never be sent otherwise. */
  function leave(): void {
    collector.handOver();
    if (config.consent !== 'granted') return;
    const taken = exit.send(undelivered.byNeed());
    if (taken.length === 0) return;
    // If the page lives on, they need not be sent again.
    tell({ type: 'beaconed', ranges: rangesOf(taken.map((entry) => entry.seq)) });
  }

  /** Waits for the services to run, asks, and settles whatever becomes of them. */
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
      // A bug there is no reason to reject here.
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
        // A worker that does not answer is ended all the same.
        const disposed = supervisor.current()?.life.call((services) => services.dispose());
        if (disposed !== undefined) await withDeadline(disposed, rpcLimits.pingDeadlineMs, clock);
      } finally {
        // The page's copy is the only one of these.
        if (config.consent === 'granted') exit.send(undelivered.notStored());
        supervisor.stop();
        disposal.abort();
        listeners.clear();
      }
    },
  };
}
