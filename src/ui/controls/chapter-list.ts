import { controlsLimits } from '../../../shared/limits/controls-limits.ts';
import type { Chapter } from '../../../shared/player/player-response.ts';

/**
 * @param duration seconds; 0 when unknown
 * @returns chapters that start before the end, in order of time; the first of those that share a
 * start
 */
export function chapterList(chapters: readonly Chapter[], duration: number): readonly Chapter[] {
  return chapters
    .filter(({ startSeconds }) => duration <= 0 || startSeconds < duration)
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
    .filter(({ startSeconds }, index, sorted) => sorted[index - 1]?.startSeconds !== startSeconds);
}

/**
 * @returns a CSS mask for the bar, with gaps where chapters start; `undefined` if it shows no gaps
 */
export function chapterMask(chapters: readonly Chapter[], duration: number): string | undefined {
  if (duration <= 0) return undefined;
  let last = 0;
  const stops = chapterList(chapters, duration).flatMap(({ startSeconds }) => {
    const share = startSeconds / duration;
    if (share - last < controlsLimits.chapterMinShare) return [];
    last = share;
    const at = `${+(share * 100).toFixed(2)}%`;
    return `#000 calc(${at} - 1px),#0000 0 calc(${at} + 1px),#000 0`;
  });
  if (stops.length === 0 || stops.length > controlsLimits.chapterGapsCount) return undefined;
  return `linear-gradient(90deg,${stops.join()})`;
}
