/** A comparison with another time. */
export interface Change {
  text: string;
  isWorse: boolean;
}

/** How a figure is compared. */
export interface ChangeRule {
  /** Whether less is better for viewers, or neither direction is. */
  better: 'lower' | 'neither';
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
      : { text: 'worse', isWorse: true };
  const difference = unit === 'points' ? roundTenths(present - before) : percentOf(present, before);
  const unitText = unit === 'points' ? 'points' : '%';
  if (difference === 0) return { text: `0 ${unitText}`, isWorse: false };
  const amount = `${difference > 0 ? '+' : '−'}${Math.abs(difference).toLocaleString('en')} ${unitText}`;
  if (better === 'neither') return { text: amount, isWorse: false };
  const isWorse = difference > 0;
  return { text: `${amount}, ${isWorse ? 'worse' : 'better'}`, isWorse };
}

const percentOf = (present: number, before: number) =>
  before === 0 ? 0 : Math.round((present / before - 1) * 100);

const roundTenths = (value: number) => Math.round(value * 10) / 10;
