import type {
  CostReading,
  PerformanceReport,
  ReportReason,
} from '../../shared/performance-report.ts';
import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { declareBudget, defaultBudget, judge } from './performance-budget.ts';
import type { CostWatch } from './watch-cost.ts';

/** What a host hears of the cost. */
export interface PerformanceReports {
  /**
   * Declares what may be spent, as far as it is named, and tells how that stands.
   * @param declared fields of `PerformanceBudget`, not yet checked
   */
  declare(declared: unknown): void;
  /** Tells how it stands. */
  ask(): void;
  /** How it stands, now. */
  read(): PerformanceReport;
  /** Tells somebody else as well, from the next report on. */
  listen(listener: (report: PerformanceReport) => void): void;
}

export interface PerformanceReportsDeps {
  store: PlayerStore;
  cost: CostWatch;
  timeOriginMs: number;
  /** Milliseconds since then. */
  nowMs(): number;
  /** Messages that the host got since somebody measures. */
  toHostCount(): number;
  onHidden(listener: () => void): void;
  signal: AbortSignal;
}

/** Tells at moments that mean something to a host, and never by a timer: a player that does nothing says nothing. */
export function createPerformanceReports(deps: PerformanceReportsDeps): PerformanceReports {
  const { store, cost, signal } = deps;
  const listeners = new Set<(report: PerformanceReport) => void>();
  let budget = defaultBudget;
  let problems: ReturnType<typeof declareBudget>['problems'] = [];
  /** Of the budget, since it was declared. */
  const toldBroken = new Set<string>();

  function read(reason: ReportReason): PerformanceReport {
    const reading = cost.read();
    const counted: CostReading = {
      ...reading,
      messages: { ...reading.messages, toHostCount: deps.toHostCount() },
    };
    const { timeOriginMs } = deps;
    return {
      reason,
      timeOriginMs,
      atMs: deps.nowMs(),
      ...counted,
      budget: judge(budget, counted, problems),
    };
  }

  function tell(reason: ReportReason): void {
    if (signal.aborted || listeners.size === 0) return;
    const report = read(reason);
    for (const { name, state } of report.budget.measures)
      if (state === 'broken') toldBroken.add(name);
    for (const listener of listeners) listener(report);
  }

  async function askAndTell(reason: ReportReason): Promise<void> {
    await cost.askServices();
    tell(reason);
  }

  cost.onChange(() => {
    const { measures } = read('budget_broken').budget;
    if (measures.some(({ name, state }) => state === 'broken' && !toldBroken.has(name)))
      tell('budget_broken');
  });
  cost.onFirstFrame(() => void askAndTell('first_frame'));
  const stop = store.subscribe((state, previous) => {
    if (state.playback === previous.playback) return;
    if (state.playback === playbackState.paused) void askAndTell('paused');
    if (state.playback === playbackState.ended) void askAndTell('ended');
  });
  signal.addEventListener('abort', stop, { once: true });
  // It may be the page's end: there is no time to ask anybody.
  deps.onHidden(() => tell('hidden'));

  return {
    declare(declared) {
      ({ budget, problems } = declareBudget(budget, declared));
      toldBroken.clear();
      void askAndTell('asked');
    },
    ask: () => void askAndTell('asked'),
    read: () => read('asked'),
    listen: (listener) => listeners.add(listener),
  };
}
