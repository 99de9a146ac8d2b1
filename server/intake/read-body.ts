import type { IncomingMessage } from 'node:http';
import type { Failure, Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';

/** A body that could not be read, with the bytes that arrived until then. */
export type BodyFailure = Failure<'BODY_TOO_LARGE' | 'BODY_INCOMPLETE'> & { readBytes: number };

/**
 * Reads a request's body, and stops as soon as it is known to be too large: by its announced length before the first byte,
 * else at the byte that is one too many. The rest stays unread; the caller answers and closes the connection.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ ok: true; value: Buffer } | { ok: false; error: BodyFailure }> {
  const tooLarge = (readBytes: number) => ({
    ok: false as const,
    error: {
      code: 'BODY_TOO_LARGE' as const,
      message: `A batch has at most ${maxBytes} bytes; send fewer events at once.`,
      readBytes,
    },
  });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLarge(0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let readBytes = 0;
    const onData = (chunk: Buffer) => {
      readBytes += chunk.length;
      chunks.push(chunk);
      if (readBytes > maxBytes) {
        request.off('data', onData);
        request.pause();
        resolve(tooLarge(readBytes));
      }
    };
    request.on('data', onData);
    request.once('end', () => resolve(ok(Buffer.concat(chunks))));
    // After 'end' this changes nothing; before it, the sender went away.
    request.once('close', () => resolve({ ok: false, error: { ...incomplete.error, readBytes } }));
    request.once('error', () => resolve({ ok: false, error: { ...incomplete.error, readBytes } }));
  });
}

const incomplete = err(
  'BODY_INCOMPLETE',
  'The connection closed before the batch was complete.',
) satisfies Result<never>;
