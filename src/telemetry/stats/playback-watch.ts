import { playbackStatsLimits } from '../../../shared/limits/later-limits.ts';
import { collectorLimits } from '../../../shared/limits/limits.ts';
import type { LogPayload } from '../../../shared/telemetry/log-event.ts';
import type {
  CmcdReading,
  PlaybackAnswer,
  PlaybackReport,
  Tick,
} from '../../../shared/telemetry/playback-report.ts';
import type { ProviderLogEntry } from '../../../shared/telemetry/provider-log.ts';
import { qoeEventName } from '../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../shared/telemetry/qoe-summary.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { limitLog } from '../limit-log.ts';
import type { Log } from '../player-log.ts';
import {
  actionsAtOpen,
  actionsOfNewPlayback,
  type CompleteAction,
  noteTicks,
} from './action-ticks.ts';
import { isCmcdNews, readForCmcd } from './cmcd-reading.ts';
import { hasEnded } from './playback-phase.ts';
import {
  type FrameCounts,
  isAttempt,
  nextQuality,
  startQuality,
  summarizeQuality,
} from './playback-quality.ts';
import type { PlaybackChange, PlaybackStats } from './playback-stats.ts';

export interface PlaybackWatchDeps {
  store: PlayerStore;
  log: Log;
  playback: { keepEntry?(entry: ProviderLogEntry): void };
  /** Sends a report to the services. */
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer>>;
  clock: Clock;
  /** A monotonic clock that starts when the page is opened. */
  nowMs(): number;
  isVisible(): boolean;
}

/** Readings that need the page. */
export interface PageReadings {
  timeOriginMs: number;
  /** `null` where the browser does not count. */
  frames(): FrameCounts | null;
  startTicks(): Tick[];
  /** Marks a completed action, for profilers. */
  markAction(action: CompleteAction): void;
  /** URL for CMCD reports; `null` if the operator wants none. */
  collector: string | null;
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
  const { store, log, clock, nowMs, isVisible } = deps;
  const { collector } = page;
  const readNow = () => ({ isVisible: isVisible(), frames: page.frames(), atMs: nowMs() });
  let cpn = '';
  // Measures from the page's opening, even if this script loads late.
  let quality = startQuality({ ...readNow(), atMs: 0 });
  let actions = actionsAtOpen;
  /** Latency summary of this playback, from the services. */
  let latency: LogPayload | null = null;
  let toldMs = Number.NEGATIVE_INFINITY;
  let hasNews = false;
  /** The playback ended or failed; later changes do not belong to it. */
  let isOver = false;
  let wasVisible = isVisible();
  let cancelInterval: (() => void) | null = null;
  let lastReading: CmcdReading | null = null;
  let isTold = false;
  let summaryCount = 0;
  /** Limited, because a host can load thousands of videos a second without playing them. */
  const logUnplayed = limitLog((...event) => {
    isTold = true;
    log(...event);
  }, nowMs);

  async function ask(report: PlaybackReport): Promise<PlaybackAnswer | null> {
    try {
      const answer = await deps.report(report);
      return answer.ok ? answer.value : null;
    } catch {
      // A failed report is not retried.
      return null;
    }
  }

  async function tellAction(complete: CompleteAction, state: PlayerState): Promise<void> {
    const { action, ticks } = complete;
    const mine = cpn;
    page.markAction(complete);
    const { timeOriginMs } = page;
    const { videoId, engine, isLive, currentTime } = state;
    const all = action === 'startup' ? [...page.startTicks(), ...ticks] : ticks;
    const info = { engine, isLive, positionSec: Math.max(0, currentTime) };
    const answer = await ask({
      type: 'action',
      action,
      cpn,
      videoId,
      timeOriginMs,
      ticks: all,
      info,
    });
    if (answer === null || signal.aborted) return;
    if (answer.event !== null) log('latency', answer.event, { sequenceGroup: mine });
    if (mine === cpn) latency = answer.summary ?? latency;
  }

  function tellSummary(state: PlayerState, end: QoeSummary['end']): void {
    toldMs = nowMs();
    hasNews = false;
    isOver = end === 'ended' || end === 'failed';
    if (!isAttempt(quality)) return;
    const { videoId } = state;
    const summary = summarizeQuality(quality, state, end);
    isTold = quality.hasPlayed;
    const logSummary = quality.hasPlayed ? log : logUnplayed;
    logSummary(
      qoeEventName,
      { videoId, cpn, ...summary },
      { tier: 'dispatch_to_empty', sequenceGroup: cpn },
    );
    if (!isTold) return;
    if (latency !== null) log('latency_summary', latency, { sequenceGroup: cpn });
    // Numbered by the page, so that its copy and the services' copy are the same entry.
    const stamp = { n: ++summaryCount, timeMs: clock.now() };
    deps.playback.keepEntry?.({ ...stamp, kind: 'qoe', fields: { videoId, cpn, ...summary } });
    void ask({ type: 'qoe', ...stamp, videoId, cpn, summary });
  }

  function tellCollector(
    state: PlayerState,
    occasion: { isInterval?: boolean; isQuit?: boolean },
  ): void {
    if (collector === null || cpn === '') return;
    const { isInterval = false, isQuit = false } = occasion;
    const reading = readForCmcd(state, quality, {
      collector,
      cpn,
      atMs: clock.now(),
      isInterval,
      isQuit,
    });
    const isNews = lastReading === null || isCmcdNews(lastReading, reading);
    if (!isNews && !isInterval && !isQuit) return;
    lastReading = reading;
    void ask(reading);
  }

  function startInterval(): void {
    cancelInterval = clock.setTimer(() => {
      look();
      tellCollector(store.getState(), { isInterval: true });
      startInterval();
    }, playbackStatsLimits.cmcdEveryMs);
  }

  function keepInterval(): void {
    const isOn = collector !== null && quality.phase !== 'idle';
    if (isOn && cancelInterval === null) startInterval();
    if (isOn || cancelInterval === null) return;
    cancelInterval();
    cancelInterval = null;
  }

  /** Counts up to now. */
  function look(): void {
    const state = store.getState();
    quality = nextQuality(quality, { state, previous: state, ...readNow() });
  }

  function take({ state, previous, cpn: nextCpn, atMs }: PlaybackChange): void {
    if (nextCpn !== cpn) {
      const isFirst = cpn === '';
      if (!isFirst) {
        // The playback ends with this change. If it ended or failed before, it has been reported
        // already.
        quality = nextQuality(quality, { state: previous, previous, ...readNow(), atMs });
        if (hasNews && !isOver) tellSummary(previous, 'replaced');
        tellCollector(previous, { isQuit: true });
        quality = startQuality({ ...readNow(), atMs });
        actions = actionsOfNewPlayback(actions);
      }
      cpn = nextCpn;
      latency = null;
      isOver = false;
    }
    const before = quality;
    const reading = { state, previous, ...readNow(), atMs };
    quality = nextQuality(before, reading);
    const noted = noteTicks(actions, reading, before, quality);
    actions = noted.open;
    for (const action of noted.complete) void tellAction(action, state);
    hasNews = true;
    tellCollector(state, {});
    keepInterval();
    const isEnd = hasEnded(state) && !hasEnded(previous);
    if (isEnd || (state.error !== null && previous.error === null))
      tellSummary(state, isEnd ? 'ended' : 'failed');
  }

  function close(): void {
    const isShown = isVisible() && !wasVisible;
    const isLeaving = isVisible() && wasVisible;
    wasVisible = isVisible();
    look();
    if (isShown || isOver) return;
    const state = store.getState();
    const isGoingOn = quality.phase !== 'idle';
    // Hiding and then closing is one exit. Skip the report if nothing has changed since the last.
    if ((!hasNews && !isGoingOn) || nowMs() - toldMs < collectorLimits.exitSpreadMs) return;
    tellSummary(state, 'left');
    tellCollector(state, { isQuit: isLeaving });
  }

  signal.addEventListener(
    'abort',
    () => {
      close();
      cancelInterval?.();
    },
    { once: true },
  );
  return { take, close };
}
