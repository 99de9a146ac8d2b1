/** A comparison with the period before. */
export interface Change {
  text: string;
  isWorse: boolean;
}

/**
 * Compares two values of a measure that is better when it is lower.
 * @returns `null` if a value is missing
 */
export function changeOf(present: number | null, before: number | null): Change | null {
  if (present === null || before === null) return null;
  // A percentage of 0 does not exist.
  if (before === 0 && present > 0) return { text: 'worse', isWorse: true };
  const percent = before === 0 ? 0 : Math.round((present / before - 1) * 100);
  if (percent === 0) return { text: '0 %', isWorse: false };
  const isWorse = percent > 0;
  const amount = Math.abs(percent).toLocaleString('en');
  return { text: isWorse ? `+${amount} %, worse` : `−${amount} %, better`, isWorse };
}
