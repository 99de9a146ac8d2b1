import path from 'node:path';
import { installDependencies } from './install-dependencies.js';
import { node as projectNode, root } from './project.js';
import { setUp } from './set-up.js';

// `#installation` in a checkout. The npm package has packaged-installation.js instead.

/** Runs the programs. */
export const node = projectNode;

/**
 * @param {string} name path of a program, relative to the root, without its ending
 * @returns {string} its file
 */
export function programFile(name) {
  return path.join(root, `${name}.ts`);
}

/**
 * Installs what a program needs.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when that fails
 */
export function ensureInstalled() {
  return installDependencies();
}

/**
 * Also builds the pages that a program serves or copies.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when that fails
 */
export function ensureBuilt() {
  return setUp();
}
