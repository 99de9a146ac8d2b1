import { readFileSync } from 'node:fs';

/** Comments on lines of their own. */
const comments = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)$/gm;

/** @returns a file of the page's folder without indentation and comments, to save bytes */
function read(name: string): string {
  const text = readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
  return text
    .replace(comments, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** Style and script of every video's page; the page's policy allows both by their hashes. */
export const watchPageStyle = ['watch-page.css', 'watch-cards.css'].map(read).join('\n');
export const watchPageScript = read('watch-page.js');
