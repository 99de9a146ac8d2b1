import { type Gzip, isCompressible, isPlausible } from './compress-body.ts';

export type Body = string | Uint8Array<ArrayBuffer>;

/** Sends a text, compressed where it pays. @throws (rejects) what `send` does */
export type SendCompressed = <Reply extends { status: number }>(
  text: string,
  send: (body: Body, isCompressed: boolean) => Promise<Reply>,
) => Promise<Reply>;

/** Remembers for the session whether the server takes compressed bodies. */
export function createSendCompressed(gzip: Gzip): SendCompressed {
  let canCompress = true;
  return async (text, send) => {
    const zipped =
      canCompress && isCompressible(text.length) ? await gzip(text).catch(() => null) : null;
    // The server would take it for a compression bomb.
    if (zipped === null || !isPlausible(text, zipped)) return send(text, false);
    const reply = await send(zipped, true);
    if (reply.status !== 400 && reply.status !== 415) return reply;
    // Specification §8: these mean that somebody on the way cannot read it. It goes again as it is, at once.
    canCompress = false;
    return send(text, false);
  };
}
