import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import type { LogPayload } from '../../../shared/telemetry/log-event.ts';
import type {
  PlaybackAnswer,
  PlaybackReport,
  Tick,
} from '../../../shared/telemetry/playback-report.ts';
import type { QoeSummary } from '../../../shared/telemetry/qoe-summary.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import {
  actionsAtOpen,
  actionsOfNewPlayback,
  type CompleteAction,
  noteTicks,
} from './action-ticks.ts';
import type { CmcdReports, CmcdReportsDeps } from './cmcd-reports.ts';
import { hasEnded } from './playback-phase.ts';
import {
  type FrameCounts,
  isAttempt,
  nextQuality,
  startQuality,
  summarizeQuality,
} from './playback-quality.ts';
import type { PlaybackChange, PlaybackMoment, PlaybackStats } from './playback-stats.ts';
import { createSummaryReports, type SummaryReportsDeps } from './summary-reports.ts';

export interface PlaybackWatchDeps extends Omit<SummaryReportsDeps, 'send'> {
  /** Sends a report to the services. */
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer>>;
  now(): PlaybackMoment;
  /** Whether the page was visible before the first change. */
  wasVisible: boolean;
}

/** Readings that need the page. */
export interface PageReadings {
  timeOriginMs: number;
  /** `null` where the browser does not count. */
  frames(): FrameCounts | null;
  startTicks(): Tick[];
  /** Marks a completed action, for profilers. */
  markAction(action: CompleteAction): void;
  /** `null` if the operator wants no CMCD reports. */
  createCmcd: ((deps: Omit<CmcdReportsDeps, 'collector'>) => CmcdReports) | null;
}

/**
 * Reports the quality of playbacks: a summary at the end of each, the latency of its actions, and
 * CMCD if the operator has a collector.
 */
export function createPlaybackWatch(
  deps: PlaybackWatchDeps,
  page: PageReadings,
  signal: AbortSignal,
): PlaybackStats {
  const { log, clock, now } = deps;
  let cpn = '';
  // Measures from the page's opening, even if this script loads late.
  let quality = startQuality({ isVisible: deps.wasVisible, frames: page.frames(), atMs: 0 });
  let actions = actionsAtOpen;
  /** Latency summary of this playback, from the services. */
  let latency: LogPayload | null = null;
  let reportedMs = Number.NEGATIVE_INFINITY;
  let hasNews = false;
  /** The playback ended or failed; later changes do not belong to it. */
  let isOver = false;
  let { wasVisible } = deps;
  const ask = (report: PlaybackReport) => answerTo(report, deps);
  const send = (report: PlaybackReport) => void ask(report);
  const reportSummary = createSummaryReports({ ...deps, send });
  const cmcd = page.createCmcd?.({
    clock,
    send,
    onInterval() {
      const moment = now();
      check(moment);
      cmcd?.report(moment.state, quality, cpn, { isInterval: true });
    },
  });

  async function reportAction(complete: CompleteAction, state: PlayerState): Promise<void> {
    const mine = cpn;
    page.markAction(complete);
    const answer = await ask(actionReport(complete, state, cpn, page));
    if (answer === null || signal.aborted) return;
    if (answer.event !== null) log('latency', answer.event, { sequenceGroup: mine });
    if (mine === cpn) latency = answer.summary ?? latency;
  }

  function sendSummary(state: PlayerState, end: QoeSummary['end']): void {
    reportedMs = quality.atMs;
    hasNews = false;
    isOver = end === 'ended' || end === 'failed';
    if (!isAttempt(quality)) return;
    const { videoId } = state;
    const summary = summarizeQuality(quality, state, end);
    reportSummary({ videoId, cpn, summary, hasPlayed: quality.hasPlayed, latency });
  }

  /** Counts up to this moment. */
  function check(moment: PlaybackMoment): void {
    const reading = { ...moment, previous: moment.state, frames: page.frames() };
    quality = nextQuality(quality, reading);
  }

  function update({ cpn: nextCpn, ...change }: PlaybackChange): void {
    const { state, previous } = change;
    const reading = { ...change, frames: page.frames() };
    if (nextCpn !== cpn) {
      const isFirst = cpn === '';
      if (!isFirst) {
        // The playback ends with this change. If it ended or failed before, it has been reported
        // already.
        quality = nextQuality(quality, { ...reading, state: previous });
        if (hasNews && !isOver) sendSummary(previous, 'replaced');
        cmcd?.report(previous, quality, cpn, { isQuit: true });
        quality = startQuality(reading);
        actions = actionsOfNewPlayback(actions);
      }
      cpn = nextCpn;
      latency = null;
      isOver = false;
    }
    const before = quality;
    quality = nextQuality(before, reading);
    const noted = noteTicks(actions, reading, before, quality);
    actions = noted.open;
    for (const action of noted.complete) void reportAction(action, state);
    hasNews = true;
    cmcd?.report(state, quality, cpn);
    cmcd?.keepInterval(quality.phase !== 'idle');
    const isEnd = hasEnded(state) && !hasEnded(previous);
    if (isEnd || (state.error !== null && previous.error === null))
      sendSummary(state, isEnd ? 'ended' : 'failed');
  }

  function close(moment: PlaybackMoment): void {
    const { state, atMs, isVisible } = moment;
    const isShown = isVisible && !wasVisible;
    const isLeaving = isVisible && wasVisible;
    wasVisible = isVisible;
    check(moment);
    if (isShown || isOver) return;
    const isGoingOn = quality.phase !== 'idle';
    // Hiding and then closing is one exit. Skip the report if nothing has changed since the last.
    if ((!hasNews && !isGoingOn) || atMs - reportedMs < collectorLimits.exitSpreadMs) return;
    sendSummary(state, 'left');
    cmcd?.report(state, quality, cpn, { isQuit: isLeaving });
  }

  signal.addEventListener(
    'abort',
    () => {
      close(now());
      cmcd?.stop();
    },
    { once: true },
  );
  return { update, close };
}

function actionReport(
  { action, ticks }: CompleteAction,
  { videoId, engine, isLive, currentTime }: PlayerState,
  cpn: string,
  { timeOriginMs, startTicks }: PageReadings,
): PlaybackReport {
  const all = action === 'startup' ? [...startTicks(), ...ticks] : ticks;
  const info = { engine, isLive, positionSec: Math.max(0, currentTime) };
  return { type: 'action', action, cpn, videoId, timeOriginMs, ticks: all, info };
}

async function answerTo(
  report: PlaybackReport,
  deps: Pick<PlaybackWatchDeps, 'report'>,
): Promise<PlaybackAnswer | null> {
  try {
    const answer = await deps.report(report);
    return answer.ok ? answer.value : null;
  } catch {
    // A failed report is not retried.
    return null;
  }
}
