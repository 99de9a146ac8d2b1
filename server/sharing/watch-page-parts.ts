import { readFileSync } from 'node:fs';

/** Those that have their lines for themselves. */
const comments = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)$/gm;

/** @returns a file of this folder's page without indentation and comments, of which its visitors have no use */
function read(name: string): string {
  const text = readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
  return text
    .replace(comments, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** What stands in every video's page, whose policy names both by their hashes. */
export const watchPageStyle = read('watch-page.css');
export const watchPageScript = read('watch-page.js');
