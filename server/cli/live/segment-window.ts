import { liveLimits } from './live-limits.ts';
import type { EarlierPlaylist, Segment } from './live-playlist.ts';

const { windowSec, keptSec, partsListedCount } = liveLimits;

/** The segments that a playlist lists, and the files that it no longer lists. */
export interface SegmentWindow {
  /** As in the playlist. */
  listed(): { segments: readonly Segment[]; sequence: number; discontinuitySequence: number };
  /** Number of the next segment. */
  nextNumber(): number;
  /** Discontinuities before the next segment. */
  discontinuityCount(): number;
  add(segment: Segment): void;
  /** @returns files that no player fetches any more, each once */
  takeGone(): string[];
  /** @returns the files that the playlist lists, without parts */
  files(): ReadonlySet<string>;
}

/**
 * @param earlier of the run before; its segments stay, unless it had ended
 * @param isRecorded whether all segments stay
 */
export function createSegmentWindow(earlier: EarlierPlaylist, isRecorded: boolean): SegmentWindow {
  const segments: Segment[] = [...earlier.segments];
  let { sequence, discontinuitySequence } = earlier;
  if (earlier.isEnded) {
    sequence += segments.length;
    discontinuitySequence += discontinuitiesOf(segments);
    segments.length = 0;
  }
  /** Unlisted segments, the oldest first. */
  const unlisted: { durationSec: number; files: string[] }[] = [];
  const gone: string[] = [];

  function removeOldest(): void {
    const oldest = segments.shift();
    if (oldest === undefined) return;
    sequence += 1;
    discontinuitySequence += discontinuitiesOf([oldest]);
    const files = [oldest.uri];
    const map = oldest.tags.find(isMap);
    const [next] = segments;
    if (map !== undefined) {
      // Its initialization section may still belong to the next segment.
      if (next !== undefined && !next.tags.some(isMap))
        segments[0] = { ...next, tags: [map, ...next.tags] };
      else files.push(mapUri(map));
    }
    unlisted.push({ durationSec: oldest.durationSec, files });
  }

  return {
    listed: () => ({ segments, sequence, discontinuitySequence }),
    nextNumber: () => sequence + segments.length,
    discontinuityCount: () => discontinuitySequence + discontinuitiesOf(segments),
    add(segment) {
      segments.push(segment);
      while (!isRecorded && secondsOf(segments.slice(1)) >= windowSec) removeOldest();
      while (secondsOf(unlisted.slice(1)) > keptSec) gone.push(...(unlisted.shift()?.files ?? []));
      const withoutParts = segments.at(-2 * partsListedCount);
      if (withoutParts !== undefined) gone.push(...withoutParts.parts.map(uriOf));
    },
    takeGone: () => gone.splice(0),
    files: () => new Set(segments.flatMap(({ uri, tags }) => [uri, ...tags.map(mapUri)])),
  };
}

const mapStart = '#EXT-X-MAP:URI="';
const isMap = (tag: string) => tag.startsWith(mapStart);
const mapUri = (tag: string) => (isMap(tag) ? tag.slice(mapStart.length, -1) : '');
const uriOf = ({ uri }: { uri: string }) => uri;

function discontinuitiesOf(segments: readonly Segment[]): number {
  const tags = segments.flatMap((segment) => segment.tags);
  return tags.filter((tag) => tag === '#EXT-X-DISCONTINUITY').length;
}

function secondsOf(segments: readonly { durationSec: number }[]): number {
  return segments.reduce((sum, { durationSec }) => sum + durationSec, 0);
}
