import type { Chapter } from '../../../shared/player/player-response.ts';
import { probePool } from '../../library/probing/probe-pool.ts';

/**
 * The player leaves out chapters that begin after the film, so the file of chapters is most likely
 * of another film.
 * @param durationSeconds 0 if unknown
 * @returns what is wrong, as the end of a sentence; `null` if all chapters begin in the film
 */
export function lateChapter(
  chapters: readonly Chapter[] | null | undefined,
  durationSeconds: number,
): string | null {
  const late = chapters?.find(({ startSeconds }) => startSeconds >= durationSeconds);
  if (late === undefined || durationSeconds === 0) return null;
  return `--chapters: "${late.title}" begins at ${shownTime(late.startSeconds)}, but the film ends at ${shownTime(durationSeconds)}; correct its time, or leave it out`;
}

/**
 * @param media media paths of a video's playlists, MPDs and files
 * @returns seconds, as the library reads them; 0 if unknown
 */
export async function readDuration(mediaDir: string, media: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    media.map((mediaPath) => probePool.run({ type: 'media', mediaDir, mediaPath }).answer),
  );
  return Math.max(
    0,
    ...answers.map(({ outcome }) => (outcome.ok ? outcome.value.durationSeconds : 0)),
  );
}

function shownTime(seconds: number): string {
  const tenths = Math.floor(seconds * 10);
  const [minutes, rest] = [Math.floor(tenths / 600), (tenths % 600) / 10];
  return `${minutes}:${rest < 10 ? '0' : ''}${rest}`;
}
