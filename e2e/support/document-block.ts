import { readFileSync } from 'node:fs';

/**
 * The code block of a document, without the indentation of a list.
 * @param begins the beginning of its text
 * @throws an Error unless there is exactly one
 */
export function documentBlock(document: string, begins: string): string {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  const found = [...text.matchAll(/^( *)```\w*\n(.*?)^\1```$/gms)]
    .map(([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((code) => code.startsWith(begins));
  if (found.length !== 1) throw new Error(`${document} has ${found.length} blocks “${begins}”`);
  return found[0] ?? '';
}
