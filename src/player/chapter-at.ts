import type { Chapter } from '../../shared/player-response.ts';

/** @returns the chapter that holds a moment; `undefined` before the first one and in a video without */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | undefined {
  return chapters.findLast(({ startSeconds }) => startSeconds <= seconds);
}
