import type { ScreenReading } from '../../shared/device-report.ts';
import { hiDpiCookieName, readHiDpiCookie, saysHiDpi } from '../../shared/hi-dpi-cookie.ts';
import { deviceLimits } from '../../shared/later-limits.ts';

/**
 * The cookie that tells the server of a hi-dpi screen (specification §9), for `document.cookie`.
 * @param mayKeep whether this viewer may be given one
 * @returns `null` while what there is says the right thing
 */
export function nextCookie(screen: ScreenReading, mayKeep: boolean): string | null {
  const { pixelRatio, cookies } = screen;
  if (mayKeep && pixelRatio >= deviceLimits.hiDpiRatio) {
    if (saysHiDpi(cookies)) return null;
    return `${hiDpiCookieName}=1; Max-Age=${deviceLimits.hiDpiCookieLifeMs / 1_000}${attributes(screen)}`;
  }
  if (readHiDpiCookie(cookies) === undefined) return null;
  // A cookie goes only with the attributes that it came with.
  return `${hiDpiCookieName}=; Max-Age=0${attributes(screen)}`;
}

/** A frame in another site's page only gets a cookie of its own for that site; browsers want it secure, this machine counts as that. */
function attributes({ isFramed, isSecure, isHttps }: ScreenReading): string {
  if (isFramed && isSecure) return '; Path=/; SameSite=None; Secure; Partitioned';
  return `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}
