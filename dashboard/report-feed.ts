import * as z from 'zod/mini';
import {
  type TelemetryReport,
  telemetryReportSchema,
} from '../shared/telemetry/telemetry-report.ts';
import { reportQuery, type View } from './view.ts';

export type FeedState =
  | { status: 'loading'; report: TelemetryReport | null }
  | { status: 'ready'; report: TelemetryReport }
  | { status: 'signed_out'; report: TelemetryReport | null }
  /** The old report stays visible, and the request is retried. */
  | { status: 'failed'; report: TelemetryReport | null; problem: string };

export interface ReportFeed {
  subscribe(listener: () => void): () => void;
  get(): FeedState;
  /** Shows another view. */
  show(view: View): void;
  /** Requests the report again now. */
  refresh(): void;
  /** Whether the report follows new data. */
  setLive(isLive: boolean): void;
}

export interface FeedDeps {
  fetch(path: string, init: { signal: AbortSignal }): Promise<Response>;
  now(): number;
  setTimer(run: () => void, ms: number): number;
  clearTimer(timer: number): void;
  /** Whether the page is visible. */
  isSeen(): boolean;
}

/** Interval of checks for new data. A slow answer makes them less frequent. */
const lookMs = 5_000;
const lookPerAnswer = 10;
/** A range that ends now is renewed at this interval even without new data. */
const moveMs = 60_000;

/**
 * Keeps a report up to date. It polls the store's totals, which is cheap, and requests the report
 * when they have changed. It pauses while the page is hidden; call `wake` when the page is visible
 * again.
 */
export function createReportFeed(deps: FeedDeps, first: View): ReportFeed & { wake(): void } {
  const listeners = new Set<() => void>();
  let state: FeedState = { status: 'loading', report: null };
  let view = first;
  let isLive = true;
  let timer: number | null = null;
  let asking: AbortController | null = null;
  let lastTotals = '';
  let lastReportMs = 0;
  let answerMs = 0;

  function set(next: FeedState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function ask(path: string, signal: AbortSignal): Promise<unknown> {
    const reply = await deps.fetch(path, { signal });
    const body: unknown = await reply.json();
    if (reply.status === 401 || reply.status === 429) throw new SignedOut();
    if (!reply.ok) throw new Error(problemOf(body) ?? `The server answered ${reply.status}.`);
    return body;
  }

  async function load(isForced: boolean): Promise<void> {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    if (timer !== null) deps.clearTimer(timer);
    timer = null;
    try {
      const totals = JSON.stringify(await ask('summary', mine.signal));
      const beganMs = deps.now();
      if (isForced || totals !== lastTotals || beganMs - lastReportMs >= moveMs) {
        const body = await ask(`report?${reportQuery(view, beganMs)}`, mine.signal);
        // Another view was requested meanwhile.
        if (mine.signal.aborted) return;
        const report = z.safeParse(telemetryReportSchema, body);
        if (!report.success) throw new Error('The server has another version. Reload the page.');
        lastTotals = totals;
        lastReportMs = beganMs;
        answerMs = deps.now() - beganMs;
        set({ status: 'ready', report: report.data });
      } else if (state.report !== null && state.status !== 'ready')
        set({ status: 'ready', report: state.report });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (error instanceof SignedOut) return set({ status: 'signed_out', report: state.report });
      const problem = error instanceof TypeError ? 'The server does not answer.' : messageOf(error);
      set({ status: 'failed', report: state.report, problem });
    }
    if (asking === mine) asking = null;
    if (isLive && deps.isSeen() && !mine.signal.aborted)
      timer = deps.setTimer(() => load(false), Math.max(lookMs, answerMs * lookPerAnswer));
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    show(next) {
      view = next;
      set({ status: 'loading', report: state.report });
      void load(true);
    },
    refresh: () => void load(true),
    setLive(next) {
      isLive = next;
      if (isLive) void load(false);
      else if (timer !== null) deps.clearTimer(timer);
    },
    wake() {
      if (state.status === 'loading' && asking === null) void load(true);
      else if (isLive && asking === null && state.status !== 'signed_out') void load(false);
    },
  };
}

class SignedOut extends Error {}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

function problemOf(body: unknown): string | null {
  const refusal = z.safeParse(refusalSchema, body);
  return refusal.success ? refusal.data.error.message : null;
}
