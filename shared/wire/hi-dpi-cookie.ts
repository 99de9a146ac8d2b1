/**
 * First-party cookie of the embed's origin: the viewer's screen has more device pixels than CSS
 * pixels.
 */
export const hiDpiCookieName = 'offstage_hidpi';

/**
 * @param cookies a `Cookie` header, or `document.cookie`; untrusted. Of cookies with the same name,
 * the first counts
 */
export function saysHiDpi(cookies: string): boolean {
  return readHiDpiCookie(cookies) === '1';
}

/** @returns the unchecked value; `undefined` without the cookie */
export function readHiDpiCookie(cookies: string): string | undefined {
  const prefix = `${hiDpiCookieName}=`;
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
