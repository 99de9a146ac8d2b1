import { createHash } from 'node:crypto';

/** @returns the source by which a policy allows an inline style or script of this text and no other (W3C CSP Level 3 §2.3.1) */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** @returns the texts of a built page's elements of this name that have no attributes */
export function inlineTexts(html: string, name: 'style' | 'script'): string[] {
  return [...html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(
    ([, text = '']) => text,
  );
}
