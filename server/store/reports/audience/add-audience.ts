import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AudienceDimension,
  type AudienceGroup,
  type AudienceReport,
  audienceDimensions,
  milestones,
  retentionParts,
} from '../../../../shared/telemetry/audience-report.ts';
import { isNamed } from '../../../../shared/telemetry/document-dimensions.ts';
import { latestCut } from '../latest-cut.ts';
import { stepFor } from '../read-steps.ts';
import type { ReportFilter } from '../report-figures.ts';
import { audienceLimits } from './audience-limits.ts';
import { minuteMs } from './count-watched-minutes.ts';
import { partsOf } from './coverage.ts';
import type { AudiencePart, CountedViewing } from './read-audience.ts';

/** All figures of an answer; who asks adds the moment and the titles. */
export type Audience = Omit<AudienceReport, 'madeMs' | 'titles'>;

/** A viewing with the hundredths of its video that it saw; `null` without a video that ends. */
interface ReadViewing extends CountedViewing {
  parts: readonly number[] | null;
}

/**
 * Adds the parts of one or more stores. Other work gets its turn in between, because a server reads
 * PostgreSQL in the thread of its intake.
 * @param nowMs Unix milliseconds
 */
export async function addAudience(
  parts: readonly AudiencePart[],
  { fromMs, toMs, names = {} }: Pick<ReportFilter, 'fromMs' | 'toMs' | 'names'>,
  nowMs: number,
): Promise<Audience> {
  const countedFromMs = latestCut(parts);
  const viewings = parts
    .flatMap((part) => part.viewings)
    .filter(({ receivedMs }) => countedFromMs === null || receivedMs >= countedFromMs)
    .map((viewing) => ({
      ...viewing,
      parts: viewing.durationSec === null ? null : partsOf(viewing.seen),
    }));
  await nextTurn();
  const groups: Partial<Audience['groups']> = {};
  for (const dimension of audienceDimensions) {
    groups[dimension] = isNamed(dimension, names) ? groupsOf(viewings, dimension) : [];
    await nextTurn();
  }
  const stepMs = stepFor({ fromMs, toMs });
  const live = viewings.filter(({ isLive }) => isLive);
  return {
    fromMs,
    toMs,
    countedFromMs,
    viewings: viewings.length,
    watchedMs: watchedMsOf(viewings),
    viewers: viewersOf(viewings),
    anonymousViewings: viewings.filter(({ viewer }) => viewer === '').length,
    retention: retentionOf(viewings),
    concurrent: concurrentOf(parts, { stepMs, fromMs, toMs: Math.min(toMs, nowMs) }),
    live: { viewings: live.length, stepMs, steps: liveStepsOf(live, stepMs, nowMs) },
    names,
    groups: groups as Audience['groups'],
  };
}

function retentionOf(all: readonly ReadViewing[]): Audience['retention'] {
  const viewings = all.filter(({ parts }) => parts !== null);
  const counts = () => new Array<number>(retentionParts).fill(0);
  const [seen, again] = [counts(), counts()];
  for (const viewing of viewings) {
    for (const part of viewing.parts ?? []) seen[part] = (seen[part] ?? 0) + 1;
    for (const part of partsOf(viewing.again)) again[part] = (again[part] ?? 0) + 1;
  }
  const durations = viewings.map(({ durationSec }) => durationSec ?? 0).sort((a, b) => a - b);
  return {
    viewings: viewings.length,
    durationSec: durations[Math.floor((durations.length - 1) / 2)] ?? null,
    seen,
    again,
    seenPercent: seenPercentOf(viewings),
    reached: milestones.map((percent) => ({ percent, viewings: reachedBy(viewings, percent) })),
  };
}

const reachedBy = (viewings: readonly ReadViewing[], percent: number) =>
  viewings.filter(({ parts }) => (parts?.at(-1) ?? -1) >= (percent / 100) * retentionParts).length;

function seenPercentOf(all: readonly ReadViewing[]): number | null {
  const viewings = all.filter(({ parts }) => parts !== null);
  if (viewings.length === 0) return null;
  const seen = viewings.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0);
  return (seen / retentionParts / viewings.length) * 100;
}

const watchedMsOf = (viewings: readonly ReadViewing[]) =>
  viewings.reduce((sum, { watchedMs }) => sum + watchedMs, 0);

function viewersOf(viewings: readonly ReadViewing[]): number {
  const viewers = new Set(viewings.map(({ viewer }) => viewer));
  viewers.delete('');
  return viewers.size;
}

function groupsOf(all: readonly ReadViewing[], dimension: AudienceDimension): AudienceGroup[] {
  return (
    [...Map.groupBy(all, (viewing) => viewing[dimension])]
      .sort(
        ([one, viewings], [other, others]) =>
          others.length - viewings.length || (one < other ? -1 : 1),
      )
      // Senders may invent any number of names.
      .slice(0, audienceLimits.groupsCount)
      .map(([name, viewings]) => ({
        name,
        viewings: viewings.length,
        viewers: viewersOf(viewings),
        watchedMs: watchedMsOf(viewings),
        seenPercent: seenPercentOf(viewings),
        finished: reachedBy(viewings, Math.max(...milestones)),
      }))
  );
}

interface Steps {
  stepMs: number;
  fromMs: number;
  toMs: number;
}

function concurrentOf(
  parts: readonly AudiencePart[],
  { stepMs, fromMs, toMs }: Steps,
): Audience['concurrent'] {
  const steps = new Map<number, number>();
  for (const { atMs, watchedMs } of parts.flatMap((part) => part.steps))
    steps.set(atMs, (steps.get(atMs) ?? 0) + watchedMs);
  // A step counts as long as the part of it that lies in the time.
  const firstMs = Math.floor(fromMs / minuteMs) * minuteMs;
  const lengthOf = (atMs: number) =>
    Math.max(minuteMs, Math.min(atMs + stepMs, toMs) - Math.max(atMs, firstMs));
  return {
    stepMs,
    steps: [...steps]
      .sort(([one], [other]) => one - other)
      .map(([atMs, watchedMs]) => ({ atMs, viewers: watchedMs / lengthOf(atMs) })),
    peak: peakOf(parts),
    nowViewers: parts.reduce((sum, part) => sum + part.latestMinuteMs, 0) / minuteMs,
  };
}

/** The peaks of several stores may be at different minutes: then it is at least the largest. */
function peakOf(parts: readonly AudiencePart[]): Audience['concurrent']['peak'] {
  const minutes = new Map<number, number>();
  for (const { peak } of parts)
    if (peak !== null) minutes.set(peak.atMs, (minutes.get(peak.atMs) ?? 0) + peak.watchedMs);
  const [most] = [...minutes].sort(([, one], [, other]) => other - one);
  return most === undefined ? null : { atMs: most[0], viewers: most[1] / minuteMs };
}

function liveStepsOf(
  live: readonly CountedViewing[],
  stepMs: number,
  nowMs: number,
): Audience['live']['steps'] {
  const steps = new Map<number, { joined: number; left: number }>();
  const add = (atMs: number, name: 'joined' | 'left') => {
    const startMs = Math.floor(atMs / stepMs) * stepMs;
    const step = steps.get(startMs) ?? { joined: 0, left: 0 };
    steps.set(startMs, { ...step, [name]: step[name] + 1 });
  };
  for (const { firstMs, lastMs } of live) {
    if (firstMs === null || lastMs === null) continue;
    add(firstMs, 'joined');
    if (lastMs < nowMs - audienceLimits.leftAfterMs) add(lastMs, 'left');
  }
  return [...steps]
    .sort(([one], [other]) => one - other)
    .map(([atMs, counts]) => ({ atMs, ...counts }));
}
