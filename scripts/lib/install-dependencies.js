import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { canReachRegistry, npm, unreachable } from './npm.js';
import { leastNodeMajor, node, root } from './project.js';
import { capture } from './run.js';

/**
 * Installs the packages of the project's lockfile, unless they are already installed.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installDependencies() {
  if (node === process.execPath && Number(process.versions.node.split('.')[0]) < leastNodeMajor) {
    throw new Error(
      `Node ${leastNodeMajor} is required, but this is Node ${process.versions.node}, and npm has no Node for ${process.platform} on ${process.arch}: install Node ${leastNodeMajor} and try again.`,
    );
  }
  if (existsSync(node) && isInstalled(root)) return;
  console.error('Installing dependencies (once; about a minute) …');
  await install(root);
  if (!existsSync(node)) {
    throw new Error(
      `npm did not install Node ${leastNodeMajor} (${path.relative(root, node)}): let it install optional packages and try again.`,
    );
  }
}

/**
 * Packages only for tests: other players, programs that show link previews, and drivers of browsers
 * other than Chromium.
 */
const clients = ['e2e/clients', 'e2e/unfurl', 'e2e/browsers'].map((name) => path.join(root, name));

/** The lockfiles of all packages that the types of the project come from. */
export const typedLockfiles = [root, ...clients].map((folder) =>
  path.join(folder, 'package-lock.json'),
);

/**
 * Installs the clients of the end-to-end tests, unless they are already installed.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installClients() {
  const missing = clients.filter((directory) => !isInstalled(directory));
  if (missing.length === 0) return;
  console.error('Installing the clients of the end-to-end tests (once; about half a minute) …');
  for (const directory of missing) await install(directory);
}

/** The current ClickHouse, 540 MB, only for `npm run test:cluster` and `npm run test:all`. */
const clickHouse = path.join(root, 'e2e/clickhouse');

/**
 * Installs a current ClickHouse, unless it is already installed.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installClickHouse() {
  if (isInstalled(clickHouse)) return;
  console.error('Installing a current ClickHouse (once; about half a minute) …');
  await install(clickHouse);
}

/** Packages that the bench compares with ours, and that draw its plots, by part. */
const benchPeers = {
  loggers: path.join(root, 'bench/logging/peers'),
  players: path.join(root, 'bench/players/peers'),
};

/**
 * Installs the peers of the bench, unless they are already installed.
 * @param {readonly (keyof typeof benchPeers)[]} kinds
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installBenchPeers(kinds) {
  const missing = kinds
    .map((kind) => benchPeers[kind])
    .filter((directory) => !isInstalled(directory));
  if (missing.length === 0) return;
  console.error('Installing the peers of the bench (once; about half a minute) …');
  for (const directory of missing) await install(directory);
}

/** Packages that load the intake and draw the plots of the soak. */
const soakTools = path.join(root, 'bench/soak/tools');

/**
 * Installs the tools of `npm run soak`, unless they are already installed.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installSoakTools() {
  if (isInstalled(soakTools)) return;
  console.error('Installing the tools of the soak (once; about ten seconds) …');
  await install(soakTools);
}

/** @param {string} directory with a lockfile */
async function install(directory) {
  // With an unreachable registry, npm would retry for each of hundreds of packages, for minutes.
  const isOnline = await canReachRegistry();
  // Include development packages whatever NODE_ENV is, because the build is among them, and
  // optional ones, such as Node 24. No package needs install scripts. Be quiet: npm may run on an
  // older Node here, about which the packages would warn.
  const what = ['--ignore-scripts', '--include=dev', '--include=optional'];
  const from = isOnline ? '--prefer-offline' : '--offline';
  const args = [
    'ci',
    '--prefix',
    directory,
    ...what,
    from,
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ];
  const { code, output } = await capture(...npm(args));
  if (code === 0) return;
  if (/\bEACCES\b/.test(output))
    throw new Error(
      `Packages are missing, and this user has no write access to ${directory}: run the command as the owner of that directory.`,
    );
  if (!isOnline || unreachable.test(output))
    throw new Error(
      'Packages are missing, and npm’s registry cannot be reached: connect to the network, or set a reachable registry (npm config set registry URL), and try again.',
    );
  process.stderr.write(output);
  throw new Error('The dependencies could not be installed: npm ci failed, its output is above.');
}

/**
 * Whether `node_modules` has every package of the lockfile in its version; npm keeps a list of what
 * it installed.
 * @param {string} directory with a lockfile
 */
function isInstalled(directory) {
  const list = path.join(directory, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = packagesOf(list);
  return Object.entries(packagesOf(path.join(directory, 'package-lock.json'))).every(
    // Optional packages for other platforms are correctly missing.
    ([name, { version, optional }]) =>
      name === '' || (optional && !installed[name]) || installed[name]?.version === version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
