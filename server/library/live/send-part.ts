import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { beginFileAnswer } from '../../http/files/begin-file-answer.ts';
import { tieFile } from '../../http/files/tie-file.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { openRegularFile } from '../open-regular-file.ts';
import type { LivePart } from './live-window.ts';

export interface PartToSend {
  /** Real path of the media directory. */
  root: string;
  part: LivePart;
  headers: Readonly<Record<string, string>>;
}

/**
 * Answers with a part. Its bytes go from disk to socket as the client reads them, so that an unread
 * answer holds one chunk.
 * @throws if the file is missing, not a regular file, or shorter than when the server read it
 */
export async function sendPart(
  context: Context<ServerEnv>,
  { root, part, headers }: PartToSend,
): Promise<Response> {
  const { outgoing } = context.env;
  const { offset, length } = part.byteRange;
  const setHeaders = () => {
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    outgoing.setHeader('Content-Length', length);
  };
  // An answer to HEAD opens no file.
  if (context.req.method === 'HEAD') {
    setHeaders();
    outgoing.end();
    return RESPONSE_ALREADY_SENT;
  }
  const answer = beginFileAnswer(context);
  if (answer instanceof Response) return answer;
  const handle = await openPart(root, part);
  // Its client has disconnected meanwhile.
  if (outgoing.destroyed) {
    await handle.close();
    return RESPONSE_ALREADY_SENT;
  }
  setHeaders();
  // The stream closes the handle when it ends.
  const stream = handle.createReadStream({ start: offset, end: offset + length - 1 });
  tieFile(stream, outgoing, { lengthBytes: length, answer });
  stream.on('error', () => outgoing.destroy());
  stream.pipe(outgoing);
  return RESPONSE_ALREADY_SENT;
}

async function openPart(root: string, { file, byteRange }: LivePart): Promise<FileHandle> {
  const handle = await openRegularFile(join(root, file));
  const { size } = await handle.stat();
  if (size >= byteRange.offset + byteRange.length) return handle;
  await handle.close();
  throw new Error(`${file} ends before the part at byte ${byteRange.offset} does`);
}
