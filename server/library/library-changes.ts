import { isDeepStrictEqual } from 'node:util';
import { changeLimits } from './change-limits.ts';
import type { LibraryVideo } from './open-video.ts';

/** Ids of videos that differ from the last report. */
export interface LibraryChanges {
  added: readonly string[];
  removed: readonly string[];
  /** Title, files, captions, privacy or another property. */
  changed: readonly string[];
  /** Videos in the library now. */
  videosCount: number;
}

/**
 * Compares each reading of a library with the one before.
 * @param report gets each difference once; the first reading is none
 */
export function createChangesReport(
  report: (changes: LibraryChanges) => void,
): (videos: ReadonlyMap<string, LibraryVideo>) => void {
  let known: Map<string, LibraryVideo> | null = null;
  return (videos) => {
    const before = known;
    known = new Map(videos);
    if (before === null) return;
    const added: string[] = [];
    const changed: string[] = [];
    for (const [id, video] of videos) {
      const last = before.get(id);
      if (last === undefined) added.push(id);
      else if (video.isPending && !last.isPending) {
        // Its files are being read again: compare when they have been.
        known.set(id, last);
      } else if (!last.isPending && !isSame(last, video)) changed.push(id);
    }
    const removed = [...before.keys()].filter((id) => !videos.has(id));
    if (added.length + changed.length + removed.length > 0)
      report({ added, removed, changed, videosCount: videos.size });
  };
}

/** @returns a sentence for the log: `Library: 1 added (a), 1 removed (b); 12 videos now.` */
export function sentenceOf({ added, removed, changed, videosCount }: LibraryChanges): string {
  const parts = Object.entries({ added, removed, changed })
    .filter(([, ids]) => ids.length > 0)
    .map(([what, ids]) => `${ids.length} ${what} (${namesOf(ids)})`);
  return `Library: ${parts.join(', ')}; ${videosCount} ${videosCount === 1 ? 'video' : 'videos'} now.`;
}

function namesOf(ids: readonly string[]): string {
  const named = ids.slice(0, changeLimits.namedCount).join(', ');
  return ids.length > changeLimits.namedCount
    ? `${named} and ${ids.length - changeLimits.namedCount} more`
    : named;
}

function isSame(one: LibraryVideo, other: LibraryVideo): boolean {
  // Each reading makes new live channels.
  return one === other || isDeepStrictEqual(withoutChannel(one), withoutChannel(other));
}

function withoutChannel(video: LibraryVideo) {
  return { ...video, live: video.live !== null };
}
