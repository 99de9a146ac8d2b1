import { liveLimits } from './live-limits.ts';
import type { EarlierPlaylist, Segment } from './live-playlist.ts';

const { windowSec, keptSec, partsListedCount } = liveLimits;

/** The segments that a playlist lists, and the files that it no longer lists. */
export interface SegmentWindow {
  /** As in the playlist. */
  listed(): { segments: readonly Segment[]; sequence: number; discontinuitySequence: number };
  /** Number of the next segment. */
  next(): number;
  add(segment: Segment): void;
  /** @returns files that no player fetches any more, each once */
  takeGone(): string[];
  /** @returns the files of all parts that may be there */
  parts(): string[];
}

/**
 * @param earlier of the run before; its segments stay, unless it had ended
 * @param isRecorded whether all segments stay
 */
export function createSegmentWindow(earlier: EarlierPlaylist, isRecorded: boolean): SegmentWindow {
  const segments: Segment[] = earlier.isEnded ? [] : [...earlier.segments];
  let sequence = earlier.sequence + (earlier.isEnded ? earlier.segments.length : 0);
  let discontinuitySequence = earlier.discontinuitySequence;
  /** Unlisted segments, the oldest first. */
  const unlisted: Segment[] = [];
  const gone: string[] = [];

  function removeOldest(): void {
    const oldest = segments.shift();
    if (oldest === undefined) return;
    sequence += 1;
    if (oldest.tags.includes('#EXT-X-DISCONTINUITY')) discontinuitySequence += 1;
    unlisted.push(oldest);
    // Its initialization section still belongs to the next segment.
    const map = oldest.tags.find(isMap);
    const [next] = segments;
    if (map !== undefined && next !== undefined && !next.tags.some(isMap))
      segments[0] = { ...next, tags: [map, ...next.tags] };
  }

  return {
    listed: () => ({ segments, sequence, discontinuitySequence }),
    next: () => sequence + segments.length,
    add(segment) {
      segments.push(segment);
      while (!isRecorded && secondsOf(segments.slice(1)) >= windowSec) removeOldest();
      while (secondsOf(unlisted.slice(1)) > keptSec) gone.push(...unlisted.splice(0, 1).map(uriOf));
      const withoutParts = segments.at(-2 * partsListedCount);
      if (withoutParts !== undefined) gone.push(...withoutParts.parts.map(uriOf));
    },
    takeGone: () => gone.splice(0),
    parts: () => segments.slice(-2 * partsListedCount).flatMap(({ parts }) => parts.map(uriOf)),
  };
}

const isMap = (tag: string) => tag.startsWith('#EXT-X-MAP:');
const uriOf = ({ uri }: { uri: string }) => uri;

function secondsOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { durationSec }) => sum + durationSec, 0);
}
