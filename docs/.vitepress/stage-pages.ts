import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import {
  decisions,
  documentFiles,
  isFolder,
  linkedSources,
} from '../../scripts/lib/docs-sources.js';
import { pageOf, sourcePageOf, titleOf } from './site-map.ts';

/**
 * Writes each page of the site where its address is to be: documents unchanged, so that line
 * numbers in messages are right, and pages for the licence, the decisions and the linked sources.
 * @param root the project's directory
 * @param directory empty
 */
export function stagePages(root: string, directory: string): void {
  const write = (page: string, text: string) => {
    mkdirSync(dirname(join(directory, page)), { recursive: true });
    writeFileSync(join(directory, page), text);
  };
  const files = documentFiles(root);
  for (const file of files) write(pageOf(file), readFileSync(join(root, file), 'utf8'));
  write(pageOf('LICENSE'), withoutSearch('Licence', fenced(root, 'LICENSE', 'txt')));
  write(pageOf(decisions), decisionIndex(root, files));
  for (const source of linkedSources(root)) {
    const text = isFolder(root, source)
      ? listing(root, source)
      : fenced(root, source, extname(source).slice(1) || 'txt');
    write(sourcePageOf(source), withoutSearch(source, text));
  }
  cpSync(join(root, 'docs/images'), join(directory, 'images'), { recursive: true });
}

function decisionIndex(root: string, files: readonly string[]): string {
  const rows = files
    .filter((file) => file.startsWith(`${decisions}/`))
    .map((file) => `- [${titleOf(root, file)}](./${basename(file)})`);
  return `# Decisions\n\n${rows.join('\n')}\n`;
}

/** The search finds what documents say, not the code that they link to. */
function withoutSearch(title: string, text: string): string {
  return `---\nsearch: false\noutline: false\nprev: false\nnext: false\n---\n\n# ${title}\n\n${text}\n`;
}

function fenced(root: string, file: string, language: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.includes('\0')) throw new Error(`${file} is no text: documents cannot link to it.`);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

function listing(root: string, folder: string): string {
  const names = readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
  return names.map((name) => `- \`${name}\``).join('\n');
}
