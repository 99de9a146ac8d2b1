import type { BlockList } from 'node:net';
import type { Result } from '../../../shared/tools/result.ts';
import { isTrusted } from '../../http/client-address.ts';
import type { RequestCheck } from '../../operator/health/request-check-routes.ts';
import type { HttpAnswer, HttpQuestion } from './ask-http.ts';
import { askHttp, isUnreachable } from './ask-http.ts';
import { askRequestCheck } from './ask-request-check.ts';

export interface PublicAddress {
  /** The answer of `/healthz`. */
  health: Result<HttpAnswer, 'NO_ANSWER'>;
  /** Whether an http address speaks TLS instead. */
  isTls: boolean;
  seen: RequestCheck | null;
  /** Whether the server believed an invented client address; `null` if that was not tried. */
  isForgeable: boolean | null;
}

/** No machine has this address (RFC 5737). */
const inventedClient = '192.0.2.217';

/** @param trustedProxies of `--trusted-proxy` */
export async function askPublicAddress(
  origin: string,
  trustedProxies: BlockList,
  question: HttpQuestion,
): Promise<PublicAddress> {
  const health = await askHttp(new URL('/healthz', origin), question);
  const answers = health.ok && health.value.status === 200;
  const isTls = mayBeTls(health) && (await speaksTls(origin, question));
  const seen = answers ? await askRequestCheck(origin, question) : null;
  // A proxy on this machine rightly believes this machine.
  const isTried =
    seen !== null && health.ok && !isTrusted(trustedProxies, health.value.localAddress);
  if (!isTried) return { health, isTls, seen, isForgeable: null };
  const forged = await askRequestCheck(
    origin,
    { ...question, headers: { 'X-Forwarded-For': inventedClient } },
    inventedClient,
  );
  return { health, isTls, seen, isForgeable: forged?.isClient ?? null };
}

/** nginx, Apache and Caddy answer 400 to http on a port for TLS; others close the connection. */
function mayBeTls(health: PublicAddress['health']): boolean {
  return health.ok
    ? health.value.status === 400
    : health.error.message !== 'TIMEOUT' && !isUnreachable(health.error.message);
}

async function speaksTls(origin: string, question: HttpQuestion): Promise<boolean> {
  const url = new URL('/healthz', origin);
  if (url.protocol === 'https:') return false;
  // The assigned protocol would drop port 80, which is the default of http.
  const port = url.port || '80';
  return (await askHttp(new URL(`https://${url.hostname}:${port}/healthz`), question)).ok;
}
