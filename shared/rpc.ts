import type { ApiCallOptions, ApiCommand } from './api-calls.ts';
import type { ApiFailureCode } from './api-failure-code.ts';
import type { BotScriptEvent } from './bot-detection.ts';
import type { ClientError } from './client-error.ts';
import type { Consent } from './consent.ts';
import type { DatabaseError } from './database-error.ts';
import type { DeviceAnswer, DeviceReport } from './device-report.ts';
import type { ListType } from './list-type.ts';
import type { ClientContext } from './log-batch.ts';
import type { LogEntry } from './log-event.ts';
import type { PageState } from './page-state.ts';
import type { PlaybackAnswer, PlaybackReport } from './playback-report.ts';
import type { PlayerResponse, PlaylistAnswer } from './player-response.ts';
import type { PositionReport, PositionRequest } from './position.ts';
import type { ProviderLogEntry } from './provider-log.ts';
import type { Failure, Result } from './result.ts';

/**
 * The only contract between the page and its services, wherever these run: in the worker, or in the page (`runtime=main`, and
 * the fallback when no worker survives). Comlink carries the calls: structured-cloneable data only, expected failures come
 * back as `Result`. Events go and news come beside them, in order with them and without an answer: see `LogMessage`.
 */
export interface Services {
  /** Must be the first call, once per start. Opens the queue and takes up what earlier pages left behind. */
  start(config: ServicesConfig): Promise<Result<ServicesInfo>>;
  /**
   * The viewer has changed their mind. Granted: opens what `start` did not. Otherwise: drops this document's events that have not
   * arrived, forgets what was kept of the viewer, and closes the storage.
   */
  setConsent(consent: Consent): Promise<Result<ServicesInfo>>;
  /** Sends everything queued now, whatever its tier, and answers when all of it is delivered or an attempt failed. */
  flush(): Promise<Result<FlushReport>>;
  /** The loss equation of this page: `created = delivered + queued + dropped`. */
  accounting(): Promise<LossAccounting>;
  /**
   * The API's `player` interface. A video that cannot be played is an answer too: it carries its `playabilityStatus`.
   */
  getVideo(...asked: VideoQuestion): Promise<Result<VideoAnswer, ApiFailureCode>>;
  /**
   * A playlist's videos, in order.
   * @param listId for `user_uploads` the author's name
   * @param hasEntries whether it shall also say what the videos are, if the server can
   */
  getPlaylist(
    listId: string,
    listType: ListType,
    hasEntries?: boolean,
  ): Promise<Result<PlaylistAnswer, ApiFailureCode>>;
  /**
   * One of the API's commands: `apiCalls` says what it takes and answers, and `CallApi` is this with its types, which Comlink would
   * lose.
   */
  callApi(
    command: ApiCommand,
    fields: unknown,
    options?: ApiCallOptions,
  ): Promise<Result<unknown, ApiFailureCode>>;
  /** How a playback goes: timed actions, summaries, readings for the operator's collector. Answers what the page shall log. */
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer, ReportFailureCode>>;
  /** The viewer's device and preferences. Answers what was kept of them, and what the page shall keep. */
  reportDevice(report: DeviceReport): Promise<Result<DeviceAnswer, ReportFailureCode>>;
  /** What only the page sees. Changes what the services do, never what they know. */
  notice(notice: PageNotice): Promise<void>;
  /** What they cost the thread on which they run, and which configurations of the provider are in force. */
  readLoad(): Promise<ServicesLoad>;
  /** Proof of life. */
  ping(): Promise<'alive'>;
  /** Stops all timers and closes the store. What is queued stays stored. */
  dispose(): Promise<void>;
}

/** Since the services were started. */
export interface ServicesLoad {
  /** Milliseconds in which messages, timers and replies of the network were worked on; what storage calls back is not counted. */
  busyMs: number;
  /** Calls and arrays of events that have come from the page. */
  messageCount: number;
  /** Scripts that their thread has loaded, without the one that it began with; in the page these are the page's. */
  scriptCount?: number;
  scriptBytes?: number;
  /** Missing as long as the services that know have not come. */
  configs?: ConfigState[];
}

/** A configuration of the provider that an earlier reply gave (specification §3, "cached configuration entry"). */
export interface ConfigState {
  name: 'cold' | 'hot';
  hashData: string;
  /** Milliseconds since it came. */
  ageMs: number;
  /** Why it is not in force; `null` if it is. */
  problem: string | null;
}

/** What the page asks of a video. */
export type VideoQuestion = [
  videoId: string,
  /** What came of a `positionRequest`; the answer then has none. */
  report?: PositionReport | undefined,
  /** The question is what the viewer has to do with the video, so it waits for their id. */
  isOfViewer?: boolean,
];

/** With `positionRequest` the video needs the viewer's position: the page asks the browser, in this way, and calls again. */
export type VideoAnswer = PlayerResponse & { positionRequest?: PositionRequest };

/** `BAD_REPORT`: it does not fit its schema, which is a bug of the page. */
export type ReportFailureCode = 'BAD_REPORT' | 'NOT_STARTED' | 'UNKNOWN_ERROR';

export interface ServicesConfig {
  /** Random, one a document: `sidSchema`. */
  sid: string;
  /** Origin (scheme, host, port) of the API, mostly that of the embed page; endpoints are resolved against it. */
  origin: string;
  context: ClientContext;
  /** Whether events are logged at all. Without, nothing is stored, sent or checked. */
  isTelemetryOn: boolean;
  /** Without `granted` the services keep nothing, and send nothing of their own accord. */
  consent: Consent;
  /** A private embed: nothing is stored, and nobody is told apart. Events wait in memory. */
  isPrivate: boolean;
  /** What the page config says of API calls, not yet checked. */
  api?: unknown;
  /** What it says of probes, not yet checked. */
  probes?: unknown;
  /** Experiment flags by name; API calls tell of them. */
  flags?: Record<string, string>;
  /** What earlier services of this document have left. */
  memo?: ServicesMemo;
}

/**
 * What the services of a document know that must outlive them. The page keeps it and hands it to each that starts, so that a crash, a
 * frozen page or the move into the page changes nothing.
 */
export interface ServicesMemo {
  /** Of each error that was reported, by what the report gate knows it. */
  reportedErrors: readonly string[];
  /** Why there is no visitor id now; `null` if there is one, or one is being fetched. */
  visitorIdFailure: Failure | null;
  /** Codes of such failures that the provider's log has. */
  loggedVisitorIdFailures: readonly string[];
}

export interface ServicesInfo {
  /** What they work by. */
  consent: Consent;
  /** `memory` where storage is denied, `off` where the operator wants no telemetry or the viewer has not agreed to it. */
  queue: 'indexeddb' | 'memory' | 'off';
  /** Why the durable queue is not there, for `diagnose`. */
  queueDenied: Failure<DatabaseError> | null;
}

export type PageNotice =
  | PageState
  /** How the script of the bot detection does, which only the page can run. */
  | { type: 'bot_detection'; event: BotScriptEvent }
  /** Whether the ads provider's script came that the page was told to preload. */
  | { type: 'ad_status'; hasCome: boolean }
  /** The page has sent these events of this document by beacon; nobody knows whether they arrived. */
  | { type: 'beaconed'; ranges: SeqRange[] }
  /** Nobody has caught this. */
  | { type: 'error'; error: ClientError };

export interface FlushReport {
  delivered: number;
  queued: number;
}

/** Why an event will never arrive. */
export type DropReason =
  | 'rejected'
  | 'expired'
  | 'attempts'
  | 'too_large'
  | 'not_json'
  | 'quota'
  | 'storage'
  | 'consent';

/** A count of its own for each reason. */
export function noDrops(): Record<DropReason, number> {
  return {
    rejected: 0,
    expired: 0,
    attempts: 0,
    too_large: 0,
    not_json: 0,
    quota: 0,
    storage: 0,
    consent: 0,
  };
}

export interface LossAccounting {
  /** Distinct events of this document that the services have taken over. */
  created: number;
  delivered: number;
  queued: number;
  dropped: Record<DropReason, number>;
}

/** Inclusive range of `seq`. */
export type SeqRange = [from: number, to: number];

export type News =
  /** The services have taken over these events, and stored them. Only what is durable survives the services. */
  | { type: 'stored'; ranges: SeqRange[]; isDurable: boolean }
  /** The intake has these events of this document. */
  | { type: 'delivered'; ranges: SeqRange[] }
  /** These events of this document will never arrive, and why. */
  | { type: 'dropped'; reason: DropReason; ranges: SeqRange[] }
  /** The services work by what the viewer has said now. */
  | { type: 'consent'; consent: Consent }
  /** The embed's server answers the connectivity check, or does not. */
  | { type: 'connectivity'; isOnline: boolean }
  /** Sending works again, or does not. `reason` is for a person. */
  | { type: 'sending'; state: 'ok' | 'failing'; reason: string }
  /** For the services that come after these; the newest counts. */
  | { type: 'memo'; memo: ServicesMemo }
  /** Entries that wait in the provider's log, and numbers of entries that wait no more. */
  | { type: 'provider_log'; entries: ProviderLogEntry[]; gone: number[] }
  /** The page shall load this script of the bot detection and run it; `null`: it shall take away what there is of one. */
  | { type: 'bot_detection'; script: string | null }
  /** The page shall fetch this script of an ads provider and not run it; `null`: it need not any more. */
  | { type: 'ad_status'; script: string | null };

/**
 * Events for the services, once they have started; replays are harmless. No call: an answer to each such message, and the
 * promise that waits for it, would cost the main thread more than the events do. `stored` tells of many at once.
 */
export interface LogMessage {
  entries: LogEntry[];
}

/** What the services tell the page, in order. */
export interface NewsMessage {
  news: News[];
}

/** The services where they run. */
export interface ServicesAtWork {
  services: Omit<Services, 'readLoad'>;
  readConfigs(): Promise<ConfigState[]>;
  /** What `LogMessage` brings. */
  take(entries: LogEntry[]): void;
}

/**
 * Every services module, worker or page, is made by a function of this type.
 * @param time runs what the clock or the network calls back, and counts it
 */
export type CreateServices = (
  tell: (news: News[]) => void,
  time: <T>(run: () => T) => T,
) => ServicesAtWork;

/** Where the services run: `auto` is the worker with fallbacks. */
export const runtimes = ['auto', 'worker', 'main'] as const;
export type Runtime = (typeof runtimes)[number];
