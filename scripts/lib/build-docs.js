import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/** Inputs of the documents' site. */
export const docsInputs = [
  'docs',
  'scripts/docs',
  'scripts/lib/build-docs.js',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'LICENSE',
  'package-lock.json',
];

/**
 * Writes `dist/docs/`, which the demo's origin serves.
 * @returns {Promise<void>}
 * @throws {Error} naming a broken link
 */
export async function buildDocs() {
  // Imported late: it needs a package that exists only after the installation.
  const { renderDocs } = await import('../docs/render-docs.js');
  const directory = path.join(root, 'dist/docs');
  rmSync(directory, { recursive: true, force: true });
  for (const [page, html] of renderDocs(root)) {
    const file = path.join(directory, page);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  cpSync(path.join(root, 'docs/images'), path.join(directory, 'images'), { recursive: true });
  cpSync(path.join(root, 'scripts/docs/site.css'), path.join(directory, 'site.css'));
}
