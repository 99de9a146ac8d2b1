import { playbackState } from '../../../shared/player/playback-state.ts';
import type {
  CostReading,
  PerformanceReport,
  ReportReason,
} from '../../../shared/telemetry/performance-report.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { MediaBudget } from './keep-media-budget.ts';
import { declareBudget, defaultBudget, judge } from './performance-budget.ts';
import type { CostWatch } from './watch-cost.ts';

/** Reports of the cost, for hosts. */
export interface PerformanceReports {
  /**
   * Sets the given limits of the budget, then reports.
   * @param declared fields of `PerformanceBudget`, not validated yet
   */
  declare(declared: unknown): void;
  /** Reports the current cost. */
  ask(): void;
  /** Returns the current cost. */
  read(): PerformanceReport;
  /** Adds a listener for later reports. */
  listen(listener: (report: PerformanceReport) => void): void;
}

export interface PerformanceReportsDeps {
  store: PlayerStore;
  cost: CostWatch;
  media: MediaBudget;
  timeOriginMs: number;
  /** Milliseconds since `timeOriginMs`. */
  nowMs(): number;
  /** Messages sent to the host since the measurement started. */
  toHostCount(): number;
  onHidden(listener: () => void): void;
  signal: AbortSignal;
}

/** Reports at moments that matter to a host, never by a timer: an idle player sends nothing. */
export function createPerformanceReports(deps: PerformanceReportsDeps): PerformanceReports {
  const { store, cost, media, signal } = deps;
  const listeners = new Set<(report: PerformanceReport) => void>();
  let budget = defaultBudget;
  let problems: ReturnType<typeof declareBudget>['problems'] = [];
  /** Broken limits that were reported since the budget was declared. */
  const reportedBroken = new Set<string>();
  /** The vitals of the last report; `null` before the first. */
  let reportedVitals: string | null = null;

  function read(reason: ReportReason): PerformanceReport {
    const reading = cost.read();
    const counted = {
      ...reading,
      mediaBytes: media.used(),
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

  function sendReport(reason: ReportReason): void {
    if (signal.aborted || listeners.size === 0) return;
    const report = read(reason);
    reportedVitals = vitalsOf(report);
    for (const { name, state } of report.budget.measures)
      if (state === 'broken') reportedBroken.add(name);
    for (const listener of listeners) listener(report);
  }

  async function askAndSend(reason: ReportReason): Promise<void> {
    await cost.askServices();
    sendReport(reason);
  }

  function check(): void {
    const now = read('vitals_changed');
    const { measures } = now.budget;
    if (measures.some(({ name, state }) => state === 'broken' && !reportedBroken.has(name)))
      sendReport('budget_broken');
    else if (reportedVitals !== null && reportedVitals !== vitalsOf(now))
      sendReport('vitals_changed');
  }

  cost.onChange(check);
  // Up to four times a second, so this compares one number and reads no other costs.
  media.onChange((hasLowered) => {
    const isOver = (media.used() ?? 0) > (budget.mediaBytes ?? Number.POSITIVE_INFINITY);
    if (hasLowered) sendReport('quality_reduced');
    else if (isOver && !reportedBroken.has('mediaBytes')) sendReport('budget_broken');
  });
  cost.onFirstFrame(() => void askAndSend('first_frame'));
  const stop = store.subscribe((state, previous) => {
    if (state.playback === previous.playback) return;
    if (state.playback === playbackState.paused) void askAndSend('paused');
    if (state.playback === playbackState.ended) void askAndSend('ended');
  });
  signal.addEventListener('abort', stop, { once: true });
  // This may be the page's end, so there is no time to ask the services.
  deps.onHidden(() => sendReport('hidden'));

  return {
    declare(declared) {
      ({ budget, problems } = declareBudget(budget, declared));
      reportedBroken.clear();
      media.setLimit(budget.mediaBytes);
      void askAndSend('asked');
    },
    ask: () => void askAndSend('asked'),
    read: () => read('asked'),
    listen: (listener) => listeners.add(listener),
  };
}

/** Equal for readings between which a host would notice no difference. */
function vitalsOf({ interaction, layoutShift, largestPaint }: CostReading): string {
  const { inpMs, script } = interaction ?? {};
  return [inpMs, script?.ms, layoutShift?.toFixed(3), largestPaint?.atMs].join();
}
