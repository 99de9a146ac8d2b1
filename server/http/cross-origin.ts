import type { Context } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';

/**
 * Headers of everything that any page may read: opaque origins (sandboxed frames) and hosts with a
 * Cross-Origin-Embedder-Policy need them. No answer depends on credentials.
 */
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

const dayInSec = 86_400;

/** Answers preflights for routes that any page may use; the answers themselves carry `crossOriginHeaders`. */
export const allowAnyOrigin = cors({
  origin: '*',
  maxAge: dayInSec,
  exposeHeaders: ['Content-Range', 'Content-Length', 'Date', 'Retry-After'],
});

/** `allowAnyOrigin` is for fetches; this also lets pages with an embedder policy load the answer as a resource. */
export const allowAsResource = createMiddleware(async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(crossOriginHeaders)) context.header(name, value);
});

/** A 404 that pages of any origin can tell from a network failure. */
export function notFoundForAnyOrigin(context: Context): Response | Promise<Response> {
  for (const [name, value] of Object.entries(crossOriginHeaders)) context.header(name, value);
  return context.notFound();
}
