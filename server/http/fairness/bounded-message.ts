import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../http-limits.ts';

const { chunksFreeCount, chunkMinBytes } = httpLimits;

/**
 * Requests that reject a body in many tiny chunks (`Transfer-Encoding: chunked`). A one-byte chunk
 * costs as much CPU and memory as a large one, so a few megabytes of them would block the server
 * for seconds.
 * @param onCut gets each connection that is closed for this
 */
export function boundedMessage(onCut: (socket: Socket) => void): typeof IncomingMessage {
  return class extends IncomingMessage {
    #chunksCount = 0;
    #bodyBytes = 0;

    override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
      if (chunk !== null) {
        this.#chunksCount += 1;
        this.#bodyBytes += chunk.length;
        const paidCount = this.#bodyBytes / chunkMinBytes.value;
        if (this.#chunksCount > chunksFreeCount.value + paidCount) {
          if (!this.socket.destroyed) {
            skipRestOfRead(this.socket);
            this.socket.destroy();
            onCut(this.socket);
          }
          return false;
        }
      }
      return super.push(chunk, encoding);
    }
  };
}

/**
 * A read returns up to 11,000 one-byte chunks. Node passes them all to `push`, even of a destroyed
 * socket, which takes 15 to 40 ms: by far the most of an attack's cost. So its parser, which is no
 * documented interface, has no listener until this turn ends. A Node without one only takes longer.
 */
function skipRestOfRead(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: Record<number, unknown> };
  const kOnBody = (parser?.constructor as { kOnBody?: unknown } | undefined)?.kOnBody;
  if (!parser || typeof kOnBody !== 'number') return;
  const onBody = parser[kOnBody];
  parser[kOnBody] = undefined;
  // Other connections get this parser later, and need its listener.
  setImmediate(() => {
    parser[kOnBody] = onBody;
  });
}

/**
 * After an answer, Node reads the rest of a body without calling `push`. This closes the connection
 * instead if a chunked body is incomplete.
 */
export function cutUnreadChunks(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  response.once('finish', () => {
    if (!request.complete) request.socket.destroySoon();
  });
}
