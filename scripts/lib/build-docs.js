import { isFolder, linkedSources } from './docs-sources.js';
import { node, root } from './project.js';
import { run } from './run.js';

/**
 * Lists the sources of the documents' site.
 * @returns {string[]} files and folders, relative to the root
 */
export function docsInputs() {
  return [
    'docs',
    'scripts/lib/build-docs.js',
    'scripts/lib/docs-sources.js',
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'LICENSE',
    'package-lock.json',
    // The site only lists the names in a folder.
    ...linkedSources(root).filter((source) => !isFolder(root, source)),
  ];
}

/**
 * Writes `dist/docs/`, which the demo's origin serves.
 * @returns {Promise<void>}
 * @throws {Error} after printing each link that leads nowhere, with its file and line
 */
export async function buildDocs() {
  console.error('Building the documents …');
  const code = await run(node, ['docs/.vitepress/build-site.ts'], { quiet: true });
  if (code !== 0) throw new Error('The documents cannot be built; the reason is above.');
}
