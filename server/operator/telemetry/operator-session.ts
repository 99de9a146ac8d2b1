import { createHmac, timingSafeEqual } from 'node:crypto';
import { telemetryLimits } from './telemetry-limits.ts';

export const sessionCookie = 'offstage_operator';

/**
 * A session that browsers store instead of the token: `EXPIRY.SIGNATURE`, signed with the token.
 * Every server with the token accepts it without a list of sessions, and changing the token ends
 * it.
 * @param nowMs Unix milliseconds
 */
export function makeSession(token: string, nowMs: number): string {
  const expirySec = Math.floor(nowMs / 1_000) + telemetryLimits.sessionSec;
  return `${expirySec}.${signatureOf(token, expirySec)}`;
}

/** Whether this server's token signed it, and it has not expired. */
export function isSession(token: string, text: string, nowMs: number): boolean {
  const [, expiry = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(text) ?? [];
  if (expiry === '' || Number(expiry) * 1_000 <= nowMs) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(token, Number(expiry))));
}

/** @returns a `Set-Cookie` value; an empty session deletes the cookie */
export function sessionCookieHeader(session: string, isHttps: boolean): string {
  const age = session === '' ? 0 : telemetryLimits.sessionSec;
  const secure = isHttps ? '; Secure' : '';
  return `${sessionCookie}=${session}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

function signatureOf(token: string, expirySec: number): string {
  return createHmac('sha256', token)
    .update(`offstage operator session ${expirySec}`)
    .digest('base64url');
}
