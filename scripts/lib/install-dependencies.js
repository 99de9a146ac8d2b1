import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { node, root } from './project.js';
import { run } from './run.js';

const stamp = path.join(root, 'node_modules/.offstage-installed');

/**
 * Installs what the lockfile names, unless that very lockfile is installed already.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when npm fails
 */
export async function installDependencies() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing dependencies (once; about a minute) …');
  // Node 20 may run npm here, while the packages want the Node 24 that is among them: its warnings would be noise.
  const code = await run(...npm(['ci', '--loglevel=error', '--no-audit', '--no-fund']), { quiet: true });
  if (code !== 0)
    throw new Error('The dependencies could not be installed: npm ci failed, its output is above.');
  if (!existsSync(node)) {
    throw new Error(
      'npm did not install Node 24 (the package `node`): allow its install script and try again.',
    );
  }
  writeFileSync(stamp, wanted);
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
