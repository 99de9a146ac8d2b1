import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folder of the decision records; its index page is generated. */
export const decisions = 'docs/decisions';

/** Documents outside `docs/`. */
const topDocuments = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/**
 * @param {string} root the project's directory
 * @returns {string[]} every Markdown file that becomes a page, relative to the root
 */
export function documentFiles(root) {
  return [
    ...topDocuments,
    ...['docs', 'docs/self-hosting', decisions].flatMap((folder) =>
      readdirSync(path.join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .sort()
        .map((name) => `${folder}/${name}`),
    ),
  ];
}

/** Inline links and images of Markdown: the address up to its anchor. */
const inlineLink = /\]\(([^)\s#]+)/g;

/**
 * Files and folders that documents link to, such as `../src/main.ts`. The site has a page for each.
 * @param {string} root
 * @returns {string[]} sorted, relative to the root
 */
export function linkedSources(root) {
  const found = new Set(
    documentFiles(root).flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(inlineLink)].flatMap(
        ([, href = '']) => sourceOf(root, file, href) ?? [],
      ),
    ),
  );
  return [...found].sort();
}

/**
 * @param {string} root
 * @param {string} from the document, relative to the root
 * @param {string} href without its anchor
 * @returns {string | null} the linked source, relative to the root; null if it is something else
 */
export function sourceOf(root, from, href) {
  if (/^[a-z][a-z+.-]*:|^\//i.test(href)) return null;
  const file = path.posix.join(path.posix.dirname(from), href).replace(/\/$/, '');
  const isPrivate = file.split('/').some((part) => part === 'node_modules' || part.startsWith('.'));
  const isOfDocs = file.endsWith('.md') || file === decisions || file === 'LICENSE';
  if (isPrivate || isOfDocs || isPicture(file)) return null;
  return existsSync(path.join(root, file)) ? file : null;
}

/** @param {string} file relative to the root */
export function isPicture(file) {
  return file.startsWith('docs/images/');
}

/**
 * @param {string} root
 * @param {string} file relative to the root
 */
export function isFolder(root, file) {
  return statSync(path.join(root, file)).isDirectory();
}
