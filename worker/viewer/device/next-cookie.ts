import { deviceLimits } from '../../../shared/limits/device-limits.ts';
import type { ScreenReading } from '../../../shared/telemetry/device-report.ts';
import { hiDpiCookieName, readHiDpiCookie, saysHiDpi } from '../../../shared/wire/hi-dpi-cookie.ts';

/**
 * The cookie that reports a hi-dpi screen to the server (specification §9), for `document.cookie`.
 * @param canKeep whether this viewer may be given a cookie
 * @returns `null` if the current cookie is already right
 */
export function nextCookie(screen: ScreenReading, canKeep: boolean): string | null {
  const { pixelRatio, cookies } = screen;
  if (canKeep && pixelRatio >= deviceLimits.hiDpiRatio) {
    if (saysHiDpi(cookies)) return null;
    return `${hiDpiCookieName}=1; Max-Age=${deviceLimits.hiDpiCookieLifeMs / 1_000}${attributes(screen)}`;
  }
  if (readHiDpiCookie(cookies) === undefined) return null;
  // A cookie is removed only with the attributes that it was set with.
  return `${hiDpiCookieName}=; Max-Age=0${attributes(screen)}`;
}

/**
 * A frame in another site's page can only have a cookie partitioned to that site. Browsers require
 * `Secure` for it, and count localhost as secure.
 */
function attributes({ isFramed, isSecure, isHttps }: ScreenReading): string {
  if (isFramed && isSecure) return '; Path=/; SameSite=None; Secure; Partitioned';
  return `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}
