import { openingLimits } from '../../../shared/limits/opening-limits.ts';
import type { OpeningPart, OpeningTrack } from '../../../shared/player/hls-opening.ts';
import type { FilmBuffer } from '../../playback/opened-film.ts';
import { beginsFilm } from './begins-film.ts';
import { joined } from './fetch-part.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The track's first requests, which go out before its source buffer exists. */
export interface RequestedTrack {
  /** Its whole first segment is in the buffer. */
  hasBegun(): boolean;
  /** @throws if a part does not come, does not begin the film, or is refused by the browser */
  play(append: (bytes: Bytes) => Promise<void>): Promise<void>;
}

/** @param request sends a request for a part, and gives its bytes as they come */
export function requestTrack(
  { init, segment }: OpeningTrack,
  request: (part: OpeningPart) => AsyncIterable<Bytes>,
): RequestedTrack {
  const header = request(init);
  const beginning = request(segment);
  let hasBegun = false;
  return {
    hasBegun: () => hasBegun,
    async play(append) {
      let head: Bytes[] = [await whole(header)];
      let isChecked = false;
      for await (const chunk of beginning) {
        head.push(chunk);
        const bytes = joined(head);
        const begins = isChecked || beginsFilm(bytes.subarray(0, openingLimits.beginningMaxBytes));
        if (begins === null && bytes.length < openingLimits.beginningMaxBytes) continue;
        if (!begins) throw new Error('the segment does not begin the film');
        isChecked = true;
        head = [];
        await append(bytes);
      }
      if (!isChecked) throw new Error('the segment has no media');
      hasBegun = true;
    },
  };
}

async function whole(coming: AsyncIterable<Bytes>): Promise<Bytes> {
  const chunks: Bytes[] = [];
  for await (const chunk of coming) chunks.push(chunk);
  return joined(chunks);
}

/**
 * Appends to a source buffer at rest (W3C Media Source Extensions).
 * @returns a promise that is settled when it is at rest again; it rejects if the browser refused
 * the bytes
 */
export function appendTo(buffer: FilmBuffer, bytes: Bytes): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const life = new AbortController();
    const { signal } = life;
    buffer.addEventListener('error', () => (hasFailed = true), { signal });
    // Comes after an error, too.
    buffer.addEventListener(
      'updateend',
      () => {
        life.abort();
        if (hasFailed) reject(new Error('the browser refused the media'));
        else resolve();
      },
      { signal },
    );
    try {
      buffer.appendBuffer(bytes);
    } catch (error) {
      life.abort();
      reject(error);
    }
  });
}
