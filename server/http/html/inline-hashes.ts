import { createHash } from 'node:crypto';

/**
 * @returns the CSP source that allows exactly this inline style or script (W3C CSP Level 3 §2.3.1)
 */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** @returns the contents of a page's elements of this name without attributes */
export function inlineTexts(html: string, name: 'style' | 'script'): string[] {
  return [...html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(
    ([, text = '']) => text,
  );
}
