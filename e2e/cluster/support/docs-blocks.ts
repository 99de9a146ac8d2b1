import { readFileSync } from 'node:fs';

const docs = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');

/**
 * @returns the code blocks in that language under that heading of docs/self-hosting.md, for an
 * operator to copy
 */
export function docsBlocks(heading: string, language: string): string[] {
  const [, after] = docs.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`docs/self-hosting.md has no heading "${heading}"`);
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
    if (!changed.includes(before))
      throw new Error(`docs/self-hosting.md has no longer "${before}"`);
    return changed.replaceAll(before, after);
  }, text);
}
