import * as z from 'zod/mini';
import { type AudienceReport, audienceReportSchema } from '../shared/telemetry/audience-report.ts';
import { type CostReport, costReportSchema } from '../shared/telemetry/cost-report.ts';
import {
  type ExperimentReport,
  experimentReportSchema,
} from '../shared/telemetry/experiment-report.ts';
import {
  type TelemetryReport,
  telemetryReportSchema,
} from '../shared/telemetry/telemetry-report.ts';
import { comparedQuery, listQuery, reportQuery, type View } from './view.ts';

interface Figures {
  report: TelemetryReport | null;
  /** The same of the time that it is compared with; `null` without one. */
  reportBefore: TelemetryReport | null;
  /** Each of the others is loaded only for its page. */
  audience: AudienceReport | null;
  audienceBefore: AudienceReport | null;
  cost: CostReport | null;
  /** No filters apply to it. */
  experiments: ExperimentReport | null;
}

const noFigures: Figures = {
  report: null,
  reportBefore: null,
  audience: null,
  audienceBefore: null,
  cost: null,
  experiments: null,
};

export type FeedState = Figures &
  (
    | { status: 'loading' | 'ready' | 'signed_out' }
    /** The old figures stay visible, and the request is retried. */
    | { status: 'failed'; problem: string }
  );

export interface ReportFeed {
  subscribe(listener: () => void): () => void;
  get(): FeedState;
  /** Shows another view. */
  show(view: View): void;
  /** Requests the figures again now. */
  refresh(): void;
  /** Whether the figures follow new data. */
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
 * Keeps the figures of a view up to date. It polls the store's totals, which is cheap, and requests
 * the figures when the totals have changed. It pauses while the page is hidden; call `wake` when
 * the page is visible again.
 */
export function createReportFeed(deps: FeedDeps, first: View): ReportFeed & { wake(): void } {
  const listeners = new Set<() => void>();
  let state: FeedState = { status: 'loading', ...noFigures };
  let view = first;
  let isLive = true;
  let timer: number | null = null;
  let asking: AbortController | null = null;
  /** The totals of the figures that are shown; empty if those of the view are not there yet. */
  let lastTotals = '';
  let lastReportMs = 0;
  let answerMs = 0;

  function set(next: FeedState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function ask<Schema extends z.core.$ZodType>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    const reply = await deps.fetch(path, { signal });
    const body: unknown = await reply.json();
    if (reply.status === 401 || reply.status === 429) throw new SignedOut();
    if (!reply.ok) throw new Error(problemOf(body) ?? `The server answered ${reply.status}.`);
    const answer = z.safeParse(schema, body);
    if (!answer.success) throw new Error('The server has another version. Reload the page.');
    return answer.data;
  }

  async function askFigures(nowMs: number, signal: AbortSignal): Promise<Figures> {
    const query = reportQuery(view, nowMs);
    const before = comparedQuery(view, nowMs);
    const { page } = view;
    const askReport = (of: string) => ask(`report?${of}`, telemetryReportSchema, signal);
    const askAudience = (of: string) => ask(`audience?${of}`, audienceReportSchema, signal);
    const [report, reportBefore, audience, audienceBefore, cost, experiments] = await Promise.all([
      askReport(listQuery(view, nowMs)),
      page === 'playbacks' && before !== null ? askReport(before) : null,
      page === 'audience' ? askAudience(query) : null,
      page === 'audience' && before !== null ? askAudience(before) : null,
      page === 'cost' ? ask(`cost?${query}`, costReportSchema, signal) : null,
      page === 'experiments' ? ask('experiments', experimentReportSchema, signal) : null,
    ]);
    return { report, reportBefore, audience, audienceBefore, cost, experiments };
  }

  async function load(): Promise<void> {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    if (timer !== null) deps.clearTimer(timer);
    timer = null;
    const shown = figuresOf(state);
    try {
      const totals = JSON.stringify(await ask('summary', z.unknown(), mine.signal));
      const beganMs = deps.now();
      if (totals !== lastTotals || beganMs - lastReportMs >= moveMs) {
        const figures = await askFigures(beganMs, mine.signal);
        // Another view was requested meanwhile.
        if (mine.signal.aborted) return;
        lastTotals = totals;
        lastReportMs = beganMs;
        answerMs = deps.now() - beganMs;
        set({ status: 'ready', ...figures });
      } else if (state.status !== 'ready') set({ status: 'ready', ...shown });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (error instanceof SignedOut) return set({ status: 'signed_out', ...shown });
      const problem = error instanceof TypeError ? 'The server does not answer.' : messageOf(error);
      set({ status: 'failed', ...shown, problem });
    }
    if (asking === mine) asking = null;
    if (isLive && deps.isSeen() && !mine.signal.aborted)
      timer = deps.setTimer(() => load(), Math.max(lookMs, answerMs * lookPerAnswer));
  }

  function reload(): void {
    lastTotals = '';
    void load();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    show(next) {
      view = next;
      set({ status: 'loading', ...figuresOf(state) });
      reload();
    },
    refresh: reload,
    setLive(next) {
      isLive = next;
      if (isLive) void load();
      else if (timer !== null) deps.clearTimer(timer);
    },
    wake() {
      if (asking !== null || state.status === 'signed_out') return;
      if (isLive || state.status === 'loading') void load();
    },
  };
}

const figuresOf = ({
  report,
  reportBefore,
  audience,
  audienceBefore,
  cost,
  experiments,
}: FeedState): Figures => ({
  ...{ report, reportBefore, audience, audienceBefore, cost, experiments },
});

class SignedOut extends Error {}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

function problemOf(body: unknown): string | null {
  const refusal = z.safeParse(refusalSchema, body);
  return refusal.success ? refusal.data.error.message : null;
}
