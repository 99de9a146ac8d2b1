import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Failure } from '../../../shared/tools/result.ts';
import { clientAddress } from '../../http/client-address.ts';
import { clientNetwork } from '../../http/client-network.ts';
import type { RateLimit } from '../../http/fairness/rate-limit.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { TelemetryAccess } from './is-operator.ts';
import { isOperator } from './is-operator.ts';
import { isSession, sessionCookies } from './operator-session.ts';

export interface AdmitDeps {
  access: TelemetryAccess;
  /** Counts the wrong tokens of each client. */
  wrongTokens: RateLimit;
  /** Unix milliseconds. */
  now: () => number;
}

export type Refusal = Failure<'TOO_MANY_TRIES' | 'UNAUTHORIZED'> & { waitMs: number };

/**
 * Checks that a request is the operator's, or a reader's. Credentials of an operator come
 * first.
 */
export function admit(
  context: Context<ServerEnv>,
  deps: AdmitDeps,
): { isReader: boolean; refusal: Refusal | null } {
  const key = getCookie(context, sessionCookies.reader) ?? '';
  return deps.access.token === null || key === '' || hasCredentials(context)
    ? { isReader: false, refusal: refuseStranger(context, deps) }
    : { isReader: true, refusal: refuseKey(context, deps, key) };
}

/** Whether a request claims to be an operator's. */
export function hasCredentials(context: Context<ServerEnv>): boolean {
  return (
    context.req.header('Authorization') !== undefined ||
    getCookie(context, sessionCookies.operator) !== undefined
  );
}

/** Checks the key of a read-only link. A wrong one counts like a wrong token, which it may test. */
export function refuseKey(
  context: Context<ServerEnv>,
  deps: AdmitDeps,
  key: string,
): Refusal | null {
  const { access, now } = deps;
  return refuseTry(
    context,
    deps,
    true,
    () => access.token !== null && isSession(access.token, key, now(), 'reader'),
  );
}

/**
 * Checks that a request is the operator's: by its token, by the dashboard's session, or because it
 * comes from this machine. Wrong tokens are counted.
 * @returns `null` if it is
 */
function refuseStranger(context: Context<ServerEnv>, deps: AdmitDeps): Refusal | null {
  const { access, now } = deps;
  const session = getCookie(context, sessionCookies.operator) ?? '';
  const authorization = context.req.header('Authorization');
  const hasTried = access.token !== null && (authorization !== undefined || session !== '');
  return refuseTry(context, deps, hasTried, () => {
    if (authorization === undefined && access.token !== null)
      return isSession(access.token, session, now());
    return isOperator(access, (name) => context.req.header(name));
  });
}

/** The same check for a token from the sign-in form. */
export function refuseToken(
  context: Context<ServerEnv>,
  deps: AdmitDeps,
  token: string,
): Refusal | null {
  return refuseTry(context, deps, true, () =>
    isOperator({ ...deps.access, isLoopbackOnly: false }, (name) =>
      name === 'authorization' ? `Bearer ${token}` : undefined,
    ),
  );
}

function refuseTry(
  context: Context<ServerEnv>,
  { access, wrongTokens }: AdmitDeps,
  hasTried: boolean,
  isRight: () => boolean,
): Refusal | null {
  const client = hasTried ? clientNetwork(clientAddress(context)) : '';
  const waitMs = hasTried ? wrongTokens.waitMs(client) : 0;
  // Refuse even the right token: otherwise guessing could continue, and the answer would reveal it.
  if (waitMs > 0)
    return {
      code: 'TOO_MANY_TRIES',
      message: 'This address has sent too many wrong tokens.',
      waitMs,
    };
  if (isRight()) return null;
  if (hasTried) wrongTokens.take(client);
  const remedy =
    access.token === null
      ? 'run `npx offstage token` with the server’s --data, restart the server, and send the token'
      : "send the operator's token (`npx offstage token --show` with the server's --data prints it)";
  return {
    code: 'UNAUTHORIZED',
    message: `Only the operator can read the telemetry: ${remedy} as "Authorization: Bearer …".`,
    waitMs: 0,
  };
}
