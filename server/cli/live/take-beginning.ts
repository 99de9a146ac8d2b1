import type { Readable } from 'node:stream';
import { liveLimits } from './live-limits.ts';

/**
 * Takes the beginning of a stream, in which ffprobe finds its tracks.
 * @param signal ends the wait
 * @returns bytes of the first seconds, which the stream no longer has
 */
export async function takeBeginning(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | null = null;
    const done = () => {
      if (timer !== null) clearTimeout(timer);
      signal.removeEventListener('abort', done);
      stream.off('data', take).off('end', done).off('close', done);
      stream.pause();
      resolve(Buffer.concat(chunks));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      timer ??= setTimeout(done, liveLimits.probeMs);
      if (bytes >= liveLimits.probeMaxBytes) done();
    };
    signal.addEventListener('abort', done, { once: true });
    stream.on('data', take).on('end', done).on('close', done);
    if (signal.aborted) done();
  });
}
