/** Bytes of a part, fetched before hls.js asked. */
export interface FetchedPart {
  bytes: ArrayBuffer;
  /** How long they took to come, milliseconds. */
  tookMs: number;
}

/** The parts of a `SourceBuffer` that an opening uses. TypeScript's worker types lack it. */
export interface FilmBuffer extends EventTarget {
  readonly buffered: { readonly length: number; end(index: number): number };
  appendBuffer(bytes: BufferSource): void;
  abort(): void;
}

/** A film that plays already, for hls.js to continue. */
export interface OpenedFilm {
  /** A `MediaSource`, attached to the page's element. */
  mediaSource: EventTarget;
  /** The buffers with the film's beginning, named as in hls.js. */
  tracks: readonly {
    name: 'video' | 'audio' | 'audiovideo';
    mimeType: string;
    buffer: FilmBuffer;
  }[];
  /** End of the first segment, in seconds. */
  endSec: number;
  /** The chosen rendition's playlist. Absolute. */
  playlistUrl: string;
  /**
   * Gives away a part. hls.js needs each once, and appends it again: so nothing is fetched twice,
   * and hls.js knows what the buffers contain.
   * @param start first byte
   * @param end the first byte after the part; 0 and 0: the whole file
   * @returns `null` for a part that was not fetched
   */
  take(url: string, start: number, end: number): FetchedPart | null;
}

/** @returns a name for a part, the same however a playlist has written its address */
export function partName(url: string, start: number, end: number): string {
  return `${plainAddress(url)} ${start} ${end}`;
}

/** @returns the address for comparisons */
export function plainAddress(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
