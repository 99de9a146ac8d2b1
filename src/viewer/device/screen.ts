import type { ScreenReading } from '../../../shared/telemetry/device-report.ts';

/** @returns `null` where cookies are denied */
export function readScreen(): ScreenReading | null {
  try {
    return {
      pixelRatio: devicePixelRatio,
      cookies: document.cookie,
      isHttps: location.protocol === 'https:',
      isSecure: isSecureContext,
      isFramed: window !== window.parent,
    };
  } catch {
    // SecurityError, for example in a frame with an opaque origin.
    return null;
  }
}

/** @param cookie with its attributes, as built by the services */
export function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: `CookieStore` needs https and a new browser
  document.cookie = cookie;
}

/**
 * Calls back when the window moves to another screen or the page is zoomed. Costs nothing until
 * then.
 */
export function watchScreen(onChange: () => void, signal: AbortSignal): void {
  const change = () => {
    watchScreen(onChange, signal);
    onChange();
  };
  const isAsNow = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  isAsNow.addEventListener('change', change, { signal, once: true });
}
