import { t } from './translate.ts';

/** @param share 0 to 1 */
export function tPercent(share: number): string {
  return t('percent', { value: Math.round(share * 100) });
}

/**
 * A duration in words in the viewer's language: `1 minute 23 seconds`; for the clock's `1:23` see
 * `formatTime`. Parts that are 0 are omitted, except in `0 seconds`.
 */
export function tDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const parts = [
    ['duration.hour', Math.floor(whole / 3_600)],
    ['duration.minute', Math.floor(whole / 60) % 60],
    ['duration.second', whole % 60],
  ] as const;
  const shown = parts.filter(
    ([unit, count]) => count > 0 || (unit === 'duration.second' && whole === 0),
  );
  const [a = '', b = '', c = ''] = shown.map(([unit, count]) => t(unit, { count }));
  if (shown.length === 1) return a;
  return shown.length === 2 ? t('duration.two', { a, b }) : t('duration.three', { a, b, c });
}
