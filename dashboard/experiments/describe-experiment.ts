import {
  type ExperimentMeasure,
  embedMeasures,
  playbackMeasures,
  type ShownExperiment,
} from '../../shared/telemetry/experiment-report.ts';
import { formatCount, formatMoment } from '../format.ts';
import { measures } from './measures.ts';
import { formatInterval, formatSigned } from './verdict.ts';

/** @returns what the treatment gets, and how many embeds get it */
export function titleOf({
  name,
  effect,
  share,
}: Pick<ShownExperiment, 'name' | 'effect' | 'share'>): string {
  return `${name}: ${effect.split(' ').map(effectOf).join(' and ')} for ${formatShareOf(share)} of embeds`;
}

/** @param effect as the server names it; what a later server adds is shown as it is */
function effectOf(effect: string): string {
  const [kind, value] = effect.split('=');
  if (effect === 'flag') return 'a flag';
  if (effect === 'runtime=main') return 'services on the main thread';
  if (effect === 'runtime=worker') return 'services in a worker';
  return kind === 'build' && value !== undefined ? `another build (${value})` : effect;
}

/** Not rounded, because the operator gave it. */
const formatShareOf = (share: number) =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: 3 })} %`;

/** @returns a sentence */
export function stateOf({
  state,
  startedMs,
  endedMs,
  retreat,
}: Pick<ShownExperiment, 'state' | 'startedMs' | 'endedMs' | 'retreat'>): string {
  const since = formatMoment(startedMs);
  if (state === 'running') return `Running since ${since}.`;
  if (state === 'stopped') return `Stopped: this server does not run it. It began on ${since}.`;
  const ended = endedMs === null ? 'Ended' : `Ended on ${formatMoment(endedMs)}`;
  if (retreat === null) return `${ended}. It began on ${since}.`;
  const { measure, change, limitPercent } = retreat;
  return `${ended} because “${measures[measure].label}” changed by ${formatSigned(change.percent)} ${formatInterval(change)} and the limit is ${formatSigned(limitPercent)}. It began on ${since}.`;
}

/** @returns how many playbacks, and how many measured embeds, are in the arms */
export function countsOf(comparisons: ShownExperiment['comparisons']) {
  const most = (measured: readonly ExperimentMeasure[], arm: 'control' | 'treatment') =>
    // A measure may lack for some of them.
    Math.max(
      0,
      ...comparisons
        .filter(({ measure }) => measured.includes(measure))
        .map((comparison) => comparison[arm].count),
    );
  const ofBoth = (measured: readonly ExperimentMeasure[]) =>
    `${formatCount(most(measured, 'treatment'))} in the treatment, ${formatCount(most(measured, 'control'))} in the control`;
  return { playbacks: ofBoth(playbackMeasures), embeds: ofBoth(embedMeasures) };
}

/**
 * @param fromMs `null` if nothing is left out
 * @returns what is compared from this moment on; otherwise empty
 */
export function leftOut(fromMs: number | null): string {
  return fromMs === null
    ? ''
    : `; only from ${formatMoment(fromMs)} on, because there are too many`;
}
