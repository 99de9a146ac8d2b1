import type { ServerResponse } from 'node:http';
import compression from 'compression';
import type { MiddlewareHandler } from 'hono';
import { answerLimits } from './answer-limits.ts';
import { isText } from './files/text-types.ts';
import { httpLimits } from './http-limits.ts';
import type { ServerEnv } from './server-env.ts';

const compress = compression({
  threshold: answerLimits.compressMinBytes,
  filter: (_request, response) => isWorthIt(response),
});

/**
 * Compresses pages, API answers, playlists and captions according to `Accept-Encoding` (RFC 9110
 * §12.5.3), brotli before gzip. It works on Node's response, because files bypass Hono. Files of
 * the build are usually compressed in advance (`precompressed.ts`).
 */
export const compressAnswers: MiddlewareHandler<ServerEnv> = (context, next) => {
  compress(context.env.incoming, context.env.outgoing, () => {});
  return next();
};

/**
 * Excludes byte ranges, which refer to the uncompressed file, and streams without a length, which
 * compression would delay.
 */
function isWorthIt(response: ServerResponse): boolean {
  const lengthBytes = Number(response.getHeader('Content-Length') ?? Number.NaN);
  return (
    response.statusCode !== 206 &&
    lengthBytes <= httpLimits.compressMaxBytes.value &&
    isText(String(response.getHeader('Content-Type') ?? ''))
  );
}
