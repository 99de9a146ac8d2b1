import type { HttpBindings } from '@hono/node-server';
import type { Failure } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import type { BodyRoom } from './fairness/fair-room.ts';
import { whenAnswered } from './when-answered.ts';

/** A body that could not be read, with the bytes received until then. */
export type BodyFailure = Failure<'BODY_TOO_LARGE' | 'BODY_INCOMPLETE' | 'SERVER_BUSY'> & {
  readBytes: number;
};

/**
 * Reads a request's body, and stops once it is too large: before the first byte by its
 * `Content-Length`, otherwise at the first byte above the limit. The rest stays unread; the caller
 * answers and closes the connection.
 * @param room memory for the body until the request is answered
 */
export function readBody(
  { incoming, outgoing }: Pick<HttpBindings, 'incoming' | 'outgoing'>,
  { maxBytes, room }: { maxBytes: number; room: BodyRoom },
): Promise<{ ok: true; value: Buffer } | { ok: false; error: BodyFailure }> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes)
    return Promise.resolve(fail('BODY_TOO_LARGE', tooLarge(maxBytes), 0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let readBytes = 0;
    let heldBytes = 0;
    const onData = (chunk: Buffer) => {
      readBytes += chunk.length;
      if (readBytes > maxBytes) stop(fail('BODY_TOO_LARGE', tooLarge(maxBytes), readBytes));
      else if (!room.take(chunk.length)) stop(fail('SERVER_BUSY', busy, readBytes));
      else {
        heldBytes += chunk.length;
        chunks.push(chunk);
      }
    };
    const release = () => {
      room.release(heldBytes);
      heldBytes = 0;
    };
    const end = (outcome: { ok: true; value: Buffer } | ReturnType<typeof fail>) => {
      hasArrived();
      resolve(outcome);
    };
    const stop = (failure: ReturnType<typeof fail>) => {
      incoming.off('data', onData);
      incoming.pause();
      chunks.length = 0;
      end(failure);
    };
    const hasArrived = room.onEviction(() => {
      stop(fail('SERVER_BUSY', busy, readBytes));
      release();
    });
    incoming.on('data', onData);
    incoming.once('end', () => end(ok(Buffer.concat(chunks))));
    // No effect after 'end'; before it, the sender has disconnected.
    incoming.once('close', () => end(fail('BODY_INCOMPLETE', incomplete, readBytes)));
    incoming.once('error', () => end(fail('BODY_INCOMPLETE', incomplete, readBytes)));
    whenAnswered(outgoing, release);
  });
}

const tooLarge = (maxBytes: number) =>
  `A request may have up to ${maxBytes} bytes; send less at once.`;
const busy = 'The server is receiving too much data; send the request again.';
const incomplete = 'The connection closed before the request was complete.';

function fail(
  code: BodyFailure['code'],
  message: string,
  readBytes: number,
): { ok: false; error: BodyFailure } {
  return { ok: false, error: { code, message, readBytes } };
}
