import type { Library } from '../library/scan-library.ts';
import { webhookLimits } from './webhook-limits.ts';
import type { WebhookNews } from './webhook-message.ts';

/** A video as it was last reported. */
type VideoState = 'ready' | 'live' | 'other';

/** Notes what was found, with the news about it. */
export type NoteNews = (
  news: readonly WebhookNews[],
  states: ReadonlyMap<string, string | null>,
) => void;

const prefix = 'video ';
const baseline = 'videos';

/**
 * Compares the library with what was reported before, also by an earlier process. The first look
 * ever only notes what is there.
 * @param states of all names; changes with each look
 * @returns a look. It notes a limited number of changes, and returns whether those were all
 */
export function watchVideos(
  library: Pick<Library, 'videos'>,
  states: Map<string, string>,
  note: NoteNews,
): () => boolean {
  let seen: Library['videos'] | null = null;

  return () => {
    const { videos } = library;
    if (videos === seen) return true;
    const isFirst = !states.has(baseline);
    const news: WebhookNews[] = [];
    const changes = new Map<string, string | null>();
    let isRead = true;
    for (const [videoId, video] of videos) {
      if (changes.size >= webhookLimits.writtenCount) break;
      if (video.isPending || video.isRestricted) {
        isRead = false;
        continue;
      }
      const { videoDetails, playabilityStatus } = video.response;
      const now: VideoState =
        playabilityStatus.status !== 'OK' ? 'other' : isGrowing(video) ? 'live' : 'ready';
      const before = states.get(prefix + videoId);
      if (before === now) continue;
      changes.set(prefix + videoId, now);
      if (isFirst) continue;
      const about = { videoId, title: videoDetails.title };
      if (before === 'live') news.push({ type: 'live.ended', data: { videoId } });
      if (now === 'live') news.push({ type: 'live.started', data: about });
      else if (now === 'ready') news.push({ type: 'video.ready', data: about });
    }
    for (const [name, before] of states) {
      if (changes.size >= webhookLimits.writtenCount) break;
      if (!name.startsWith(prefix) || videos.has(name.slice(prefix.length))) continue;
      const videoId = name.slice(prefix.length);
      changes.set(name, null);
      if (before === 'live') news.push({ type: 'live.ended', data: { videoId } });
      news.push({ type: 'video.removed', data: { videoId } });
    }
    const isWhole = changes.size < webhookLimits.writtenCount;
    if (isFirst && isWhole && isRead) changes.set(baseline, 'noted');
    if (changes.size > 0) note(news, changes);
    if (isWhole) seen = videos;
    return isWhole;
  };
}

/** Whether someone sends the stream. A loop that the server makes of a recording has no start. */
function isGrowing({ response, live }: NonNullable<ReturnType<Library['videos']['get']>>): boolean {
  return response.videoDetails.isLive && live === null;
}
