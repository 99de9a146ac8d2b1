import type { ByteRange, LiveWindow } from './live-window.ts';

/** @returns the window as an HLS media playlist (RFC 8216) without an end */
export function renderLivePlaylist(window: LiveWindow): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${window.targetDurationSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${window.mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${window.discontinuitySequence}`,
  ];
  let currentMap: string | null = null;
  for (const [index, segment] of window.segments.entries()) {
    if (segment.hasDiscontinuity) lines.push('#EXT-X-DISCONTINUITY');
    const map = segment.map === null ? null : mapTag(segment.map);
    if (map !== null && (map !== currentMap || segment.hasDiscontinuity)) lines.push(map);
    currentMap = map;
    if (index === 0 || segment.hasDiscontinuity) {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startMs).toISOString()}`);
    }
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(6)},`);
    if (segment.byteRange !== null) lines.push(`#EXT-X-BYTERANGE:${rangeText(segment.byteRange)}`);
    lines.push(segment.url);
  }
  return `${lines.join('\n')}\n`;
}

function mapTag(map: { url: string; byteRange: ByteRange | null }): string {
  const range = map.byteRange === null ? '' : `,BYTERANGE="${rangeText(map.byteRange)}"`;
  return `#EXT-X-MAP:URI="${map.url}"${range}`;
}

function rangeText({ length, offset }: ByteRange): string {
  return `${length}@${offset}`;
}
