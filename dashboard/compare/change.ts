/** A comparison with another time. */
export interface Change {
  text: string;
  isWorse: boolean;
}

/** How a figure is compared. */
export interface ChangeRule {
  /** The direction that is better for viewers. */
  better: 'lower' | 'higher' | 'neither';
  /** Shares differ by percentage points, other figures by percent of the former one. */
  unit: 'percent' | 'points';
}

const lowerAmount: ChangeRule = { better: 'lower', unit: 'percent' };

/** @returns `null` if a value is missing */
export function changeOf(
  present: number | null,
  before: number | null,
  { better, unit }: ChangeRule = lowerAmount,
): Change | null {
  if (present === null || before === null) return null;
  // A percentage of 0 does not exist.
  if (unit === 'percent' && before === 0 && present > 0)
    return better === 'neither'
      ? { text: 'more', isWorse: false }
      : { text: judged(1, better), isWorse: better === 'lower' };
  const difference = unit === 'points' ? roundTenths(present - before) : percentOf(present, before);
  const unitText = unit === 'points' ? 'points' : '%';
  if (difference === 0) return { text: `0 ${unitText}`, isWorse: false };
  const amount = `${difference > 0 ? '+' : '−'}${Math.abs(difference).toLocaleString('en')} ${unitText}`;
  if (better === 'neither') return { text: amount, isWorse: false };
  const judgement = judged(difference, better);
  return { text: `${amount}, ${judgement}`, isWorse: judgement === 'worse' };
}

const percentOf = (present: number, before: number) =>
  before === 0 ? 0 : Math.round((present / before - 1) * 100);

const roundTenths = (value: number) => Math.round(value * 10) / 10;

const judged = (difference: number, better: 'lower' | 'higher') =>
  difference > 0 === (better === 'higher') ? 'better' : 'worse';
