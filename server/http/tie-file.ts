import type { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { FileAnswer } from './file-answers.ts';

/**
 * Ties a file's stream to the response that it goes to: the file is closed with the response, and a file that ends before the
 * announced length cuts the connection, so that no client takes the next answer for its rest.
 * @param lengthBytes as `Content-Length` announces it
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
