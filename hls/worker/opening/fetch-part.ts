import { openingLimits } from '../../../shared/limits/opening-limits.ts';
import type { OpeningPart } from '../../../shared/player/hls-opening.ts';
import type { FetchedPart } from '../../playback/opened-film.ts';

/**
 * Requests a file, or a range of it.
 * @returns its bytes as they come, and then all of them. It throws if the server does not answer
 * with just these bytes, or with too many.
 */
export function fetchPart(
  { url, range }: OpeningPart,
  baseUrl: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, FetchedPart> {
  const startMs = performance.now();
  const headers: HeadersInit = range
    ? { range: `bytes=${range.start}-${range.start + range.length - 1}` }
    : {};
  const maxBytes = range?.length ?? openingLimits.segmentMaxBytes;
  // The request goes out now, even if the bytes are read later.
  const answer = fetch(new URL(url, baseUrl), { headers, signal });
  answer.catch(() => undefined);

  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>, FetchedPart> {
    const { status, body } = await answer;
    if (status !== (range ? 206 : 200) || body === null)
      throw new Error(`${url} was answered with ${status}`);
    const reader = body.getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) {
        void reader.cancel();
        throw new Error(`${url} is longer than ${maxBytes} bytes`);
      }
      chunks.push(value);
      yield value;
    }
    if (range && length < range.length) throw new Error(`${url} ended after ${length} bytes`);
    return { bytes: joined(chunks).buffer, tookMs: performance.now() - startMs };
  }
  return read();
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
