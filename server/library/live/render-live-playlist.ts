import { posix } from 'node:path';
import { encodePath } from '../media-path.js';
import { areParts, newestPart, partHoldBackSeconds, placedParts } from './live-parts.ts';
import type { ByteRange, LiveRendition, PlacedSegment } from './live-window.ts';
import { endOf, liveWindow } from './live-window.ts';

export interface RenditionToRender {
  /** Path of the playlist, decoded. */
  path: string;
  rendition: LiveRendition;
  /** All renditions of the stream, by path. */
  all: ReadonlyMap<string, LiveRendition>;
  /** Converts a segment's URL to one that this client may fetch. */
  urlOf?: (url: string) => string;
}

/**
 * @param nowMs Unix milliseconds
 * @returns the playlist at that time, as an HLS media playlist without an end (RFC 8216). A
 *   low-latency stream also has the parts, the hint and the reports of RFC 8216bis
 */
export function renderLivePlaylist(
  { path, rendition, all, urlOf = (url) => url }: RenditionToRender,
  nowMs: number,
): string {
  const { mediaSequence, discontinuitySequence, targetDurationSeconds, segments, next } =
    liveWindow(rendition, nowMs);
  const { partTargetSeconds } = rendition;
  const edgeMs = Math.max(...segments.map(endOf));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
    ...(partTargetSeconds === null
      ? []
      : [
          `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${partHoldBackSeconds(rendition)}`,
          `#EXT-X-PART-INF:PART-TARGET=${partTargetSeconds}`,
        ]),
    `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
  ];
  let currentMap: string | null = null;
  function begin(segment: PlacedSegment, isFirst: boolean): void {
    if (segment.hasDiscontinuity) lines.push('#EXT-X-DISCONTINUITY');
    const map = segment.map === null ? null : mapTag(segment.map, urlOf);
    if (map !== null && (map !== currentMap || segment.hasDiscontinuity)) lines.push(map);
    currentMap = map;
    if (isFirst || segment.hasDiscontinuity) {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startMs).toISOString()}`);
    }
  }

  for (const [index, segment] of segments.entries()) {
    begin(segment, index === 0);
    if (areParts(segment, rendition, edgeMs))
      lines.push(...partTags(segment, path, mediaSequence + index, nowMs));
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(6)},`);
    if (segment.byteRange !== null) lines.push(`#EXT-X-BYTERANGE:${rangeText(segment.byteRange)}`);
    lines.push(urlOf(segment.url));
  }
  if (partTargetSeconds !== null) {
    const sequence = mediaSequence + segments.length;
    const tags = partTags(next, path, sequence, nowMs);
    if (tags.length > 0) begin(next, false);
    const isNextComplete = tags.length === (next.parts?.length ?? 0);
    const hint = isNextComplete
      ? partUri(path, sequence + 1, 0)
      : partUri(path, sequence, tags.length);
    lines.push(
      ...tags,
      `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hint}"`,
      ...reportTags(path, all, nowMs),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** @returns tags of the segment's available parts */
function partTags(segment: PlacedSegment, path: string, sequence: number, nowMs: number): string[] {
  return placedParts(segment)
    .filter(({ endMs }) => endMs <= nowMs)
    .map(({ durationSeconds, isIndependent }, index) => {
      const uri = partUri(path, sequence, index);
      const independent = isIndependent ? ',INDEPENDENT=YES' : '';
      return `#EXT-X-PART:DURATION=${durationSeconds.toFixed(6)},URI="${uri}"${independent}`;
    });
}

/** Below the playlist's own path, so that part names cannot collide with files. */
function partUri(path: string, sequence: number, part: number): string {
  return `${encodeURIComponent(posix.basename(path))}/${sequence}.${part}`;
}

/** With these, a player that switches renditions knows which part to wait for. */
function reportTags(
  path: string,
  all: ReadonlyMap<string, LiveRendition>,
  nowMs: number,
): string[] {
  return [...all].flatMap(([other, rendition]) => {
    const newest = other === path ? null : newestPart(rendition, nowMs);
    if (newest === null) return [];
    const uri = encodePath(posix.relative(posix.dirname(path), other));
    return [
      `#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${newest.sequence},LAST-PART=${newest.part}`,
    ];
  });
}

function mapTag(
  map: { url: string; byteRange: ByteRange | null },
  urlOf: (url: string) => string,
): string {
  const range = map.byteRange === null ? '' : `,BYTERANGE="${rangeText(map.byteRange)}"`;
  return `#EXT-X-MAP:URI="${urlOf(map.url)}"${range}`;
}

function rangeText({ length, offset }: ByteRange): string {
  return `${length}@${offset}`;
}
