import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/** Fields that a published package has in common with the project, if the project has them. */
const shared = /** @type {const} */ ([
  'version',
  'license',
  'author',
  'homepage',
  'repository',
  'bugs',
]);

/**
 * Writes package.json and LICENSE of an npm package.
 * @param {string} directory
 * @param {{ name: string } & Record<string, unknown>} own the fields of this package
 */
export function writeManifest(directory, { name, ...own }) {
  const project = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const common = shared
    .filter((field) => project[field] !== undefined)
    .map((field) => [field, project[field]]);
  const manifest = {
    name,
    ...Object.fromEntries(common),
    type: 'module',
    ...own,
    publishConfig: { access: 'public' },
  };
  writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(path.join(root, 'LICENSE'), path.join(directory, 'LICENSE'));
}
