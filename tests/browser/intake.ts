import type { LogBatch } from '../../shared/telemetry/log-batch.ts';
import type { ProviderLogEntry } from '../../shared/telemetry/provider-log.ts';

/** The test intake's behaviour from now on. */
export interface IntakeMode {
  /**
   * `hang` never answers, `close` cuts the connection, `garbage` is a captive portal's page with
   * status 200, and `stored_then_close` stores the events and loses the answer. `offline` cuts
   * every connection, including the connectivity check's.
   */
  answer: 'ok' | 'status' | 'hang' | 'close' | 'garbage' | 'stored_then_close' | 'offline';
  /** For `status`. */
  status?: number;
  headers?: Record<string, string>;
  /** For `status`: only compressed bodies get it. */
  onlyGzip?: boolean;
  /** Status for questions about stored events, whatever events get. */
  questions?: number;
  /** Whether visitor ids are answered as events are; otherwise their path does not exist. */
  visitorIds?: boolean;
  /** API calls get this with `ok`, after the guard prefix. */
  apiReply?: unknown;
}

/** A received API call. */
export interface ApiCallRecord {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/** A request as the intake received it. */
export interface IntakeRequest {
  path: string;
  contentType: string;
  contentEncoding: string;
  isGzip: boolean;
  bytes: number;
  batch: LogBatch;
  /** Its events that the intake did not have yet. */
  stored: number;
  answer: IntakeMode['answer'];
}

export interface IntakeState {
  requests: IntakeRequest[];
  /** `sid seq` of each distinct event. */
  stored: string[];
  /** Connectivity checks, and questions about stored events. */
  checks: number;
  /** Requests for visitor ids. */
  visitorIds: number;
  questions: string[];
  /** The services' log entries about themselves, in order of arrival. */
  providerEntries: ProviderLogEntry[];
  apiCalls: ApiCallRecord[];
  /** URL and POST parameters of each accepted error report. */
  errorReports: Record<string, string>[];
}

interface Wanted {
  requests?: number;
  stored?: number;
  providerEntries?: number;
  apiCalls?: number;
  errorReports?: number;
}

/** The test's control of the intake. */
export const intake = {
  reset: () => ask('reset'),
  mode: (mode: IntakeMode) => ask('mode', mode),
  state: () => ask('state'),
  /** Cuts the connections of hanging requests. */
  cut: () => ask('cut'),
  /**
   * Resolves once this many of each have arrived: requests, distinct events stored, entries of the
   * provider's log, API calls, error reports.
   */
  wait: (wanted: Wanted) =>
    ask(
      `wait?${new URLSearchParams(Object.entries(wanted).map(([name, count]) => [name, String(count)]))}`,
    ),
};

async function ask(command: string, body?: unknown): Promise<IntakeState> {
  const response = await fetch(`/__intake/${command}`, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}
