import type { Retreat } from '../../shared/telemetry/experiment-report.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { Comparison } from '../store/reports/experiments/compare-arms.ts';

/**
 * The first limit that an experiment surely exceeds: all of the interval lies beyond it, with
 * 99.9 % confidence. Chance alone therefore hardly ever ends an experiment, although it is looked
 * at every minute.
 * @returns `null` while it exceeds none
 */
export function findRetreat(
  limits: ServerOptions['retreats'],
  comparisons: readonly Comparison[],
): Retreat | null {
  for (const { measure, percent } of limits) {
    const compared = comparisons.find((one) => one.measure === measure);
    const { surely, change } = compared ?? {};
    // Fewer playbacks are worse, and more of anything else.
    const isBeyond =
      measure === 'playbacks' ? (surely?.high ?? 0) < percent : (surely?.low ?? 0) > percent;
    if (surely && change && isBeyond) return { measure, limitPercent: percent, change };
  }
  return null;
}

/** @returns the sentence that says so */
export function retreatSentence(name: string, { measure, limitPercent, change }: Retreat): string {
  const [percent, low, high] = [change.percent, change.low, change.high].map(Math.round);
  return `The experiment "${name}" has ended, because it changes ${measure} by ${percent} % (between ${low} % and ${high} %), and --retreat allows ${limitPercent} %. New embeds are as before. To try again, give it another name.`;
}
