import { createHmac, timingSafeEqual } from 'node:crypto';

/** A working day; then the token is asked for again. */
const sessionSec = 12 * 60 * 60;

export const sessionCookie = 'offstage_operator';

/**
 * What a browser keeps instead of the token: `EXPIRY.SIGNATURE`, signed with the token, so that every server that has the token
 * knows it, none keeps a list, and another token ends it.
 * @param nowMs Unix milliseconds
 */
export function makeSession(token: string, nowMs: number): string {
  const expirySec = Math.floor(nowMs / 1_000) + sessionSec;
  return `${expirySec}.${signatureOf(token, expirySec)}`;
}

/** Whether this server's token has signed it, and it has not expired. */
export function isSession(token: string, text: string, nowMs: number): boolean {
  const [, expiry = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(text) ?? [];
  if (expiry === '' || Number(expiry) * 1_000 <= nowMs) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(token, Number(expiry))));
}

/** @returns a `Set-Cookie` value; '' for the session takes the cookie away */
export function sessionCookieHeader(session: string, isHttps: boolean): string {
  const age = session === '' ? 0 : sessionSec;
  const secure = isHttps ? '; Secure' : '';
  return `${sessionCookie}=${session}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

function signatureOf(token: string, expirySec: number): string {
  return createHmac('sha256', token)
    .update(`offstage operator session ${expirySec}`)
    .digest('base64url');
}
