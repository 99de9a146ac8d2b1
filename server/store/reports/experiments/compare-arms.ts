import {
  type ExperimentComparison,
  type ExperimentMeasure,
  embedMeasures,
  playbackMeasures,
} from '../../../../shared/telemetry/experiment-report.ts';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { latestOf } from '../latest-cut.ts';
import { controlShare } from './control-share.ts';
import { experimentLimits } from './experiment-limits.ts';
import {
  type Change,
  changeOf,
  type Estimate,
  estimateCount,
  estimateQuantile,
  estimateShare,
} from './interval.ts';
import type { ArmEmbed, ArmPlayback, ArmsPart } from './read-arms.ts';

const { comparedMinCount, shownNormal } = experimentLimits;

/** A measure of both arms. */
export interface Comparison extends ExperimentComparison {
  /** The same change with the confidence that ends an experiment; `null` with too little. */
  surely: Change | null;
}

/** An experiment's arms compared. */
export interface ComparedArms {
  playbacksFromMs: number | null;
  embedsFromMs: number | null;
  comparisons: Comparison[];
}

/** A measure of one arm. */
interface ArmValue {
  count: number;
  value: number | null;
  estimate: Estimate | null;
}

/**
 * Compares the arms of all stores. What is cut in one store is left out in all.
 * @param share the embeds in the treatment, 0 to 1
 */
export function compareArms(parts: readonly ArmsPart[], share: number): ComparedArms {
  const weights = { control: controlShare(share), treatment: share };
  const playbacksFromMs = latestOf(parts.map((part) => part.playbacksFromMs));
  const embedsFromMs = latestOf(parts.map((part) => part.embedsFromMs));
  const valuesOf = (arm: 'control' | 'treatment') => {
    const playbacks = parts.flatMap((part) => part[arm].playbacks);
    const embeds = parts.flatMap((part) => part[arm].embeds);
    return {
      ...playbackValues(playbacks.filter(isFrom(playbacksFromMs)), weights[arm]),
      ...embedValues(embeds.filter(isFrom(embedsFromMs))),
    };
  };
  const [control, treatment] = [valuesOf('control'), valuesOf('treatment')];
  return {
    playbacksFromMs,
    embedsFromMs,
    comparisons: [...playbackMeasures, ...embedMeasures].map((measure) =>
      compare(measure, control[measure], treatment[measure]),
    ),
  };
}

const isFrom =
  (fromMs: number | null) =>
  ({ receivedMs }: { receivedMs: number }) =>
    receivedMs >= (fromMs ?? 0);

function compare(measure: ExperimentMeasure, control: ArmValue, treatment: ArmValue): Comparison {
  // An arm that does not work has no playbacks.
  const least = measure === 'playbacks' ? Math.max : Math.min;
  const isEnough = least(control.count, treatment.count) >= comparedMinCount;
  const changeAt = (normal: number) =>
    isEnough && control.estimate !== null && treatment.estimate !== null
      ? changeOf(control.estimate, treatment.estimate, normal)
      : null;
  return {
    measure,
    control: { count: control.count, value: control.value },
    treatment: { count: treatment.count, value: treatment.value },
    change: changeAt(shownNormal),
    surely: changeAt(experimentLimits.retreatNormal),
  };
}

function playbackValues(
  playbacks: readonly ArmPlayback[],
  weight: number,
): Record<(typeof playbackMeasures)[number], ArmValue> {
  const starts = playbacks.map(({ startMs }) => startMs).filter((value) => value !== null);
  // How others ended is not known.
  const ended = playbacks.filter(({ hasSummary }) => hasSummary);
  const shareOf = (isIn: (playback: ArmPlayback) => boolean): ArmValue => {
    const [count, all] = [ended.filter(isIn).length, ended.length];
    return {
      count: all,
      value: all === 0 ? null : count / all,
      estimate: estimateShare(count, all),
    };
  };
  const { length } = playbacks;
  return {
    playbacks: { count: length, value: length, estimate: estimateCount(length, weight) },
    first_frame_p50: quantileOf(starts, 0.5),
    first_frame_p75: quantileOf(starts, 0.75),
    first_frame_p95: quantileOf(starts, 0.95),
    failures: shareOf(({ isFailed }) => isFailed),
    exits_before_start: shareOf(({ isExit }) => isExit),
    rebuffering: shareOf(({ isRebuffered }) => isRebuffered),
  };
}

function embedValues(
  embeds: readonly ArmEmbed[],
): Record<(typeof embedMeasures)[number], ArmValue> {
  const p75Of = (measure: keyof ArmEmbed['measures']) =>
    quantileOf(
      embeds.map(({ measures }) => measures[measure]).filter((value) => value !== undefined),
      0.75,
    );
  return {
    largest_paint_p75: p75Of('largestPaintMs'),
    interaction_p75: p75Of('interactionMs'),
    layout_shift_p75: p75Of('layoutShift'),
    blocking_p75: p75Of('blockingMs'),
    transferred_p75: p75Of('transferredBytes'),
  };
}

function quantileOf(values: readonly number[], q: number): ArmValue {
  const sorted = [...values].sort((one, other) => one - other);
  return {
    count: values.length,
    value: quantile(sorted, q),
    estimate: estimateQuantile(sorted, q),
  };
}
