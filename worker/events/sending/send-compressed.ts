import { type Gzip, isCompressible, isPlausible } from './compress-body.ts';

export type Body = string | Uint8Array<ArrayBuffer>;

/**
 * Sends a text, compressed where it pays.
 * @throws (rejects) the error of `send`
 */
export type SendCompressed = <Reply extends { status: number }>(
  text: string,
  send: (body: Body, isCompressed: boolean) => Promise<Reply>,
) => Promise<Reply>;

/** Remembers for the session whether the server accepts compressed bodies. */
export function createSendCompressed(gzip: Gzip): SendCompressed {
  let canCompress = true;
  return async (text, send) => {
    const zipped =
      canCompress && isCompressible(text.length) ? await gzip(text).catch(() => null) : null;
    // The server would take this ratio for a compression bomb.
    if (zipped === null || !isPlausible(text, zipped)) return send(text, false);
    const reply = await send(zipped, true);
    if (reply.status !== 400 && reply.status !== 415) return reply;
    // 400 and 415 mean that the server or a proxy cannot read the body (specification §8). It is
    // resent uncompressed at once.
    canCompress = false;
    return send(text, false);
  };
}
