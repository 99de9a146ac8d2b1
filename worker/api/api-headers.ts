import type { ClientContext } from '../../shared/log-batch.ts';

/** What a request says of who asks. */
export interface ApiIdentity {
  isLoggedIn: boolean;
  visitorId: string | null;
  authorization: string | null;
  /** Whether cookies go along. A frame without an origin has none that are its own. */
  credentials: RequestCredentials;
}

export interface ApiHeaderParts {
  context: ClientContext;
  identity: ApiIdentity;
  /** Whether this context belongs to no origin, so that every request of it crosses origins. */
  isOpaque: boolean;
  /** `null` without a body. */
  body: 'plain' | 'gzip' | null;
}

/** The headers of a call (specification §7, design: their names). Names of viewers and clients come from others. */
export function apiHeaders({
  context,
  identity,
  isOpaque,
  body,
}: ApiHeaderParts): Record<string, string> {
  // Each other header would cost a preflight, and who has no origin is nobody's viewer; the body tells the client.
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

/** `fetch` throws at what a header cannot hold. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
