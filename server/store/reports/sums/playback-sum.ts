import { isRefusal } from '../../../../shared/player/is-refusal.ts';
import { rebufferBarsPercent, startBarsMs } from '../report-figures.ts';
import type { SummedColumns } from '../report-tables.ts';
import { addToBin, type Bins, binOf } from './value-bins.ts';

/** Names of the figures that are counted or added up, in the order in which they are stored. */
export const outcomeNames = [
  'playbacks',
  'played',
  'exits',
  'failed',
  'refusals',
  'rebuffered',
] as const;
export const otherNames = [
  'summaries',
  'blocked',
  'before',
  'refused_before',
  'rebuffer_count',
  'rebuffer_ms',
  'watched_ms',
] as const;

type FigureName = (typeof outcomeNames)[number] | (typeof otherNames)[number];

/** Playbacks that failed with an error, or were refused with it. */
export interface Cause {
  name: string;
  isRefusal: boolean;
  playbacks: number;
  /** Those that failed before they started. */
  before: number;
}

/** How one measure of the playbacks is spread. */
export interface Measured {
  bins: Bins;
  /** Exact counts by the bars of a report; the last bar has no upper end. */
  bars: number[];
}

/** The figures of a group of playbacks. Sums can be added. */
export interface PlaybackSum {
  figures: Record<FigureName, number>;
  start: Measured;
  rebuffer: Measured;
  causes: Map<string, Cause>;
}

export function emptySum(): PlaybackSum {
  const zeros = [...outcomeNames, ...otherNames].map((name) => [name, 0]);
  return {
    figures: Object.fromEntries(zeros),
    start: { bins: new Map(), bars: new Array(startBarsMs.length + 1).fill(0) },
    rebuffer: { bins: new Map(), bars: new Array(rebufferBarsPercent.length + 1).fill(0) },
    causes: new Map(),
  };
}

/** @param sign -1 takes the playback away */
export function addPlayback(sum: PlaybackSum, playback: SummedColumns, sign = 1): void {
  const { figures } = sum;
  const hasFailed = playback.failure !== null;
  const isBefore = playback.failure === 'before_start';
  const isRefused = hasFailed && playback.error_name !== null && isRefusal(playback.error_name);
  const add = (name: FigureName, more: boolean | number) => {
    figures[name] += sign * Number(more);
  };
  add('playbacks', 1);
  add('played', playback.is_begun === 1 || playback.watched_ms > 0);
  add('exits', playback.is_exit_before_start);
  add('failed', hasFailed);
  add('refusals', isRefused);
  add('rebuffered', playback.rebuffer_count > 0);
  add('summaries', playback.summary_seq > 0);
  add('blocked', playback.is_autoplay_blocked);
  add('before', isBefore);
  add('refused_before', isRefused && isBefore);
  add('rebuffer_count', playback.rebuffer_count);
  add('rebuffer_ms', playback.rebuffer_ms);
  add('watched_ms', playback.watched_ms);
  addValue(sum.start, playback.start_ms, startBarsMs, sign);
  addValue(sum.rebuffer, playback.rebuffer_percent, rebufferBarsPercent, sign);
  if (!hasFailed) return;
  const name = playback.error_name ?? '';
  addCause(sum, {
    name,
    isRefusal: isRefused,
    playbacks: sign,
    before: isBefore ? sign : 0,
  });
}

function addValue(
  { bins, bars }: Measured,
  value: number | null,
  ends: readonly number[],
  sign: number,
): void {
  if (value === null) return;
  addToBin(bins, binOf(value), sign);
  const index = ends.findIndex((end) => value < end);
  const bar = index === -1 ? ends.length : index;
  bars[bar] = (bars[bar] ?? 0) + sign;
}

export function addCause({ causes }: PlaybackSum, cause: Cause): void {
  const key = `${cause.isRefusal} ${cause.name}`;
  const known = causes.get(key);
  causes.set(key, {
    ...cause,
    playbacks: cause.playbacks + (known?.playbacks ?? 0),
    before: cause.before + (known?.before ?? 0),
  });
}

/** Adds `more` to `sum`. */
export function addSum(sum: PlaybackSum, more: PlaybackSum): void {
  for (const name of [...outcomeNames, ...otherNames]) sum.figures[name] += more.figures[name];
  for (const measure of ['start', 'rebuffer'] as const) {
    const { bins, bars } = sum[measure];
    for (const [bin, count] of more[measure].bins) addToBin(bins, bin, count);
    more[measure].bars.forEach((count, bar) => {
      bars[bar] = (bars[bar] ?? 0) + count;
    });
  }
  for (const cause of more.causes.values()) addCause(sum, cause);
}
