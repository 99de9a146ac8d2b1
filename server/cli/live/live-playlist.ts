import { liveLimits } from './live-limits.ts';

/** A part of a segment (RFC 8216bis 4.4.4.9), in a file of its own. */
export interface Part {
  uri: string;
  durationSec: number;
  isIndependent: boolean;
}

export interface Segment {
  uri: string;
  durationSec: number;
  /** Tags before `EXTINF`: a discontinuity, an initialization section, the time of day. */
  tags: readonly string[];
  parts: readonly Part[];
}

export interface LivePlaylist {
  /** In order; the playlist begins with the first. */
  segments: readonly Segment[];
  /** The segment that is being written; `null` before its first part. */
  open: Pick<Segment, 'tags' | 'parts'> | null;
  /** Number of the first segment. */
  sequence: number;
  /** Discontinuities before the first segment. */
  discontinuitySequence: number;
  hasParts: boolean;
  /** Whether every segment stays. */
  isRecorded: boolean;
  isEnded: boolean;
}

/** @returns a media playlist (RFC 8216bis 4.4) */
export function renderPlaylist(playlist: LivePlaylist): string {
  const { segments, open, sequence, discontinuitySequence, hasParts } = playlist;
  const { isRecorded, isEnded } = playlist;
  const longestSec = Math.max(...segments.map(({ durationSec }) => Math.round(durationSec)), 0);
  const isOpen = hasParts && !isEnded;
  const firstWithParts = segments.length - liveLimits.partsListedCount;
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${hasParts ? 9 : 7}`,
    `#EXT-X-TARGETDURATION:${Math.max(liveLimits.segmentSec, longestSec)}`,
    ...(isOpen ? lowLatencyTags(segments, open) : []),
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    ...(isRecorded ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...segments.flatMap(({ uri, durationSec, tags, parts }, index) => [
      ...tags,
      ...(isOpen && index >= firstWithParts ? parts.map(partLine) : []),
      `#EXTINF:${durationSec.toFixed(6)},`,
      uri,
    ]),
    ...(isOpen && open !== null ? [...open.tags, ...open.parts.map(partLine)] : []),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

function lowLatencyTags(segments: readonly Segment[], open: LivePlaylist['open']): string[] {
  const listed = [
    ...segments.slice(-liveLimits.partsListedCount),
    ...(open === null ? [] : [open]),
  ];
  const partSec = Math.max(
    liveLimits.partSec,
    ...listed.flatMap(({ parts }) => parts.map(({ durationSec }) => durationSec)),
  );
  return [
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(partSec * 3).toFixed(3)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partSec.toFixed(6)}`,
  ];
}

function partLine({ uri, durationSec, isIndependent }: Part): string {
  const independent = isIndependent ? ',INDEPENDENT=YES' : '';
  return `#EXT-X-PART:DURATION=${durationSec.toFixed(6)},URI="${uri}"${independent}`;
}

/** The playlist of an earlier run of the command. */
export interface EarlierPlaylist
  extends Pick<LivePlaylist, 'segments' | 'sequence' | 'discontinuitySequence' | 'isRecorded'> {
  isEnded: boolean;
}

/**
 * Reads what `renderPlaylist` wrote. Tags of other programs are kept before their segment, or left
 * out.
 */
export function readPlaylist(text: string): EarlierPlaylist {
  const segments: Segment[] = [];
  let tags: string[] = [];
  let durationSec = 0;
  for (const line of text.split('\n')) {
    if (/^#EXT-X-(?:DISCONTINUITY$|MAP:|PROGRAM-DATE-TIME:)/.test(line)) tags.push(line);
    if (line.startsWith('#EXTINF:')) durationSec = Number.parseFloat(line.slice(8)) || 0;
    if (line === '' || line.startsWith('#')) continue;
    segments.push({ uri: line, durationSec, tags, parts: [] });
    tags = [];
  }
  const numberOf = (tag: string) =>
    Number(new RegExp(`^#${tag}:(\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    segments,
    sequence: numberOf('EXT-X-MEDIA-SEQUENCE'),
    discontinuitySequence: numberOf('EXT-X-DISCONTINUITY-SEQUENCE'),
    isRecorded: text.includes('#EXT-X-PLAYLIST-TYPE:EVENT'),
    isEnded: text.includes('#EXT-X-ENDLIST'),
  };
}
