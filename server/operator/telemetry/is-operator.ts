import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '../../http/is-loopback-host.ts';

export interface TelemetryAccess {
  /**
   * The operator's token, set or generated; `null` if there is none, and only this machine may
   * read.
   */
  token: string | null;
  /** Whether the server is reachable only from this machine. */
  isLoopbackOnly: boolean;
}

/** Headers by which a proxy shows that a request came from elsewhere. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'x-real-ip',
  'via',
];

/**
 * Whether a request may read the telemetry.
 *
 * 1. With a token, only requests that carry it: a proxy on this machine that adds no header makes
 *    outside clients look local.
 * 2. Without a token, only direct requests from this machine. Proxy headers show an outside client,
 *    and a foreign host name shows another page (DNS rebinding).
 */
export function isOperator(
  { token, isLoopbackOnly }: TelemetryAccess,
  header: (name: string) => string | undefined,
): boolean {
  if (token !== null) {
    const given = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1];
    return given !== undefined && isEqual(given, token);
  }
  return (
    isLoopbackOnly &&
    isLoopbackHost(header('host') ?? '') &&
    proxyHeaders.every((name) => header(name) === undefined)
  );
}

/** Takes the same time wherever the two differ; hashes have equal lengths. */
function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
