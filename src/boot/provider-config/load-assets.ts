import { pageConfigLimits } from '../../../shared/limits/page-config-limits.ts';
import { trustedScriptUrl } from '../../services/worker-parts/trusted-script-url.ts';

/**
 * Accepts URLs for the provider's assets: https, or the page's own origin. Never `javascript:`,
 * `data:` or `blob:`.
 * @param origin of the page
 * @returns `null` when the URL is refused
 */
export function assetUrl(text: string, baseUrl: string, origin: string): URL | null {
  if (text.length > pageConfigLimits.addressMaxChars || !URL.canParse(text, baseUrl)) return null;
  const url = new URL(text, baseUrl);
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && url.origin === origin);
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** @returns whether the script loaded and ran */
export function loadScript(url: URL): Promise<boolean> {
  const script = document.createElement('script');
  return load(script, () => {
    script.src = trustedScriptUrl(url.href);
  });
}

/** @returns whether the stylesheet loaded */
export function loadStyle(url: URL): Promise<boolean> {
  const link = document.createElement('link');
  return load(link, () => {
    link.rel = 'stylesheet';
    link.href = url.href;
  });
}

function load(element: HTMLScriptElement | HTMLLinkElement, prepare: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true), { once: true });
    element.addEventListener('error', () => resolve(false), { once: true });
    // With this nonce, a nonce-based Content-Security-Policy allows the element.
    element.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    try {
      prepare();
      document.head.append(element);
    } catch {
      // Trusted Types may forbid assigning a string URL.
      resolve(false);
    }
  });
}
