/** First-party, of the embed's origin: the viewer's screen shows more pixels than CSS counts. */
export const hiDpiCookieName = 'offstage_hidpi';

/** @param cookies a `Cookie` header, or `document.cookie`: anybody's text. Of cookies with the same name the first counts */
export function saysHiDpi(cookies: string): boolean {
  return readHiDpiCookie(cookies) === '1';
}

/** @returns the value, whatever it is; `undefined` without the cookie */
export function readHiDpiCookie(cookies: string): string | undefined {
  const prefix = `${hiDpiCookieName}=`;
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
