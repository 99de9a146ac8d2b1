import { createHmac, timingSafeEqual } from 'node:crypto';
import { telemetryLimits } from './telemetry-limits.ts';

/** An operator has the token, or a session; a reader has opened a read-only link. */
export type Role = 'operator' | 'reader';

/** The text that is signed says which role a session is for, so that neither becomes the other. */
const roles = {
  operator: {
    cookie: 'offstage_operator',
    text: 'offstage operator session',
    seconds: telemetryLimits.sessionSec,
  },
  reader: {
    cookie: 'offstage_reader',
    text: 'offstage read-only link',
    seconds: telemetryLimits.linkSec,
  },
} as const;

export const sessionCookies = {
  operator: roles.operator.cookie,
  reader: roles.reader.cookie,
} as const;

/**
 * A session that browsers store instead of the token: `EXPIRY.SIGNATURE`, signed with the token.
 * Every server with the token accepts it without a list of sessions, and changing the token ends
 * it. A reader's is also the key of a link.
 * @param nowMs Unix milliseconds
 */
export function makeSession(token: string, nowMs: number, role: Role = 'operator'): string {
  const expirySec = Math.floor(nowMs / 1_000) + roles[role].seconds;
  return `${expirySec}.${signatureOf(token, expirySec, role)}`;
}

/** Whether this server's token signed it for the role, and it has not expired. */
export function isSession(
  token: string,
  text: string,
  nowMs: number,
  role: Role = 'operator',
): boolean {
  const [, expiry = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(text) ?? [];
  if (expiry === '' || Number(expiry) * 1_000 <= nowMs) return false;
  const right = signatureOf(token, Number(expiry), role);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(right));
}

/** @returns a `Set-Cookie` value; an empty session deletes the cookie */
export function sessionCookieHeader(
  session: string,
  isHttps: boolean,
  role: Role = 'operator',
): string {
  const { cookie, seconds } = roles[role];
  const age = session === '' ? 0 : seconds;
  const secure = isHttps ? '; Secure' : '';
  return `${cookie}=${session}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

function signatureOf(token: string, expirySec: number, role: Role): string {
  return createHmac('sha256', token).update(`${roles[role].text} ${expirySec}`).digest('base64url');
}
