import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSdk } from './build-sdk.js';
import { node, root } from './project.js';
import { run } from './run.js';

/** What the built pages are made of. */
const inputs = [
  'index.html',
  'src',
  'shared',
  'worker',
  'demo',
  'sdk',
  'vite.config.ts',
  'vite.demo.config.ts',
  'vite.sdk.config.ts',
  'scripts/lib/build-sdk.js',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];
const stamp = path.join(root, 'dist/.built-from');

/**
 * Builds the player page, the demo host page and the SDK, unless they were built from these very sources.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when a build fails
 */
export async function buildPages() {
  const wanted = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Building the pages …');
  // A build that fails half-way must not be vouched for by the stamp of the one before.
  rmSync(stamp, { force: true });
  for (const config of ['vite.config.ts', 'vite.demo.config.ts']) {
    const vite = path.join(root, 'node_modules/vite/bin/vite.js');
    const code = await run(node, [vite, 'build', '--config', config, '--logLevel', 'warn'], { quiet: true });
    if (code !== 0) throw new Error(`The build failed (${config}); its output is above.`);
  }
  await buildSdk();
  writeFileSync(stamp, wanted);
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesOf(path.join(root, input)))
      hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * @param {string} location a file or a directory
 * @returns {string[]}
 */
function filesOf(location) {
  if (!statSync(location).isDirectory()) return [location];
  return readdirSync(location)
    .sort()
    .flatMap((name) => filesOf(path.join(location, name)));
}
