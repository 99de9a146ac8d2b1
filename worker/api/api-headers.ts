import type { ClientContext } from '../../shared/telemetry/log-batch.ts';

/** How a request identifies the viewer. */
export interface ApiIdentity {
  isLoggedIn: boolean;
  visitorId: string | null;
  authorization: string | null;
  /** Whether the request carries cookies. A frame without an origin has no cookies of its own. */
  credentials: RequestCredentials;
}

export interface ApiHeaderParts {
  context: ClientContext;
  identity: ApiIdentity;
  /** Whether this context has an opaque origin, so that all its requests are cross-origin. */
  isOpaque: boolean;
  /** `null` for a request without a body. */
  body: 'plain' | 'gzip' | null;
}

/**
 * The headers of a call (specification §7; the design names them). Viewer and client names are
 * untrusted.
 */
export function apiHeaders({
  context,
  identity,
  isOpaque,
  body,
}: ApiHeaderParts): Record<string, string> {
  // Any other header would cost a preflight. An opaque origin has no viewer, and the body names the
  // client.
  if (isOpaque) return body === null ? {} : { 'Content-Type': 'text/plain' };
  const { isLoggedIn, visitorId, authorization } = identity;
  return {
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(body === 'gzip' && { 'Content-Encoding': 'gzip' }),
    ...(visitorId !== null && { 'X-Visitor-Id': visitorId }),
    'X-Bootstrap-Logged-In': String(isLoggedIn),
    'X-Client-Name': headerValue(context.client.clientName),
    'X-Client-Version': headerValue(context.client.clientVersion),
    ...(authorization !== null && { Authorization: authorization }),
  };
}

/** Replaces characters that a header cannot hold, because `fetch` throws on them. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
