import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { node, root } from './project.js';
import { run } from './run.js';

/**
 * Installs what the lockfile names, unless it is installed already, by whomever.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installDependencies() {
  if (isInstalled()) return;
  console.error('Installing dependencies (once; about a minute) …');
  // Development packages too, whatever NODE_ENV says: Node 24 and the build are among them. And quietly: an older Node may
  // run npm here, about which the packages would complain.
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  const code = await run(...npm(args), { quiet: true });
  if (code !== 0)
    throw new Error('The dependencies could not be installed: npm ci failed, its output is above.');
  if (!existsSync(node)) {
    throw new Error(
      'npm did not install Node 24 (the package `node`): allow its install script and try again.',
    );
  }
}

/** Whether `node_modules` holds every package of the lockfile in its version; npm keeps a list of what it put there. */
function isInstalled() {
  const list = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(node) || !existsSync(list)) return false;
  const installed = packagesOf(list);
  return Object.entries(packagesOf(path.join(root, 'package-lock.json'))).every(
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
