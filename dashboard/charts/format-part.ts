import { formatTime } from '../../shared/player/format-time.ts';

/**
 * Names a point of a video.
 * @param percent of its length
 * @param durationSec `null` if it is unknown; then only the percentage is named
 */
export function formatPart(percent: number, durationSec: number | null): string {
  const [share, time] = partLines(percent, durationSec);
  return time === undefined ? share : `${share} (${time})`;
}

/** @returns the lines of a point's label on an axis */
export function partLines(
  percent: number,
  durationSec: number | null,
): [share: string, time?: string] {
  const share = `${percent} %`;
  return durationSec === null ? [share] : [share, formatTime((percent / 100) * durationSec)];
}
