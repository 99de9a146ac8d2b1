import { readFileSync } from 'node:fs';

/**
 * @param page of docs/self-hosting/
 * @returns the code blocks in that language under that heading, for an operator to copy
 */
export function docsBlocks(
  page: 'proxies' | 'cluster' | 'clickhouse',
  heading: string,
  language: string,
): string[] {
  const file = `docs/self-hosting/${page}.md`;
  const docs = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const [, after] = docs.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`${file} has no heading "${heading}"`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
}

/**
 * @returns the text with each of these replaced
 * @throws an Error if the text lacks one of them
 */
export function replaceAll(
  text: string,
  replacements: readonly (readonly [string, string])[],
): string {
  return replacements.reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error(`The docs have no longer "${before}"`);
    return changed.replaceAll(before, after);
  }, text);
}
