import type { Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import { isLoopbackHost } from '../../http/is-loopback-host.ts';
import { keepSecret } from '../../options/keep-secret.js';
import type { TelemetryAccess } from './is-operator.ts';

export interface FoundAccess extends TelemetryAccess {
  /** The token's file, if the server made it. */
  tokenFile: string | null;
}

/** A server that others can reach must have a token; without one it makes its own. */
export function findAccess({
  host,
  token,
  dataDir,
}: {
  host: string;
  token: string | null;
  dataDir: string;
}): Result<FoundAccess> {
  const isLoopbackOnly = isLoopbackHost(host);
  if (isLoopbackOnly || token !== null) return ok({ token, isLoopbackOnly, tokenFile: null });
  const kept = keepSecret(dataDir, { name: 'operator-token', instead: 'set one with --token' });
  return kept.ok
    ? ok({ token: kept.value.secret, isLoopbackOnly, tokenFile: kept.value.file })
    : kept;
}
