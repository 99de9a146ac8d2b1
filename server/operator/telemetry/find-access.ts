import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import { isLoopbackHost } from '../../http/is-loopback-host.ts';
import { keepSecret } from '../../options/keep-secret.js';
import type { TelemetryAccess } from './is-operator.ts';

export interface FoundAccess extends TelemetryAccess {
  /** The token's file in the data directory, if its token is used. */
  tokenFile: string | null;
}

/**
 * A server that others can reach must have a token; without one it makes its own. A server on
 * loopback uses that file only if it exists: `offstage token` makes it for a server behind a proxy.
 */
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
  const name = 'operator-token';
  if (token !== null || (isLoopbackOnly && !existsSync(join(dataDir, name))))
    return ok({ token, isLoopbackOnly, tokenFile: null });
  const kept = keepSecret(dataDir, { name, instead: 'set one with --token' });
  return kept.ok
    ? ok({ token: kept.value.secret, isLoopbackOnly, tokenFile: kept.value.file })
    : kept;
}
