import { latencyLimits } from '../../../shared/limits/latency-limits.ts';
import type { LatencyAction, PlaybackAnswer } from '../../../shared/telemetry/playback-report.ts';
import { quantile } from '../../../shared/tools/quantile.ts';
import { createRepeatLimit } from './repeat-limit.ts';
import { measureAction } from './spans.ts';

/**
 * Makes events of timed actions: one for each action, within the repeat limit, and a summary of
 * each playback.
 */
export interface LatencyLog {
  add(action: LatencyAction): PlaybackAnswer;
}

export interface LatencyLogDeps {
  /** Unix milliseconds. */
  now(): number;
  /** When these services were ready; Unix milliseconds. */
  readyMs: number;
}

interface Durations {
  count: number;
  /** The newest durations. */
  ms: number[];
}

export function createLatencyLog({ now, readyMs }: LatencyLogDeps): LatencyLog {
  const limit = createRepeatLimit(now);
  const playbacks = new Map<string, Map<string, Durations>>();

  function add(cpn: string, action: string, totalMs: number): Map<string, Durations> {
    const actions = playbacks.get(cpn) ?? new Map<string, Durations>();
    playbacks.set(cpn, actions);
    for (const oldest of playbacks.keys()) {
      if (playbacks.size <= latencyLimits.playbacksCount) break;
      playbacks.delete(oldest);
    }
    const durations = actions.get(action) ?? { count: 0, ms: [] };
    actions.set(action, durations);
    durations.count++;
    durations.ms = [...durations.ms, totalMs].slice(-latencyLimits.durationsCount);
    return actions;
  }

  return {
    add({ action, cpn, videoId, timeOriginMs, ticks, info }) {
      const ready = { name: 'services_ready', ms: Math.max(0, readyMs - timeOriginMs) };
      const times = measureAction(action, action === 'startup' ? [...ticks, ready] : ticks);
      if (times === null) return { event: null, summary: null };
      const summary = { videoId, cpn, actions: summarize(add(cpn, action, times.totalMs)) };
      const skipped = limit.allow(`${cpn} ${action}`);
      if (skipped === null) return { event: null, summary };
      const event = { videoId, cpn, action, ...times, info };
      return { event: skipped === 0 ? event : { ...event, skipped }, summary };
    },
  };
}

function summarize(actions: ReadonlyMap<string, Durations>): Record<string, unknown> {
  const entries = [...actions].map(([action, { count, ms }]) => {
    return [action, { count, medianMs: quantile(ms, 0.5), maxMs: Math.max(...ms) }] as const;
  });
  return Object.fromEntries(entries);
}
