import type { Spread } from '../support/spread.ts';
import type { Goal, LaneTitle, Row } from './part-report.ts';

/** Rounds to three significant digits. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(Math.abs(value) < 1 ? 2 : 3)));
}

/** Median, with minimum and maximum if they differ. */
export function spreadText({ median, min, max }: Spread): string {
  return min === max ? short(median) : `${short(median)} (${short(min)}–${short(max)})`;
}

export function goalText({ kind, atMost, against }: Goal, lanes: readonly LaneTitle[]): string {
  const other = lanes.find(({ id }) => id === against)?.title ?? against;
  if (kind === 'ratio') return `≤ ${atMost} × ${other}`;
  return kind === 'beyond' ? `≤ ${atMost} beyond ${other}` : `≤ ${atMost}`;
}

/**
 * The figure, the ratio or the difference of a goal: its median, with minimum and maximum if they
 * differ.
 */
export function judgedText({ measure: { goal }, judged }: Row): string {
  if (goal === undefined || judged === null || judged.spread === null) return 'not measured';
  return `${spreadText(judged.spread)}${goal.kind === 'ratio' ? ' ×' : ''}`;
}

export function verdictText({ judged, measure: { goal } }: Row): string {
  if (judged === null || judged.isMet === null) return '–';
  if (judged.isMet) return 'met';
  return goal?.shortfall === undefined ? 'not met' : `not met: ${goal.shortfall}`;
}
