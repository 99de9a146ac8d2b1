import type { Chapter } from '../../shared/player-response.ts';

/**
 * @param chapters in any order
 * @returns the chapter that holds a moment; `undefined` before the first one and in a video without
 */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | undefined {
  let found: Chapter | undefined;
  for (const chapter of chapters) {
    const { startSeconds } = chapter;
    if (startSeconds <= seconds && startSeconds > (found?.startSeconds ?? -1)) found = chapter;
  }
  return found;
}
