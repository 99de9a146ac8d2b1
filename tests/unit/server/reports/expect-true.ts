import { expect } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type {
  DashboardReport,
  PlaybackRow,
  ReportFilter,
} from '../../../../server/store/reports/report-figures.ts';
import { reportLimits } from '../../../../server/store/reports/report-limits.ts';
import {
  type FixedDimension,
  fixedDimensions,
} from '../../../../shared/telemetry/document-dimensions.ts';
import {
  type PlaybackDimension,
  playbackDimensions,
  reportLists,
} from '../../../../shared/telemetry/playback-dimensions.ts';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { manyTime, rowsOf } from './many-playbacks.ts';

/**
 * Compares a report with the playbacks themselves.
 * @returns the playbacks of its figures
 */
export async function expectTrue(
  store: EventStore,
  changes: Partial<ReportFilter> = {},
): Promise<{ report: DashboardReport; rows: readonly PlaybackRow[] }> {
  const filter = { ...manyTime, ...changes };
  const report = await store.reports.dashboard(filter);
  // A report says if it has only the latest playbacks of a filter without sums.
  const read = new Map<string, Promise<PlaybackRow[]>>();
  const rowsSince = (fromMs: number | null, changed: Partial<ReportFilter> = {}) => {
    const wanted = { ...filter, ...changed, fromMs: fromMs ?? filter.fromMs };
    const key = JSON.stringify(wanted);
    const rows = read.get(key) ?? rowsOf(store, wanted);
    read.set(key, rows);
    return rows;
  };
  const rows = await rowsSince(report.countedFromMs.figures);
  expect(report.totals).toMatchObject({
    playbacks: rows.length,
    played: rows.filter(({ hasPlayed }) => hasPlayed).length,
    summaries: rows.filter(({ hasSummary }) => hasSummary).length,
    exitsBeforeStart: rows.filter(({ isExitBeforeStart }) => isExitBeforeStart).length,
    autoplaysBlocked: rows.filter(({ isAutoplayBlocked }) => isAutoplayBlocked).length,
    refusals: rows.filter(({ isRefusal }) => isRefusal).length,
    rebuffered: rows.filter(({ rebufferCount }) => (rebufferCount ?? 0) > 0).length,
  });
  expect(report.totals.watchedMs).toBeCloseTo(
    rows.reduce((sum, { watchedMs }) => sum + (watchedMs ?? 0), 0),
  );
  expectSpread(
    report.startMs,
    known(rows, ({ startMs }) => startMs),
  );
  expectSpread(
    report.rebufferPercent,
    known(rows, ({ rebufferPercent }) => rebufferPercent),
  );
  const started = await rowsSince(report.countedFromMs.startedBy, { startedBy: null });
  const times = Map.groupBy(
    started.filter(({ startMs }) => startMs !== null),
    ({ startedBy }) => startedBy,
  );
  expect(report.firstFrames).toHaveLength(times.size);
  for (const { startedBy, count, median, p75, p95 } of report.firstFrames) {
    const values = known(times.get(startedBy) ?? [], ({ startMs }) => startMs);
    expect(count).toBe(values.length);
    expectNear(median, quantile(values, 0.5));
    expectNear(p75, quantile(values, 0.75));
    expectNear(p95, quantile(values, 0.95));
  }
  for (const step of report.steps) {
    const inStep = rows.filter(
      ({ receivedMs }) => receivedMs >= step.atMs && receivedMs < step.atMs + report.stepMs,
    );
    expect(step.playbacks).toBe(inStep.length);
    expectNear(
      step.medianStartMs,
      quantile(
        known(inStep, ({ startMs }) => startMs),
        0.5,
      ),
    );
  }
  expect(sum(report.steps)).toBe(rows.length);
  const failed = rows.filter(({ failure, isRefusal }) => failure !== null && !isRefusal);
  expect(
    report.failures.reduce(
      (total, { beforeStart, midStream }) => total + beforeStart + midStream,
      0,
    ),
  ).toBe(failed.length);
  for (const [column, list] of [
    ['videoId', 'videos'] as const,
    ...[...fixedDimensions, ...playbackDimensions].map(
      (name) => [name, reportLists[name]] as const,
    ),
  ]) {
    const ofList = await rowsSince(report.countedFromMs[list], { [column]: null });
    expect(counts(report[list])).toEqual(groupsIn(ofList, column));
  }
  return { report, rows };
}

const known = (rows: readonly PlaybackRow[], of: (row: PlaybackRow) => number | null) =>
  rows.map(of).filter((value) => value !== null);
const sum = (groups: readonly { playbacks: number }[]) =>
  groups.reduce((total, { playbacks }) => total + playbacks, 0);
const counts = (groups: DashboardReport['videos']) =>
  Object.fromEntries(groups.map(({ name, playbacks }) => [name, playbacks]));

function groupsIn(
  rows: readonly PlaybackRow[],
  column: 'videoId' | FixedDimension | PlaybackDimension,
) {
  const found: Record<string, number> = {};
  for (const row of rows) found[row[column]] = (found[row[column]] ?? 0) + 1;
  return found;
}

function expectSpread(spread: DashboardReport['startMs'], values: readonly number[]): void {
  expect(spread.count).toBe(values.length);
  expectNear(spread.median, quantile(values, 0.5));
  expectNear(spread.p95, quantile(values, 0.95));
  let lower = 0;
  for (const { below, count } of spread.bars) {
    const upper = below ?? Number.POSITIVE_INFINITY;
    expect(count).toBe(values.filter((value) => value >= lower && value < upper).length);
    lower = upper;
  }
}

function expectNear(approximate: number | null, exact: number | null): void {
  if (approximate === null || exact === null) expect(approximate).toBe(exact);
  else
    expect(Math.abs(approximate - exact)).toBeLessThanOrEqual(
      (exact * reportLimits.quantileErrorPercent) / 100 + 1e-9,
    );
}
