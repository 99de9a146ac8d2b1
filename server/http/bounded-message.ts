import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../limits/http-limits.ts';

const { chunksFreeCount, chunkMinBytes } = httpLimits;

/**
 * Requests whose bodies may not come in many tiny chunks (`Transfer-Encoding: chunked`). A chunk of one byte takes as much of the thread and of
 * the memory as a large one, so that a few megabytes of them would stop the server for seconds.
 * @param onCut gets each connection that is cut for this
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
          // What one read of the connection has brought still comes here.
          if (!this.socket.destroyed) {
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

/** Node reads on after an answer until the body ends, past `push`. Chunked bodies that are not read to their end are cut instead. */
export function cutUnreadChunks(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  response.once('finish', () => {
    if (!request.complete) request.socket.destroySoon();
  });
}
