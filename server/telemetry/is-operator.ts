import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '../http/is-loopback-host.ts';

export interface TelemetryAccess {
  /** The operator's token, given or made; `null` when there is none, and this machine alone may read. */
  token: string | null;
  /** Whether the server can be reached from this machine only. */
  isLoopbackOnly: boolean;
}

/** Headers by which a proxy tells that the request came from somewhere else. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'x-real-ip',
  'via',
];

/**
 * Whether a request may read the telemetry. Where there is a token, only with it: a proxy on this machine that adds no
 * header makes everybody outside look like this machine. Without one only this machine may, and only directly: behind a
 * proxy that does say so somebody outside may be reading, and under a name that is not this machine's (DNS rebinding) some
 * page may.
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

/** Takes the same time wherever the two differ; hashing makes them equally long. */
function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
