import type { LogBatch } from '../../shared/telemetry/log-batch.ts';
import type { ProviderLogEntry } from '../../shared/telemetry/provider-log.ts';

/** How the test intake answers from now on. */
export interface IntakeMode {
  /**
   * `hang` never answers, `close` cuts the connection, `garbage` is a captive portal's page with status 200, and
   * `stored_then_close` keeps the events and lets the answer be lost. `offline` cuts every connection, also that of the
   * connectivity check.
   */
  answer: 'ok' | 'status' | 'hang' | 'close' | 'garbage' | 'stored_then_close' | 'offline';
  /** For `status`. */
  status?: number;
  headers?: Record<string, string>;
  /** For `status`: only compressed bodies get it. */
  onlyGzip?: boolean;
  /** The status that questions about what it has get, whatever events get. */
  questions?: number;
  /** Visitor ids are given, or not, as events are taken; otherwise there is no such path. */
  visitorIds?: boolean;
  /** What calls of the API get with `ok`, under the guard. */
  apiReply?: unknown;
}

/** A call of the API as it was received. */
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
  /** Events in it that the intake did not have yet. */
  stored: number;
  answer: IntakeMode['answer'];
}

export interface IntakeState {
  requests: IntakeRequest[];
  /** `sid seq` of each event, once. */
  stored: string[];
  /** Connectivity checks, and questions about what it has. */
  checks: number;
  /** Visitor ids that were asked for. */
  visitorIds: number;
  questions: string[];
  /** What services said of themselves, in the order of its arrival. */
  providerEntries: ProviderLogEntry[];
  apiCalls: ApiCallRecord[];
  /** Url and post parameters of each error report that was taken. */
  errorReports: Record<string, string>[];
}

interface Wanted {
  requests?: number;
  stored?: number;
  providerEntries?: number;
  apiCalls?: number;
  errorReports?: number;
}

/** The test's hand on the intake. */
export const intake = {
  reset: () => ask('reset'),
  mode: (mode: IntakeMode) => ask('mode', mode),
  state: () => ask('state'),
  /** Cuts the connections of requests that hang. */
  cut: () => ask('cut'),
  /** Answers once so many of each have come: requests, distinct events stored, entries of the provider's log, API calls, error reports. */
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
