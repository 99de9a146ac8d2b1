import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDocs, docsInputs } from './build-docs.js';
import { buildSdk, buildSdkScripts } from './build-sdk.js';
import { compressFiles } from './compress-files.js';
import { licenseNotices } from './licenses.js';
import { node, root } from './project.js';
import { run } from './run.js';

/** Inputs of the built pages. */
const inputs = [
  'index.html',
  'src',
  'shared',
  'worker',
  'hls',
  'demo',
  'dashboard',
  'sdk',
  'vite.config.ts',
  'demo/vite.config.ts',
  'dashboard/vite.config.ts',
  'src/boot/static-page/vite.config.ts',
  'sdk/vite.config.ts',
  'packaging/sdk',
  'scripts/lib/build-sdk.js',
  'scripts/lib/compress-files.js',
  'scripts/lib/licenses.js',
  'scripts/lib/package-manifest.js',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];

const sdkInputs = ['sdk', 'sdk/vite.config.ts', 'scripts/lib/build-sdk.js', 'package.json'];

/**
 * Builds the player page, the demo host page, the dashboard, the SDK and the documents, unless
 * their builds are up to date.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when a build fails
 */
export async function buildPages() {
  // Side by side: each waits for processes that keep about one core busy.
  const builds = [unlessBuilt('dist/.built-from', inputs, buildPrograms), buildDocsIfNeeded()];
  // Neither may still write when an error of the other is reported.
  await Promise.allSettled(builds);
  await Promise.all(builds);
}

/**
 * Builds the SDK's scripts and the documents for `npm run dev`, unless they are up to date. The dev
 * server serves everything else from the sources.
 * @param {string} sdkDirectory
 * @returns {Promise<void>}
 * @throws an Error with one sentence when a build fails
 */
export async function buildForDev(sdkDirectory) {
  const stamp = path.join(path.relative(root, sdkDirectory), '.built-from');
  await unlessBuilt(stamp, sdkInputs, () => buildSdkScripts(sdkDirectory));
  await buildDocsIfNeeded();
}

const buildDocsIfNeeded = () => unlessBuilt('dist/.docs-built-from', docsInputs(), buildDocs);

/**
 * @param {string} name of the stamp file, which has a hash of the inputs
 * @param {readonly string[]} from files and directories
 * @param {() => Promise<void>} build
 */
async function unlessBuilt(name, from, build) {
  const stamp = path.join(root, name);
  const wanted = hashInputs(from);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Remove the old stamp first: it must not vouch for a build that fails half-way.
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, wanted);
}

async function buildPrograms() {
  console.error('Building the pages …');
  for (const config of [
    'vite.config.ts',
    'demo/vite.config.ts',
    'dashboard/vite.config.ts',
    'src/boot/static-page/vite.config.ts',
  ]) {
    const vite = path.join(root, 'node_modules/vite/bin/vite.js');
    const code = await run(node, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      quiet: true,
    });
    if (code !== 0) throw new Error(`The build failed (${config}); its output is above.`);
  }
  await buildSdk();
  writeFileSync(path.join(root, 'dist/page/licenses.txt'), `${licenseNotices()}\n`);
  await compressFiles({
    directories: ['page', 'demo', 'sdk', 'dashboard'].map((name) => path.join(root, 'dist', name)),
    // The package is for bundlers and npm, which need no compressed files.
    except: [path.join(root, 'dist/sdk/package')],
    cacheDir: path.join(root, 'dist/.compressed'),
  });
}

/** @param {readonly string[]} from */
function hashInputs(from) {
  const hash = createHash('sha256');
  for (const input of from) {
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
