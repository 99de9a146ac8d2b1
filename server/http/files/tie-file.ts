import type { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { FileAnswer } from './file-answers.ts';

/**
 * Ties a file's stream to its response. The file is closed with the response. A file shorter than
 * announced closes the connection, so that the next answer is not taken for its rest.
 * @param lengthBytes the announced `Content-Length`
 */
export function tieFile(
  stream: Readable,
  outgoing: HttpBindings['outgoing'],
  { lengthBytes, answer }: { lengthBytes: number; answer: FileAnswer | null },
): void {
  let readBytes = 0;
  stream.on('data', (chunk: Buffer) => {
    readBytes += chunk.length;
    answer?.progress();
  });
  stream.on('end', () => {
    if (readBytes < lengthBytes) outgoing.destroy();
  });
  outgoing.once('close', () => stream.destroy());
}
