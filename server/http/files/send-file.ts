import type { ReadStream, Stats } from 'node:fs';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import send from 'send';
import { encodePath } from '../../library/media-path.js';
import type { ServerEnv } from '../server-env.ts';
import { beginFileAnswer } from './begin-file-answer.ts';
import { findPrecompressed, type PrecompressedFile, precompressedTag } from './precompressed.ts';
import { isText } from './text-types.ts';
import { tieFile } from './tie-file.ts';

export interface FileToSend {
  /** Real absolute path. */
  root: string;
  /** Real path relative to `root`; see `resolveInside`. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Answers with a file: byte ranges, conditional requests, HEAD. It writes to Node's response
 * directly, so that bytes go from disk to socket without web streams.
 */
export function sendFile(
  context: Context<ServerEnv>,
  { root, path, headers }: FileToSend,
  packed: PrecompressedFile | null = null,
): Response {
  const { incoming, outgoing } = context.env;
  // An answer to HEAD opens no file.
  const answer = context.req.method === 'HEAD' ? null : beginFileAnswer(context);
  if (answer instanceof Response) return answer;
  // The client has disconnected during the search for the file.
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  // For each encoding, and in answers without a body.
  if (isText(headers['Content-Type'] ?? '')) outgoing.setHeader('Vary', 'Accept-Encoding');
  // Dotfiles: `resolveInside` has refused those in the URL.
  send(incoming, `/${encodePath(packed?.path ?? path)}`, {
    root,
    index: false,
    dotfiles: 'allow',
    cacheControl: false,
    acceptRanges: packed === null,
  })
    .on('headers', (_response: unknown, _path: string, stats: Stats) => {
      if (packed === null) return;
      outgoing.setHeader('Content-Encoding', packed.coding);
      outgoing.setHeader('ETag', precompressedTag(stats, packed.coding));
    })
    .on('stream', (stream: ReadStream) => {
      tieFile(stream, outgoing, {
        lengthBytes: Number(outgoing.getHeader('Content-Length')),
        answer,
      });
    })
    .on('error', (error: { status?: number; code?: string }) => {
      if (outgoing.headersSent) {
        outgoing.destroy();
        return;
      }
      // The process has no free descriptor; other work than files may have used them.
      const isBusy = error.code === 'EMFILE' || error.code === 'ENFILE';
      const status = isBusy ? 503 : (error.status ?? 500);
      if (isBusy) outgoing.setHeader('Retry-After', '1');
      for (const name of ['Cache-Control', 'Content-Encoding', 'ETag']) outgoing.removeHeader(name);
      const body = JSON.stringify({
        error: { code: `HTTP_${status}`, message: sendProblem(status) },
      });
      outgoing.writeHead(status, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      });
      outgoing.end(body);
    })
    .pipe(outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** Answers with a file of the build, in the best encoding for the client. */
export async function sendBuiltFile(
  context: Context<ServerEnv>,
  file: FileToSend,
): Promise<Response> {
  return sendFile(
    context,
    file,
    await findPrecompressed(context.env.incoming, file.root, file.path),
  );
}

function sendProblem(status: number): string {
  if (status === 416) return 'The range is outside the file.';
  if (status === 412) return 'The file does not match the condition.';
  return status === 404 ? 'The file does not exist.' : 'The file cannot be read.';
}
