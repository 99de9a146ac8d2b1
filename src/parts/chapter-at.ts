import type { Chapter } from '../../shared/player/player-response.ts';

/**
 * @param chapters in any order
 * @returns the chapter at this time; `undefined` before the first one and without chapters
 */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | undefined {
  let found: Chapter | undefined;
  for (const chapter of chapters) {
    const { startSeconds } = chapter;
    if (startSeconds <= seconds && startSeconds > (found?.startSeconds ?? -1)) found = chapter;
  }
  return found;
}
