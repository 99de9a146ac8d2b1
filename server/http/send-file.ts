import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import send from 'send';
import { encodePath } from '../library/media-path.ts';
import type { ServerEnv } from './server-env.ts';

export interface FileToSend {
  /** Real absolute path. */
  root: string;
  /** Real path relative to `root`; see `resolveInside`. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Answers with a file: byte ranges, conditional requests, HEAD. Writes to Node's response itself, so that the bytes go from
 * disk to socket without passing through web streams.
 */
export function sendFile(context: Context<ServerEnv>, { root, path, headers }: FileToSend): Response {
  const { incoming, outgoing } = context.env;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  // Dotfiles: `resolveInside` has refused those that the URL names.
  send(incoming, `/${encodePath(path)}`, { root, index: false, dotfiles: 'allow', cacheControl: false })
    .on('error', (error: { status?: number; headers?: Record<string, string> }) => {
      if (outgoing.headersSent) {
        outgoing.destroy();
        return;
      }
      const status = error.status ?? 500;
      for (const [name, value] of Object.entries(error.headers ?? {})) outgoing.setHeader(name, value);
      outgoing.removeHeader('Cache-Control');
      outgoing.writeHead(status, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ error: { code: `HTTP_${status}`, message: sendProblem(status) } }));
    })
    .pipe(outgoing);
  return RESPONSE_ALREADY_SENT;
}

function sendProblem(status: number): string {
  if (status === 416) return 'The range lies outside of the file.';
  if (status === 412) return 'The file is not the one that the condition names.';
  return status === 404 ? 'There is no such file.' : 'The file cannot be read.';
}
