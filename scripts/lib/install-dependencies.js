import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { node, root } from './project.js';
import { run } from './run.js';

/**
 * Installs what the project's lockfile names, unless it is installed already, by whomever.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installDependencies() {
  if (existsSync(node) && isInstalled(root)) return;
  console.error('Installing dependencies (once; about a minute) …');
  await install(root);
  if (!existsSync(node)) {
    throw new Error(
      'npm did not install Node 24 (the package `node`): allow its install script and try again.',
    );
  }
}

/** The packages of other people's players, which only the tests in `e2e/clients` need. */
const clients = path.join(root, 'e2e/clients');

/**
 * Installs the clients that the end-to-end tests drive the player with, unless they are installed already.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installClients() {
  if (isInstalled(clients)) return;
  console.error('Installing the clients of the end-to-end tests (once; about half a minute) …');
  await install(clients);
}

/** The loggers beside which the bench measures ours, and what draws its plots. */
const benchPeers = path.join(root, 'bench/logging/peers');

/**
 * Installs the peers of the bench's part `logging`, unless they are installed already.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installBenchPeers() {
  if (isInstalled(benchPeers)) return;
  console.error('Installing the peers of the bench (once; about ten seconds) …');
  await install(benchPeers);
}

/** @param {string} directory with a lockfile */
async function install(directory) {
  // Development packages too, whatever NODE_ENV says: Node 24 and the build are among them. And quietly: an older Node may
  // run npm here, about which the packages would complain.
  const args = ['ci', '--prefix', directory, '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  const code = await run(...npm(args), { quiet: true });
  if (code !== 0)
    throw new Error('The dependencies could not be installed: npm ci failed, its output is above.');
}

/**
 * Whether `node_modules` holds every package of the lockfile in its version; npm keeps a list of what it put there.
 * @param {string} directory with a lockfile
 */
function isInstalled(directory) {
  const list = path.join(directory, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = packagesOf(list);
  return Object.entries(packagesOf(path.join(directory, 'package-lock.json'))).every(
    // Packages for other platforms are optional, and missing here by right.
    ([name, { version, optional }]) => name === '' || optional || installed[name]?.version === version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/**
 * The npm that runs this script, else the one on PATH.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}
