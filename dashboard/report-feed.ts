import * as z from 'zod/mini';
import { type TelemetryReport, telemetryReportSchema } from '../shared/telemetry-report.ts';
import { reportQuery, type View } from './view.ts';

export type FeedState =
  | { status: 'loading'; report: TelemetryReport | null }
  | { status: 'ready'; report: TelemetryReport }
  | { status: 'signed_out'; report: TelemetryReport | null }
  /** What is shown stays, and it is tried again. */
  | { status: 'failed'; report: TelemetryReport | null; problem: string };

export interface ReportFeed {
  subscribe(listener: () => void): () => void;
  get(): FeedState;
  /** Another view to show. */
  show(view: View): void;
  /** Asks again now. */
  refresh(): void;
  /** Whether it follows what arrives. */
  setLive(isLive: boolean): void;
}

export interface FeedDeps {
  fetch(path: string, init: { signal: AbortSignal }): Promise<Response>;
  now(): number;
  setTimer(run: () => void, ms: number): number;
  clearTimer(timer: number): void;
  /** Whether somebody can see the page. */
  isSeen(): boolean;
}

/** How often the store is asked whether something has come; an answer that took long makes it seldomer. */
const lookMs = 5_000;
const lookPerAnswer = 10;
/** A range that ends now moves on also when nothing comes. */
const moveMs = 60_000;

/**
 * Keeps a report up to date: looks at the store's totals, which cost nothing, and asks for the report when they have changed. Rests
 * while nobody sees the page; `wake` is to be called when somebody does again.
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
        // Another view was asked for meanwhile.
        if (mine.signal.aborted) return;
        const report = z.safeParse(telemetryReportSchema, body);
        if (!report.success)
          throw new Error('The server is of another version; load the page again.');
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
