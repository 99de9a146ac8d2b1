import type { Chapter } from '../../shared/player-response.ts';

/** Parts of the bar narrower than this do not show one by one. */
const gapShare = 0.01;
/** More of them would make a dotted line of the bar. */
const gapCount = 60;

/**
 * @param duration seconds; 0 when not known
 * @returns the chapters that one can go to, in order of time; of several at one time the first
 */
export function chapterList(chapters: readonly Chapter[], duration: number): readonly Chapter[] {
  return chapters
    .filter(({ startSeconds }) => duration <= 0 || startSeconds < duration)
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
    .filter(({ startSeconds }, index, sorted) => sorted[index - 1]?.startSeconds !== startSeconds);
}

/** @returns a mask for the bar, with gaps where chapters begin; `undefined` where there is none to show */
export function chapterMask(chapters: readonly Chapter[], duration: number): string | undefined {
  if (duration <= 0) return undefined;
  let last = 0;
  const stops = chapterList(chapters, duration).flatMap(({ startSeconds }) => {
    const share = startSeconds / duration;
    if (share - last < gapShare) return [];
    last = share;
    const at = `${+(share * 100).toFixed(2)}%`;
    return `#000 calc(${at} - 1px),#0000 0 calc(${at} + 1px),#000 0`;
  });
  if (stops.length === 0 || stops.length > gapCount) return undefined;
  return `linear-gradient(90deg,${stops.join()})`;
}
