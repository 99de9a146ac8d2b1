import type { ServerResponse } from 'node:http';
import compression from 'compression';
import type { MiddlewareHandler } from 'hono';
import { httpLimits } from '../limits/http-limits.ts';
import type { ServerEnv } from './server-env.ts';
import { isText } from './text-types.ts';

/** Less fits into a packet or two as it is. */
const minBytes = 1_024;

const compress = compression({
  threshold: minBytes,
  filter: (_request, response) => isWorthIt(response),
});

/**
 * Compresses pages, API answers, playlists and captions as the client's `Accept-Encoding` says (RFC 9110 §12.5.3), brotli before gzip.
 * It works on Node's response, to which files are sent past Hono. Files of the build
 * are compressed already (`precompressed.ts`), unless somebody left that out.
 */
export const compressAnswers: MiddlewareHandler<ServerEnv> = (context, next) => {
  compress(context.env.incoming, context.env.outgoing, () => {});
  return next();
};

/** Parts of a file are parts of it as it is; and what comes bit by bit, without a length, is not held back for being packed. */
function isWorthIt(response: ServerResponse): boolean {
  const lengthBytes = Number(response.getHeader('Content-Length') ?? Number.NaN);
  return (
    response.statusCode !== 206 &&
    lengthBytes <= httpLimits.compressMaxBytes.value &&
    isText(String(response.getHeader('Content-Type') ?? ''))
  );
}
