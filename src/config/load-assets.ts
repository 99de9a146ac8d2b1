import { pageConfigLimits } from '../../shared/later-limits.ts';
import { trustedScriptUrl } from '../trusted-script-url.ts';

/**
 * Which addresses a page loads its provider's assets from: https, or the page's own origin. Never `javascript:`, `data:` or `blob:`.
 * @param origin of the page
 * @returns `null` for any other
 */
export function assetUrl(text: string, baseUrl: string, origin: string): URL | null {
  if (text.length > pageConfigLimits.addressMaxChars || !URL.canParse(text, baseUrl)) return null;
  const url = new URL(text, baseUrl);
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && url.origin === origin);
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** @returns whether it has run */
export function loadScript(url: URL): Promise<boolean> {
  const script = document.createElement('script');
  return load(script, () => {
    script.src = trustedScriptUrl(url.href);
  });
}

/** @returns whether it applies */
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
    // A policy that trusts by nonce trusts this page's scripts, and so what they add.
    element.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    try {
      prepare();
      document.head.append(element);
    } catch {
      // A policy of trusted types takes no text for an address.
      resolve(false);
    }
  });
}
