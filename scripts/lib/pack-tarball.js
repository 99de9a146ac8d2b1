import path from 'node:path';
import { npm } from './npm.js';
import { capture } from './run.js';

/**
 * Runs `npm pack`.
 * @param {string} directory of the package
 * @param {string} into where the tarball goes; the directory exists
 * @returns {Promise<string>} path of the tarball
 * @throws an Error with one sentence when npm fails
 */
export async function packTarball(directory, into) {
  const args = ['pack', directory, '--pack-destination', into, '--ignore-scripts'];
  const { code, output } = await capture(...npm([...args, '--loglevel=error']));
  if (code !== 0) {
    process.stderr.write(output);
    throw new Error(`npm could not pack ${directory}; its output is above.`);
  }
  const name = output.trim().split('\n').at(-1) ?? '';
  return path.join(into, name);
}
