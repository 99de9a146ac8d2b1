import { addNumbers } from '../add-numbers.ts';
import type { StoredError } from '../stored-error.ts';
import { addCompleteness, eventsOfGroup } from './completeness/add-completeness.ts';
import { figuresOfEach } from './figures-of-each.ts';
import { ofEachColumn, ofEachListName } from './filter-columns.ts';
import { addFirstFrames } from './first-frames.ts';
import { latestCut } from './latest-cut.ts';
import { outcomesOf } from './outcome-counts.ts';
import type {
  Accounting,
  DashboardReport,
  Group,
  IntakeStep,
  PlaybackFigures,
  QoeOverview,
  Spread,
} from './report-figures.ts';
import { reportLimits } from './report-limits.ts';
import type { FiguresPart, ListPart, OverviewPart, ReportPart } from './report-parts.ts';
import { addCounts, type GroupCounts } from './sums/group-counts.ts';
import { addEach, addSteps, type StepSums } from './sums/step-sums.ts';
import { figuresOf } from './sums/sum-figures.ts';

const dayMs = 86_400_000;

/**
 * Adds the parts of one or more stores to a report.
 * @param parts all cut at the same moments
 * @param stepMs length of the steps of the report's charts
 */
export function reportOf(parts: readonly ReportPart[], stepMs: number): DashboardReport {
  const listParts = ofEachColumn((column) => parts.map(({ lists }) => lists[column]));
  const figures = parts.map((part) => part.figures);
  const completeness = parts.map((part) => part.completeness);
  return {
    ...addFigures(figures, stepMs),
    stepMs,
    intake: addIntake(parts.flatMap(({ intake }) => intake)),
    ...ofEachListName((column) => largest(listParts[column], eventsOfGroup(completeness, column))),
    firstFrames: addFirstFrames(parts.map(({ firstFrames }) => firstFrames)),
    countedFromMs: {
      figures: latestCut(figures),
      ...ofEachListName((column) => latestCut(listParts[column])),
      latest: latestCut(parts.map(({ latest }) => latest)),
    },
    latest: parts
      .flatMap(({ latest }) => latest.playbacks)
      .sort((one, other) => other.receivedMs - one.receivedMs)
      .slice(0, reportLimits.latestCount),
    completeness: addCompleteness(completeness, stepMs),
    accounting: addAccounting(parts.map(({ accounting }) => accounting)),
    errors: addErrors(parts.flatMap(({ errors }) => errors)),
  };
}

/** The short form has no charts, so the largest sums serve best. */
export const overviewStepMs = dayMs;

/** @param parts like those of `reportOf` */
export function overviewOf(parts: readonly OverviewPart[]): QoeOverview {
  const figures = parts.map((part) => part.figures);
  const { totals, startMs, rebufferPercent } = addFigures(figures, overviewStepMs);
  return {
    playbacks: totals.playbacks,
    played: totals.played,
    summaries: totals.summaries,
    exitsBeforeStart: totals.exitsBeforeStart,
    autoplaysBlocked: totals.autoplaysBlocked,
    failures: { beforeStart: totals.failuresBeforeStart, midStream: totals.failuresMidStream },
    refusals: totals.refusals,
    rebuffered: totals.rebuffered,
    startMs: spreadOf(startMs),
    rebufferPercent: spreadOf(rebufferPercent),
    malformed: sum(parts.map(({ malformed }) => malformed)),
    countedFromMs: latestCut(figures),
  };
}

/** Exact quantiles if all parts have their playbacks. */
function addFigures(parts: readonly FiguresPart[], stepMs: number): PlaybackFigures {
  const each = parts.flatMap(({ playbacks }) => (playbacks === undefined ? [] : [playbacks]));
  if (each.length === parts.length) return figuresOfEach(each.flat(), stepMs);
  const steps: StepSums = new Map();
  for (const playbacks of each) addEach(steps, playbacks, stepMs);
  for (const { sums } of parts) if (sums !== undefined) addSteps(steps, sums);
  return figuresOf(steps);
}

function largest(
  parts: readonly ListPart[],
  eventsOf: (name: string) => Pick<Group, 'created' | 'stored'>,
): Group[] {
  const groups = new Map<string, GroupCounts>();
  for (const part of parts)
    for (const [name, counts] of part.groups) addCounts(groups, name, counts);
  return [...groups]
    .filter(([, { playbacks }]) => playbacks > 0)
    .sort(
      ([one, { playbacks }], [other, { playbacks: others }]) =>
        others - playbacks || (one < other ? -1 : 1),
    )
    .slice(0, reportLimits.groupsCount)
    .map(([name, counts]) => ({ name, ...outcomesOf(counts), ...eventsOf(name) }));
}

function addIntake(steps: readonly IntakeStep[]): IntakeStep[] {
  return [...Map.groupBy(steps, ({ atMs }) => atMs)]
    .sort(([one], [other]) => one - other)
    .map(([atMs, same]) => ({ ...addNumbers(same), atMs }));
}

function addAccounting(parts: readonly Accounting[]): Accounting {
  const reasons = Map.groupBy(
    parts.flatMap(({ reportedLost }) => reportedLost),
    ({ reason }) => reason,
  );
  return {
    ...addNumbers(parts.map(({ reportedLost: _, ...numbers }) => numbers)),
    reportedLost: [...reasons]
      .map(([reason, same]) => ({ reason, count: sum(same.map(({ count }) => count)) }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}

/** An error of several stores counts once, with the latest of its reports. */
function addErrors(errors: readonly StoredError[]): StoredError[] {
  return [...Map.groupBy(errors, ({ fingerprint }) => fingerprint).values()]
    .map((same) => {
      const latest = same.reduce((one, other) =>
        other.lastReceivedMs > one.lastReceivedMs ? other : one,
      );
      return {
        ...latest,
        count: sum(same.map(({ count }) => count)),
        firstReceivedMs: Math.min(...same.map(({ firstReceivedMs }) => firstReceivedMs)),
      };
    })
    .sort((one, other) => other.count - one.count || other.lastReceivedMs - one.lastReceivedMs)
    .slice(0, reportLimits.errorsCount);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function spreadOf({ count, median, p95 }: Spread): Spread {
  return { count, median, p95 };
}
