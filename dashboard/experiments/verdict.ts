import type {
  ExperimentChange,
  ExperimentMeasure,
} from '../../shared/telemetry/experiment-report.ts';

/** Words, so that the result does not depend on colours. */
export const verdicts = {
  better: 'better',
  worse: 'worse',
  unclear: 'no clear difference',
  few: 'too little to compare',
} as const;
export type Verdict = keyof typeof verdicts;

/**
 * More of a measure is worse, except of playbacks.
 * @param change `null` if there is too little to compare
 */
export function verdictOf(measure: ExperimentMeasure, change: ExperimentChange | null): Verdict {
  if (change === null) return 'few';
  if (change.low <= 0 && change.high >= 0) return 'unclear';
  return change.low > 0 === (measure === 'playbacks') ? 'better' : 'worse';
}

/** @returns `(+8 % to +16 %)` */
export function formatInterval({ low, high }: ExperimentChange): string {
  return `(${formatSigned(low)} to ${formatSigned(high)})`;
}

/** @returns `+12 %`; with a tenth below 10 only */
export function formatSigned(percent: number): string {
  const amount = amountOf(Math.abs(percent));
  if (amount === '0') return '0 %';
  return `${percent > 0 ? '+' : '−'}${amount} %`;
}

function amountOf(percent: number): string {
  const digits = Math.abs(percent) < 10 ? 1 : 0;
  return percent.toLocaleString('en', { maximumFractionDigits: digits });
}
