/**
 * Whether a playlist or an MPD can still change: `final` has its end, `growing` is a live stream,
 * `multivariant` changes with its renditions, and `unfinished` is empty or half written.
 */
export type ManifestState = 'final' | 'growing' | 'multivariant' | 'unfinished';

/** Reads the state of an HLS playlist (RFC 8216 4.3) without parsing it completely. */
export function hlsState(text: string): ManifestState {
  if (!/^\uFEFF?#EXTM3U/.test(text)) return 'unfinished';
  if (/^#EXT-X-STREAM-INF:/m.test(text)) return 'multivariant';
  if (/^#EXT-X-(?:ENDLIST|PLAYLIST-TYPE:VOD)\s*$/m.test(text)) return 'final';
  return /^(?:[^#\s]|#EXT-X-PART:)/m.test(text) ? 'growing' : 'unfinished';
}

/** Reads the state of an MPD (ISO/IEC 23009-1 5.3.1.2). */
export function mpdState(text: string): ManifestState {
  if (!/<\/(?:\w+:)?MPD>\s*$/.test(text)) return 'unfinished';
  return /<(?:\w+:)?MPD\s[^>]*\btype\s*=\s*["']dynamic/.test(text) ? 'growing' : 'final';
}

/** @returns the first rendition of a multivariant playlist, unresolved */
export function firstRendition(text: string): string | null {
  return /^#EXT-X-STREAM-INF:.*\r?\n(?:#.*\r?\n)*([^#\s].*?)\s*$/m.exec(text)?.[1] ?? null;
}

/**
 * Cuts off a line that is still being written. Some writers end without a line break, so the last
 * line of a complete playlist counts as unfinished too, until the next segment follows.
 */
export function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
