import type { ListType } from '../player/list-type.ts';
import type { PlayerResponse, PlaylistAnswer } from '../player/player-response.ts';
import type { ClientError } from '../telemetry/client-error.ts';
import type { DeviceAnswer, DeviceReport } from '../telemetry/device-report.ts';
import type { ClientContext } from '../telemetry/log-batch.ts';
import type { LogEntry } from '../telemetry/log-event.ts';
import type { PlaybackAnswer, PlaybackReport } from '../telemetry/playback-report.ts';
import type { DatabaseError } from '../tools/database-error.ts';
import type { Failure, Result } from '../tools/result.ts';
import type { ApiCallOptions, ApiCommand } from '../wire/api-calls.ts';
import type { ApiFailureCode } from '../wire/api-failure-code.ts';
import type { BotScriptEvent } from '../wire/bot-detection.ts';
import type { PositionReport, PositionRequest } from '../wire/position.ts';
import type { Consent } from './consent.ts';
import type { LossAccounting } from './loss-accounting.ts';
import type { News, SeqRange } from './news.ts';
import type { PageState } from './page-state.ts';
import type { ServicesMemo } from './services-memo.ts';

/**
 * The only contract between the page and its services, wherever they run: in the worker, or in the
 * page (`runtime=main`, and the fallback when no worker survives).
 *
 * 1. Comlink carries the calls: structured-cloneable data only, expected failures as `Result`.
 * 2. Events and news travel beside the calls, in order with them and without an answer: see
 *    `LogMessage`.
 */
export interface Services {
  /**
   * Must be the first call, once per start. Opens the queue and adopts the events that earlier
   * pages left.
   */
  start(config: ServicesConfig): Promise<Result<ServicesInfo>>;
  /**
   * Applies a changed consent answer. Granted: opens what `start` did not. Otherwise: drops this
   * document's undelivered events, deletes the viewer's stored data, and closes the storage.
   */
  setConsent(consent: Consent): Promise<Result<ServicesInfo>>;
  /**
   * Sends everything queued now, whatever its tier. Answers when all of it is delivered or an
   * attempt failed.
   */
  flush(): Promise<Result<FlushReport>>;
  /** The loss equation of this page: `created = delivered + queued + dropped`. */
  accounting(): Promise<LossAccounting>;
  /**
   * The API's `player` interface. A video that cannot be played is a successful answer, with its
   * `playabilityStatus`.
   */
  getVideo(...asked: VideoQuestion): Promise<Result<VideoAnswer, ApiFailureCode>>;
  /**
   * A playlist's videos, in order.
   * @param listId for `user_uploads` the author's name
   * @param hasEntries whether to include the videos' details, if the server can
   */
  getPlaylist(
    listId: string,
    listType: ListType,
    hasEntries?: boolean,
  ): Promise<Result<PlaylistAnswer, ApiFailureCode>>;
  /**
   * One of the API's commands: `apiCalls` defines fields and reply. `CallApi` is this method with
   * its types, which Comlink would lose.
   */
  callApi(
    command: ApiCommand,
    fields: unknown,
    options?: ApiCallOptions,
  ): Promise<Result<unknown, ApiFailureCode>>;
  /**
   * Reports on a playback: timed actions, summaries, readings for the operator's collector. Answers
   * with events for the page to log.
   */
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer, ReportFailureCode>>;
  /**
   * Reports on the viewer's device and preferences. Answers with stored values, and with values for
   * the page to store.
   */
  reportDevice(report: DeviceReport): Promise<Result<DeviceAnswer, ReportFailureCode>>;
  /**
   * Observations that only the page can make. They change what the services do, never what they
   * know.
   */
  notice(notice: PageNotice): Promise<void>;
  /** The services' load on their thread, and the provider's configurations in force. */
  readLoad(): Promise<ServicesLoad>;
  /** Answers if the services are alive. */
  ping(): Promise<'alive'>;
  /** Stops all timers and closes the store. Queued events stay stored. */
  dispose(): Promise<void>;
}

/** Totals since the services started. */
export interface ServicesLoad {
  /**
   * Milliseconds spent on messages, timers and network replies. Callbacks of the storage are not
   * counted.
   */
  busyMs: number;
  /** Calls and event arrays received from the page. */
  messageCount: number;
  /**
   * Scripts that their thread has loaded, without its first one. In the page, the page's own count
   * includes them.
   */
  scriptCount?: number;
  scriptBytes?: number;
  /** Missing until the later services have loaded. */
  configs?: ConfigState[];
}

/**
 * A configuration of the provider from an earlier reply (specification §3, "cached configuration
 * entry").
 */
export interface ConfigState {
  name: 'cold' | 'hot';
  hashData: string;
  /** Milliseconds since it arrived. */
  ageMs: number;
  /** Why it is not in force; `null` if it is. */
  problem: string | null;
}

/** Arguments of `getVideo`. */
export type VideoQuestion = [
  videoId: string,
  /** The result of a `positionRequest`; the answer then contains no request. */
  report?: PositionReport | undefined,
  /** The question is about the viewer's relation to the video, so it waits for their id. */
  isOfViewer?: boolean,
];

/**
 * With `positionRequest`, the video needs the viewer's position: the page asks the browser with
 * these options, and calls again.
 */
export type VideoAnswer = PlayerResponse & { positionRequest?: PositionRequest };

/** `BAD_REPORT`: it does not fit its schema, which is a bug of the page. */
export type ReportFailureCode = 'BAD_REPORT' | 'NOT_STARTED' | 'UNKNOWN_ERROR';

export interface ServicesConfig {
  /** Random, one a document: `sidSchema`. */
  sid: string;
  /**
   * Origin (scheme, host, port) of the API, usually the embed page's. Endpoints are resolved
   * against it.
   */
  origin: string;
  context: ClientContext;
  /** Whether events are logged at all. When `false`, nothing is stored, sent or checked. */
  isTelemetryOn: boolean;
  /** Unless `granted`, the services store nothing, and send nothing unasked. */
  consent: Consent;
  /** A private embed stores nothing and identifies no viewer. Events wait in memory. */
  isPrivate: boolean;
  /** The page config's settings for API calls, not yet checked. */
  api?: unknown;
  /** The page config's settings for probes, not yet checked. */
  probes?: unknown;
  /** Experiment flags by name; API calls carry them. */
  flags?: Record<string, string>;
  /** Left by earlier services of this document. */
  memo?: ServicesMemo;
}

export interface ServicesInfo {
  /** The consent answer in force. */
  consent: Consent;
  /**
   * `memory` where storage is denied; `off` where the operator disabled telemetry or the viewer has
   * not agreed to it.
   */
  queue: 'indexeddb' | 'memory' | 'off';
  /** Why there is no durable queue, for `diagnose`. */
  queueDenied: Failure<DatabaseError> | null;
}

export type PageNotice =
  | PageState
  /** State of the bot-detection script, which only the page can run. */
  | { type: 'bot_detection'; event: BotScriptEvent }
  /** Whether the ads provider's script loaded that the page was asked to preload. */
  | { type: 'ad_status'; hasLoaded: boolean }
  /** The page has sent these events of this document by beacon; whether they arrived is unknown. */
  | { type: 'beaconed'; ranges: SeqRange[] }
  /** An uncaught error. */
  | { type: 'error'; error: ClientError };

export interface FlushReport {
  delivered: number;
  queued: number;
}

/** Services on the thread where they run. */
export interface ServicesAtWork {
  services: Omit<Services, 'readLoad'>;
  readConfigs(): Promise<ConfigState[]>;
  /** Receives the entries of a `LogMessage`. */
  receiveEntries(entries: LogEntry[]): void;
}

/**
 * Creates the services, in worker or page.
 * @param time runs callbacks of clock and network, and measures them
 */
export type CreateServices = (
  postNews: (news: News[]) => void,
  time: <T>(run: () => T) => T,
) => ServicesAtWork;

/** Where the services run: `auto` is the worker with fallbacks. */
export const runtimes = ['auto', 'worker', 'main'] as const;
export type Runtime = (typeof runtimes)[number];
